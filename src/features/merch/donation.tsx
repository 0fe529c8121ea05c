import { supportCopy } from '#copy/support.ts';
import button from '#ui/button.module.css';
import { CoffeeIcon } from '#ui/icons/more-icons.tsx';
import { SidePart } from '#ui/side-part.tsx';
import { TextLink } from '#ui/text-link.tsx';
import styles from './donation.module.css';

/** The donation block. `donateUrl`: on another site, or a page of ours. */
export function Donation({ donateUrl }: { donateUrl: string }) {
  const isElsewhere = !donateUrl.startsWith('/');
  return (
    <SidePart title={supportCopy.title} className={styles.donation}>
      <p>{supportCopy.text}</p>
      <a
        className={`${button.button} ${button.ink}`}
        data-size="s"
        href={donateUrl}
        {...(isElsewhere && {
          target: '_blank',
          rel: 'noopener noreferrer',
          'aria-label': supportCopy.donateElsewhere,
        })}
      >
        <CoffeeIcon size="s" />
        {supportCopy.donate}
      </a>
      <TextLink to="/merch" className={styles.merch}>
        {supportCopy.sticker}
      </TextLink>
    </SidePart>
  );
}
