import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { errorText } from '#copy/errors.ts';
import { outboxScreenCopy } from '#copy/outbox-screen.ts';
import { Button } from '#ui/button.tsx';
import { FieldNote } from '#ui/field-note.tsx';
import { GrowingTextarea } from '#ui/growing-textarea.tsx';
import styles from '#ui/edit-box.module.css';
import { editInPlace, inlineColumnOf } from './mutations.ts';
import { inputOf } from './draft-of.ts';
import { changeEdit, endEdit, type OpenEdit, startEdit } from './edit-queries.ts';
import type { StoredAction } from './queries.ts';

export function startInlineEdit(item: StoredAction): void {
  const column = inlineColumnOf(item.kind);
  const before = column && inputOf(item)[column];
  startEdit(item.action_id, typeof before === 'string' ? before : '');
}

/** Edits the text of a kind without a composer. The action stays in the outbox until the change is saved. */
export function InlineEdit({ item, edit: { action_id, text } }: { item: StoredAction; edit: OpenEdit }) {
  const column = inlineColumnOf(item.kind);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const result = await editInPlace(item, text);
    setBusy(false);
    if (result.ok) endEdit(action_id);
    else setError(errorText(result.code));
  };
  const noteId = `edit-${action_id}`;
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <GrowingTextarea
        className={styles.text}
        aria-label={column && outboxScreenCopy.fieldOf[column]}
        aria-invalid={error ? true : undefined}
        aria-describedby={noteId}
        value={text}
        readOnly={busy}
        onChange={(event) => {
          setError(null);
          changeEdit(action_id, event.target.value);
        }}
      />
      <FieldNote id={noteId} error={error} />
      <div className={styles.buttons}>
        <Button type="submit" kind="ink" size="s">
          {outboxScreenCopy.save}
        </Button>
        <Button kind="text" size="s" onClick={() => endEdit(action_id)}>
          {outboxScreenCopy.cancel}
        </Button>
      </div>
    </form>
  );
}
