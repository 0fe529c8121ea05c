import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { errorText } from '#copy/errors.ts';
import { postsCopy } from '#copy/posts.ts';
import { POST_LIMITS } from '#contract/posts.ts';
import { countCharacters } from '#contract/text.ts';
import { Button } from '#ui/button.tsx';
import { FieldNote } from '#ui/field-note.tsx';
import { GrowingTextarea } from '#ui/growing-textarea.tsx';
import { GlobeIcon, UsersIcon } from '#ui/icons/icons.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { CharactersLeft } from './characters-left.tsx';
import styles from './composer.module.css';
import type { PostDraft } from './drafts.ts';
import { createPost } from './mutations.ts';
import { useDraft } from './use-draft.ts';

const VISIBILITY = [
  { value: 'public', label: postsCopy.public, icon: <GlobeIcon size="s" /> },
  { value: 'friends', label: postsCopy.friends, icon: <UsersIcon size="s" /> },
] as const;

interface ComposerProps {
  draft: PostDraft;
  /** Nothing can be sent now; said beside the button, so that nobody waits for bars. */
  offline: boolean;
  onPosted: () => void;
  onDraftKept?: ((kept: boolean) => void) | undefined;
}

export function Composer({ draft: initial, offline, onPosted, onDraftKept }: ComposerProps) {
  const [draft, change] = useDraft(initial, onDraftKept);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const titleRef = useRef<HTMLInputElement>(null);
  const titleLength = countCharacters(draft.title);
  const textLength = countCharacters(draft.description);
  const tooLong = titleLength > POST_LIMITS.title || textLength > POST_LIMITS.description;

  useEffect(() => titleRef.current?.focus({ preventScroll: true }), []);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!draft.title.trim() && !draft.description.trim()) {
      setError(errorText('post_empty'));
      titleRef.current?.focus();
      return;
    }
    setBusy(true);
    const { id: draftId, ...post } = draft;
    const result = await createPost({ ...post, draftId });
    if (result.ok) {
      onPosted();
      return;
    }
    setBusy(false);
    setError(errorText(result.code));
  };

  const edit = (part: Partial<PostDraft>) => {
    setError(null);
    change(part);
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={styles.sheet}>
        <input
          ref={titleRef}
          className={styles.title}
          aria-label={postsCopy.titleLabel}
          aria-invalid={error ? true : undefined}
          aria-describedby="composer-error"
          placeholder={postsCopy.titlePlaceholder}
          value={draft.title}
          autoComplete="off"
          enterKeyHint="next"
          onChange={(event) => edit({ title: event.target.value })}
        />
        <CharactersLeft length={titleLength} limit={POST_LIMITS.title} />
        <GrowingTextarea
          className={styles.text}
          aria-label={postsCopy.textLabel}
          placeholder={postsCopy.textPlaceholder}
          value={draft.description}
          onChange={(event) => edit({ description: event.target.value })}
        />
        <CharactersLeft length={textLength} limit={POST_LIMITS.description} />
        <div className={styles.audience}>
          <Segmented
            legend={postsCopy.whoSees}
            value={draft.visibility}
            choices={VISIBILITY}
            onChange={(visibility) => edit({ visibility })}
          />
        </div>
        <FieldNote id="composer-error" error={error} />
      </div>
      <div className={styles.tools}>
        <p className={styles.hint}>{offline ? postsCopy.offlineHint : null}</p>
        <Button type="submit" kind="make" disabled={busy || tooLong}>
          {busy ? postsCopy.submitting : postsCopy.submit}
        </Button>
      </div>
    </form>
  );
}
