import type { LinkProps } from '@tanstack/react-router';
import { NavLink } from '#ui/link.tsx';
import { shellCopy } from '#copy/shell.ts';
import { socialLinks } from './links.ts';
import { LaterMemberCount } from './parts.ts';
import styles from './footer.module.css';

/** The informational pages; also listed in the settings, because an endless feed leaves the footer out of reach. */
export const INFO_LINKS: readonly { to: NonNullable<LinkProps['to']>; label: string; hash?: string }[] = [
  { to: '/about', label: shellCopy.about },
  { to: '/contact', label: shellCopy.contact },
  { to: '/install', label: shellCopy.install },
  { to: '/privacy', label: shellCopy.privacy },
  { to: '/csae', label: shellCopy.csae },
  { to: '/csae', label: shellCopy.reportAbuse, hash: 'report' },
];

/** Instead of the operator's accounts on other sites, until they are set. */
const FOLLOW: (typeof INFO_LINKS)[number] = { to: '/support', label: shellCopy.follow, hash: 'follow' };

/** The year at load time: a page that stays open over New Year shows the old one. */
const YEAR = new Date().getFullYear();

/** Below the content; from 1200 px at the bottom of the navigation. */
export function Footer() {
  const social = socialLinks();
  return (
    <footer className={styles.footer}>
      <nav aria-label={shellCopy.footer}>
        <ul className={styles.links}>
          {(social.length > 0 ? INFO_LINKS : [...INFO_LINKS, FOLLOW]).map(({ label, ...target }) => (
            <li key={label}>
              <NavLink {...target} className={styles.link}>
                {label}
              </NavLink>
            </li>
          ))}
          {social.map(({ name, url }) => (
            <li key={url}>
              <a
                href={url}
                className={styles.link}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={shellCopy.elsewhere(name)}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className={styles.line}>
        <span>{shellCopy.copyright(YEAR)}</span>
        <LaterMemberCount />
      </p>
    </footer>
  );
}
