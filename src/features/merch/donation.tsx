import { supportCopy } from '#copy/support.ts';
import button from '#ui/button.module.css';
import { CoffeeIcon } from '#ui/icons/more-icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { SidePart } from '#ui/side-part.tsx';
import { TextLink } from '#ui/text-link.tsx';
import styles from './donation.module.css';

/** The donation block. `donateUrl`: the operator's page elsewhere; null: our own page about it. */
export function Donation({ donateUrl }: { donateUrl: string | null }) {
  const label = (
    <>
      <CoffeeIcon size="s" />
      {supportCopy.donate}
    </>
  );
  return (
    <SidePart title={supportCopy.title} className={styles.donation}>
      <p>{supportCopy.text}</p>
      {donateUrl ? (
        <a
          className={`${button.button} ${button.ink}`}
          data-size="s"
          href={donateUrl}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={supportCopy.donateElsewhere}
        >
          {label}
        </a>
      ) : (
        <LinkButton to="/support" kind="ink" size="s">
          {label}
        </LinkButton>
      )}
      <TextLink to="/merch" className={styles.merch}>
        {supportCopy.sticker}
      </TextLink>
    </SidePart>
  );
}
