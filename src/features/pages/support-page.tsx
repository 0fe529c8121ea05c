import { supportCopy } from '#copy/support.ts';
import { supportPageCopy } from '#copy/support-page.ts';
import { RichText } from '#features/text/rich-text.tsx';
import { cx } from '#ui/class-names.ts';
import { TextLink } from '#ui/text-link.tsx';
import { TextPage } from './text-page.tsx';
import styles from './text-page.module.css';

interface SupportPageProps {
  donateUrl: string | null;
  social: readonly { name: string; url: string }[];
  email: string;
}

/** How members can help, and how the operator sets that. Donate and footer lead here until it is set. */
export function SupportPage({ donateUrl, social, email }: SupportPageProps) {
  return (
    <TextPage lead={supportPageCopy.lead} sections={[]}>
      <section className={styles.section}>
        <h2>{supportPageCopy.donateTitle}</h2>
        <p>{donateUrl ? supportPageCopy.donations : supportPageCopy.noDonations}</p>
        <p>
          {donateUrl ? (
            <Elsewhere url={donateUrl} className={styles.alone} />
          ) : (
            <TextLink to="/merch" className={styles.alone}>
              {supportCopy.sticker}
            </TextLink>
          )}
        </p>
      </section>
      <section id="follow" className={styles.section}>
        <h2>{supportPageCopy.followTitle}</h2>
        <RichText text={supportPageCopy.accounts} />
        <p>{social.length > 0 ? supportPageCopy.social : supportPageCopy.noSocial}</p>
        {social.map(({ name, url }) => (
          <p key={url}>
            {name}: <Elsewhere url={url} />
          </p>
        ))}
        <p>
          {supportPageCopy.mail}{' '}
          <a className={styles.mail} href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      </section>
      {(donateUrl === null || social.length === 0) && (
        <section className={styles.section}>
          <h2>{supportPageCopy.operatorTitle}</h2>
          {supportPageCopy.operator.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </section>
      )}
    </TextPage>
  );
}

const Elsewhere = ({ url, className }: { url: string; className?: string }) => (
  <a className={cx(styles.mail, className)} href={url} target="_blank" rel="noopener noreferrer">
    {url}
  </a>
);
