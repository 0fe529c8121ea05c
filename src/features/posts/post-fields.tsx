import { useEffect, useRef, type ReactNode, type SyntheticEvent } from 'react';
import { POST_LIMITS } from '#contract/posts.ts';
import { countCharacters } from '#contract/text.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { useIsOnline } from '#features/mentions/queries.ts';
import { MentionField } from '#features/mentions/mention-field.tsx';
import { RichText } from '#features/text/rich-text.tsx';
import { Button } from '#ui/button.tsx';
import { useEmojiPanel } from '#ui/emoji-panel.tsx';
import { FieldNote } from '#ui/field-note.tsx';
import { GrowingLine } from '#ui/growing-line.tsx';
import styles from './composer.module.css';

interface PostFieldsProps {
  title: string;
  description: string;
  error: string | null;
  busy: boolean;
  /** It was submitted: what is typed now would be deleted with the draft. */
  isSending: boolean;
  submitLabel: string;
  /** Shown beside the button. */
  hint: string | null;
  /** The error is about title or text. Default: it is. */
  isTextInvalid?: boolean;
  onChange: (part: { title?: string; description?: string }) => void;
  onSubmit: () => void;
  children?: ReactNode;
  /** The line above the tools: who sees the post, pin. */
  bar?: ReactNode;
  tools?: ReactNode;
  /** Decided by the server, after the emoji: an empty `span` keeps a missing one's space. */
  lateTools?: ReactNode;
}

/** The form for writing and editing posts. The focus starts in the title. */
export function PostFields({ title, description, error, busy, submitLabel, hint, ...rest }: PostFieldsProps) {
  const { isSending, onChange, onSubmit, children, bar, tools, lateTools, isTextInvalid = true } = rest;
  const form = useRef<HTMLFormElement>(null);
  /** Title or text, whichever was last used. The initial focus of the title is no choice of the member. */
  const field = useRef<HTMLTextAreaElement | null>(null);
  const textArea = () => form.current?.querySelectorAll('textarea')[1];
  const keepField = (event: SyntheticEvent<HTMLTextAreaElement>) => (field.current = event.currentTarget);
  const keep = { onFocus: keepField, onInput: keepField, onPointerDown: keepField };
  const endOfText = () => {
    const text = textArea();
    text?.setSelectionRange(text.value.length, text.value.length);
    return text;
  };
  const emoji = useEmojiPanel(() => field.current ?? endOfText());
  const isOnline = useIsOnline();
  const titleLength = countCharacters(title);
  const textLength = countCharacters(description);
  const tooLong = titleLength > POST_LIMITS.title || textLength > POST_LIMITS.description;

  useEffect(() => {
    const start = form.current?.querySelector('textarea');
    start?.focus({ preventScroll: true });
    start?.setSelectionRange(start.value.length, start.value.length);
    field.current = null;
  }, []);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <div className={styles.sheet}>
        <GrowingLine
          className={styles.title}
          aria-label={postPagesCopy.titleLabel}
          aria-invalid={(error !== null && isTextInvalid) || undefined}
          aria-describedby="composer-error"
          placeholder={postPagesCopy.titlePlaceholder}
          value={title}
          readOnly={isSending}
          autoComplete="off"
          enterKeyHint="next"
          {...keep}
          onChange={(changed) => onChange({ title: changed })}
          onEnter={() => textArea()?.focus()}
        />
        <CharactersLeft length={titleLength} limit={POST_LIMITS.title} />
        <MentionField
          className={styles.text}
          aria-label={postPagesCopy.textLabel}
          placeholder={postPagesCopy.textPlaceholder}
          value={description}
          readOnly={isSending}
          {...keep}
          onFocus={(event) => {
            keepField(event);
            if (isOnline) emoji.loadAhead();
          }}
          onChange={(event) => onChange({ description: event.target.value })}
        />
        <CharactersLeft length={textLength} limit={POST_LIMITS.description} />
        <PostPreview title={title} description={description} />
        {children}
        <FieldNote id="composer-error" error={error} />
      </div>
      <div className={styles.foot} data-above-keyboard>
        {hint && <p className={styles.hint}>{hint}</p>}
        {bar && <div className={styles.bar}>{bar}</div>}
        <div className={styles.tools}>
          {tools}
          {emoji.button}
          {lateTools}
          <Button type="submit" kind="make" disabled={busy || tooLong}>
            {submitLabel}
          </Button>
        </div>
        {emoji.panel}
      </div>
    </form>
  );
}

/** Empty until the limit is near. */
function CharactersLeft({ length, limit }: { length: number; limit: number }) {
  const left = limit - length;
  if (left > Math.min(200, limit * 0.2)) return null;
  return (
    <p className={styles.left} data-over={left < 0} role={left <= 0 ? 'status' : undefined}>
      {left < 0 ? postPagesCopy.over(-left) : postPagesCopy.left(left)}
    </p>
  );
}

/** How title and text will read: links, mentions, hashtags and line breaks. */
function PostPreview({ title, description }: { title: string; description: string }) {
  if (!title.trim() && !description.trim()) return null;
  return (
    <details className={styles.preview}>
      <summary>{postPagesCopy.preview}</summary>
      {title.trim() && <h2 dir="auto">{title.trim()}</h2>}
      {description.trim() && <RichText text={description.trim()} />}
    </details>
  );
}
