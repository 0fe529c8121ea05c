import { useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { COMMENT_LIMITS } from '#contract/comments.ts';
import { IMAGE_LIMITS, type Picture } from '#contract/media.ts';
import { countCharacters } from '#contract/text.ts';
import { commentsCopy } from '#copy/comments.ts';
import { errorText } from '#copy/errors.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { useIsOnline } from '#features/mentions/queries.ts';
import { MentionField } from '#features/mentions/mention-field.tsx';
import { LostDraft } from '#features/drafts/draft-state.tsx';
import type { DraftHandle } from '#features/drafts/use-draft.ts';
import { PhotoButtons } from '#features/media/photo-buttons.tsx';
import { PhotosField } from '#features/media/photos-field.tsx';
import { usePhotos } from '#features/media/use-photos.ts';
import { useEmojiPanel } from '#ui/emoji-panel.tsx';
import { FieldNote } from '#ui/field-note.tsx';
import { CloseIcon, OutboxIcon } from '#ui/icons/icons.tsx';
import { cx } from '#ui/class-names.ts';
import line from '#ui/composer-line.module.css';
import styles from './comment-composer.module.css';
import { addComment } from './mutations.ts';
import type { Comment } from '#contract/comment-row.ts';

interface CommentComposerProps {
  postId: string;
  handle: DraftHandle<'comment'>;
  /** The comments that can be answered. */
  comments: readonly Comment[];
  /** Increases with each tap on Reply, which focuses the field. */
  replyCount: number;
  /** No database can be opened, so nothing can be sent. */
  noStorage: boolean;
  /** `isReply`: it answers another comment. */
  onSent: (id: string, isReply: boolean) => void;
}

const NONE: readonly Picture[] = [];

/** The comment field. Works before the database is open; one draft per post, with the answered comment. */
export function CommentComposer({ postId, handle, comments, replyCount, noStorage, onSent }: CommentComposerProps) {
  const { draft, saved, change, changeFiles, switchTo } = handle;
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const emoji = useEmojiPanel(() => box.current?.querySelector('textarea'));
  const isOnline = useIsOnline();
  useEffect(() => {
    if (replyCount > 0) box.current?.querySelector('textarea')?.focus();
  }, [replyCount]);

  const text = draft?.fields.text ?? '';
  const parentId = draft?.fields.parent || null;
  const parent = comments.find(({ id }) => id === parentId);
  const photos = usePhotos({
    draft: { id: draft?.id ?? '', place: `comment:${postId}` },
    pictures: draft?.files ?? NONE,
    max: IMAGE_LIMITS.perComment,
    edit: (files) => {
      setError(null);
      return draft && changeFiles(draft.id, files);
    },
  });
  const isBusy = busy || !draft || photos.taking.length > 0;
  const over = countCharacters(text) - COMMENT_LIMITS.text;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isBusy || !draft || over > 0) return;
    setBusy(true);
    emoji.close();
    const { id, fields, files } = draft;
    const comment = { id: fields.id, post_id: postId, parent_id: parentId, text, image: files[0] };
    // The next comment can be written at once, and is not deleted with this draft. A failure brings the text back.
    const [result] = await Promise.all([addComment({ ...comment, draftId: id }), switchTo(null)]);
    setBusy(false);
    if (result.ok) return onSent(result.id, parentId !== null);
    await switchTo(id);
    setError(errorText(result.code));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // Enter inserts a line break; Ctrl or Command with Enter sends.
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
  };
  return (
    <form className={cx(line.form, styles.form)} noValidate onSubmit={(event) => void submit(event)}>
      {parentId && (
        <p className={styles.parent}>
          {parent ? commentsCopy.replying(parent.author.username) : commentsCopy.replyingGone}
          <button
            type="button"
            className={styles.drop}
            aria-label={commentsCopy.cancelReply}
            onClick={() => change({ parent: '' })}
          >
            <CloseIcon size="s" />
          </button>
        </p>
      )}
      <PhotosField photos={photos} />
      <div ref={box} className={cx(line.row, styles.row)}>
        <PhotoButtons photos={photos} compact />
        <MentionField
          placement="above"
          className={cx(line.text, styles.text)}
          aria-label={commentsCopy.placeholder}
          aria-invalid={error ? true : undefined}
          aria-describedby="comment-error"
          placeholder={commentsCopy.placeholder}
          value={text}
          disabled={!draft}
          onFocus={isOnline ? emoji.loadAhead : undefined}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setError(null);
            change({ text: event.target.value });
          }}
        />
        {emoji.button}
        <button type="submit" className={styles.send} aria-label={commentsCopy.send} disabled={isBusy || over > 0}>
          <OutboxIcon />
        </button>
      </div>
      {emoji.panel}
      {over > 0 && <output className={line.over}>{postPagesCopy.over(over)}</output>}
      <FieldNote id="comment-error" error={error ?? (noStorage ? commentsCopy.noStorage : null)} />
      <LostDraft saved={saved} />
    </form>
  );
}
