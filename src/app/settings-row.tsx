import { Link } from '#ui/link.tsx';
import { ChevronRightIcon } from '#ui/icons/more-icons.tsx';
import styles from './settings-row.module.css';

export function SettingsRow({ part, title, hint }: { part: string; title: string; hint: string }) {
  return (
    <Link to="/settings/$part" params={{ part }} className={styles.row}>
      <span>
        {title}
        <small>{hint}</small>
      </span>
      <ChevronRightIcon size="s" />
    </Link>
  );
}
