import { outboxScreenCopy } from '#copy/outbox-screen.ts';
import { copyText } from '#lib/share-link.ts';
import { Button } from '#ui/button.tsx';
import styles from '#ui/edit-box.module.css';
import { entryProps } from '#ui/entry.ts';
import { GrowingTextarea } from '#ui/growing-textarea.tsx';
import { toast } from '#ui/toast-store.ts';
import entry from './outbox-entry.module.css';
import { endEdit, useOpenEdits } from './edit-queries.ts';
import type { StoredAction } from './queries.ts';

/** What was typed into items that were sent or discarded meanwhile. `items`: of the outbox, complete. */
export function LostEdits({ items }: { items: readonly StoredAction[] }) {
  const isOpen = (id: string) => items.some(({ action_id, state }) => action_id === id && state !== 'sent');
  const lost = useOpenEdits().filter(({ action_id, before, text }) => text !== before && !isOpen(action_id));
  const copy = async (text: string) => {
    if (await copyText(text)) toast(outboxScreenCopy.copied, { tone: 'done' });
    else toast(outboxScreenCopy.copyFailed, { tone: 'stop' });
  };
  return lost.map(({ action_id, text }) => (
    <section key={action_id} {...entryProps(entry.entry, 'stopped')} aria-labelledby={`lost-${action_id}`}>
      <div className={entry.margin} />
      <div className={entry.column}>
        <h2 id={`lost-${action_id}`} className={entry.label}>
          {outboxScreenCopy.lostTitle}
        </h2>
        <p className={entry.facts}>{outboxScreenCopy.lostText}</p>
        <div className={styles.form}>
          <GrowingTextarea className={styles.text} aria-label={outboxScreenCopy.lostField} value={text} readOnly />
          <div className={styles.buttons}>
            <Button kind="ink" size="s" onClick={() => void copy(text)}>
              {outboxScreenCopy.copy}
            </Button>
            <Button kind="text" size="s" onClick={() => endEdit(action_id)}>
              {outboxScreenCopy.close}
            </Button>
          </div>
        </div>
      </div>
    </section>
  ));
}
