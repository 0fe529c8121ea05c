import { shellCopy } from '#copy/shell.ts';
import { LinkButton } from '#ui/link-button.tsx';
import styles from './sidebar.module.css';
import { useSession } from './use-session.ts';

/** Beside the sheet on wide screens. */
export function Sidebar() {
  const guest = useSession().kind === 'guest';
  return (
    <aside className={styles.side}>
      {guest && (
        <section>
          <h2>{shellCopy.guestTitle}</h2>
          <p>{shellCopy.guestText}</p>
          <LinkButton to="/signup" kind="ink" size="s">
            {shellCopy.signUp}
          </LinkButton>
        </section>
      )}
      <section>
        <h2>{shellCopy.aboutTitle}</h2>
        <p>{shellCopy.aboutText}</p>
      </section>
    </aside>
  );
}
