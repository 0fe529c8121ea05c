import { cutText } from '#lib/cut-text.ts';
import { useState } from 'react';
import { draftsCopy } from '#copy/drafts.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { type Draft, discardDraft } from './drafts.ts';
import styles from './drafts-dialog.module.css';

interface DraftsDialogProps {
  open: boolean;
  drafts: readonly Draft<'post'>[];
  /** The draft in the form. */
  currentId: string | null;
  /** Only to choose where the contents of the current draft go. */
  isMoving?: boolean;
  onClose: () => void;
  /** Null for a new draft. */
  onChoose: (id: string | null) => void;
  onDiscarded: (id: string) => void;
}

const nameOf = ({ fields: { title, description, poll } }: Draft<'post'>): string =>
  cutText((title || description || poll?.question || '').trim(), 60) || draftsCopy.untitled;

/** All drafts with their age. Each can be continued or discarded, and a discard can be undone. */
export function DraftsDialog({ open, drafts, currentId, isMoving = false, ...on }: DraftsDialogProps) {
  const { onClose, onChoose, onDiscarded } = on;
  const shown = isMoving ? drafts.filter(({ id }) => id !== currentId) : drafts;
  // In the dialog instead of a toast, because nothing outside an open dialog can be pressed.
  const [undo, setUndo] = useState<(() => Promise<unknown>) | null>(null);
  const discard = async (id: string) => {
    const restore = await discardDraft(id);
    if (!restore) return;
    onDiscarded(id);
    setUndo(() => restore);
  };
  return (
    <Dialog
      open={open}
      title={isMoving ? draftsCopy.move : draftsCopy.title}
      placement="sheet"
      onClose={onClose}
      footer={
        !isMoving && (
          <Button kind="outline" onClick={() => onChoose(null)}>
            {draftsCopy.startNew}
          </Button>
        )
      }
    >
      <p className={styles.lead}>{isMoving ? draftsCopy.moveLead : draftsCopy.lead}</p>
      <output className={styles.undo}>
        {undo && (
          <>
            {draftsCopy.discarded}
            <Button
              kind="text"
              size="s"
              onClick={() => {
                setUndo(null);
                void undo();
              }}
            >
              {draftsCopy.undo}
            </Button>
          </>
        )}
      </output>
      <ul className={styles.list}>
        {shown.map((draft) => (
          <li key={draft.id} className={styles.draft}>
            <button
              type="button"
              className={styles.open}
              aria-current={draft.id === currentId || undefined}
              onClick={() => (draft.id === currentId ? onClose() : onChoose(draft.id))}
            >
              <span className="sr">{draftsCopy.resume} </span>
              <b dir="auto">{nameOf(draft)}</b>
              <span className={styles.facts}>
                {draft.id === currentId ? (
                  draftsCopy.current
                ) : (
                  <LogTime iso={new Date(draft.changed_at).toISOString()} />
                )}
                {draft.files.length > 0 && <span>{draftsCopy.pictures(draft.files.length)}</span>}
              </span>
            </button>
            {!isMoving && (
              <Button
                kind="danger"
                size="s"
                aria-label={draftsCopy.discardOf(nameOf(draft))}
                onClick={() => void discard(draft.id)}
              >
                {draftsCopy.discard}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
