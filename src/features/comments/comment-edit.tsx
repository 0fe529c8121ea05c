import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { COMMENT_LIMITS } from '#contract/comments.ts';
import { countCharacters } from '#contract/text.ts';
import { commentsCopy } from '#copy/comments.ts';
import { errorText } from '#copy/errors.ts';
import { LostDraft } from '#features/drafts/draft-state.tsx';
import { discardDraft } from '#features/drafts/drafts.ts';
import { useDraft } from '#features/drafts/use-draft.ts';
import { MentionField } from '#features/mentions/mention-field.tsx';
import { Button } from '#ui/button.tsx';
import { useEmojiPanel } from '#ui/emoji-panel.tsx';
import { FieldNote } from '#ui/field-note.tsx';
import styles from '#ui/edit-box.module.css';
import { editComment } from './mutations.ts';
import type { Comment } from '#contract/comment-row.ts';

/** §2: a comment in edit mode, with Save and Cancel. Unsaved changes are a draft. */
export function CommentEdit({ comment, onDone }: { comment: Comment; onDone: () => void }) {
  const { draft, saved, change } = useDraft(`edit-comment:${comment.id}`, { text: comment.text });
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const emoji = useEmojiPanel(() => area.current?.querySelector('textarea'));
  const id = draft?.id;
  useEffect(() => area.current?.querySelector('textarea')?.focus(), [id]);
  if (!draft) return null;
  const text = draft.fields.text ?? '';
  const leave = async () => {
    await discardDraft(draft.id);
    onDone();
  };
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const result = await editComment({ id: comment.id, text });
    if (result.ok) return leave();
    setBusy(false);
    setError(errorText(result.code));
  };
  return (
    <form className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      <div ref={area}>
        <MentionField
          placement="above"
          className={styles.text}
          aria-label={commentsCopy.editing}
          aria-describedby="comment-edit-error"
          value={text}
          // What is typed now would be deleted with the draft.
          readOnly={busy}
          onChange={(event) => {
            setError(null);
            change({ text: event.target.value });
          }}
        />
      </div>
      <FieldNote id="comment-edit-error" error={error} />
      <LostDraft saved={saved} />
      <div className={styles.buttons}>
        <Button type="submit" kind="ink" size="s" disabled={countCharacters(text) > COMMENT_LIMITS.text}>
          {commentsCopy.save}
        </Button>
        <Button kind="text" size="s" onClick={() => void leave()}>
          {commentsCopy.cancel}
        </Button>
        {emoji.button}
      </div>
      {emoji.panel}
    </form>
  );
}
