import { NavLink } from '#ui/link.tsx';
import { Section } from '#features/settings/section.tsx';
import { settingsCopy } from '#copy/settings.ts';
import { notesCopy } from '#copy/notes.ts';
import { shellCopy } from '#copy/shell.ts';
import { useStore } from '#lib/use-store.ts';
import { Button } from '#ui/button.tsx';
import { INFO_LINKS } from './footer.tsx';
import styles from './settings-links.module.css';
import { updateStore, updatingStore } from './update-store.ts';

/** A newer version, if any, and the footer's links: the footer is out of reach below an endless feed. */
export function SettingsLinks() {
  const update = useStore(updateStore);
  const isUpdating = useStore(updatingStore);
  return (
    <Section title={settingsCopy.about}>
      {update && (
        <div>
          <p>{notesCopy.updateReady}</p>
          <Button size="s" busy={isUpdating} onClick={update}>
            {shellCopy.reload}
          </Button>
        </div>
      )}
      <ul>
        {INFO_LINKS.map(({ label, ...target }) => (
          <li key={label}>
            <NavLink {...target} className={styles.link}>
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
