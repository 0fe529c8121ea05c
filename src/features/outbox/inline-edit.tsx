import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { errorText } from '#copy/errors.ts';
import { outboxScreenCopy } from '#copy/outbox-screen.ts';
import { Button } from '#ui/button.tsx';
import { FieldNote } from '#ui/field-note.tsx';
import { GrowingTextarea } from '#ui/growing-textarea.tsx';
import styles from '#ui/edit-box.module.css';
import { editInPlace, inlineColumnOf } from './mutations.ts';
import { inputOf } from './draft-of.ts';
import type { StoredAction } from './queries.ts';

/** Edits the text of a kind without a composer. The action stays in the outbox until the change is saved. */
export function InlineEdit({ item, onDone }: { item: StoredAction; onDone: () => void }) {
  const column = inlineColumnOf(item.kind);
  const before = column && inputOf(item)[column];
  const [value, setValue] = useState(typeof before === 'string' ? before : '');
  const [error, setError] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    const result = await editInPlace(item, value);
    if (result.ok) onDone();
    else setError(errorText(result.code));
  };
  const noteId = `edit-${item.action_id}`;
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <GrowingTextarea
        className={styles.text}
        aria-label={column && outboxScreenCopy.fieldOf[column]}
        aria-invalid={error ? true : undefined}
        aria-describedby={noteId}
        value={value}
        onChange={(event) => {
          setError(null);
          setValue(event.target.value);
        }}
      />
      <FieldNote id={noteId} error={error} />
      <div className={styles.buttons}>
        <Button type="submit" kind="ink" size="s">
          {outboxScreenCopy.save}
        </Button>
        <Button kind="text" size="s" onClick={onDone}>
          {outboxScreenCopy.cancel}
        </Button>
      </div>
    </form>
  );
}
