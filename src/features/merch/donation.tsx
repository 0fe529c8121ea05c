import { supportCopy } from '#copy/support.ts';
import button from '#ui/button.module.css';
import { CoffeeIcon } from '#ui/icons/icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { SidePart } from '#ui/side-part.tsx';

/** The donation block. Without a donation URL it links to the merch page. */
export function Donation({ donateUrl }: { donateUrl: string | null }) {
  return (
    <SidePart title={supportCopy.title}>
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
          <CoffeeIcon size="s" />
          {supportCopy.donate}
        </a>
      ) : (
        <LinkButton to="/merch" kind="ink" size="s">
          <CoffeeIcon size="s" />
          {supportCopy.sticker}
        </LinkButton>
      )}
    </SidePart>
  );
}
