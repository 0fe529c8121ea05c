import { Link } from '@tanstack/react-router';
import { Section } from '#features/settings/section.tsx';
import { settingsCopy } from '#copy/settings.ts';
import { INFO_LINKS } from './footer.tsx';
import styles from './settings-links.module.css';

/** The footer's links, because the footer cannot be reached below an endless feed. */
export function SettingsLinks() {
  return (
    <Section title={settingsCopy.about}>
      <ul>
        {INFO_LINKS.map(({ label, ...target }) => (
          <li key={label}>
            <Link {...target} className={styles.link}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
