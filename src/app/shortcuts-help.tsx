import { shortcutsCopy } from '#copy/shortcuts.ts';
import { Dialog } from '#ui/dialog.tsx';
import { TextLink } from '#ui/text-link.tsx';
import styles from './shortcuts-help.module.css';

export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title={shortcutsCopy.title} onClose={onClose} placement="sheet">
      <dl className={styles.keys}>
        {shortcutsCopy.keys.map(({ key, does }) => (
          <div key={key} className={styles.line}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>
        {shortcutsCopy.note}{' '}
        <TextLink to="/settings" onClick={onClose}>
          {shortcutsCopy.settings}
        </TextLink>
      </p>
    </Dialog>
  );
}
