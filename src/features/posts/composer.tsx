import { useState } from 'react';
import { errorText } from '#copy/errors.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { GlobeIcon, UsersIcon } from '#ui/icons/icons.tsx';
import { Segmented } from '#ui/segmented.tsx';
import styles from './composer.module.css';
import { createPost } from './mutations.ts';
import { PostFields } from './post-fields.tsx';

const VISIBILITY = [
  { value: 'public', label: postPagesCopy.public, icon: <GlobeIcon size="s" /> },
  { value: 'friends', label: postPagesCopy.friends, icon: <UsersIcon size="s" /> },
] as const;

interface ComposerProps {
  /** For createPost: a second submit of the same draft creates no second post. */
  draftId: string;
  text: Record<string, string>;
  onChange: (part: Record<string, string>) => void;
  /** Nothing can be sent now. Shows a hint beside the button. */
  offline: boolean;
  onPosted: () => void;
  /** The member has no username yet. The draft is saved. */
  onNeedsUsername: () => void;
}

export function Composer({ draftId, text, onChange, offline, onPosted, onNeedsUsername }: ComposerProps) {
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { title = '', description = '' } = text;
  const visibility = text['visibility'] === 'friends' ? 'friends' : 'public';

  const submit = async () => {
    if (!title.trim() && !description.trim()) {
      setError(errorText('post_empty'));
      return;
    }
    setBusy(true);
    const result = await createPost({ title, description, visibility, draftId });
    if (result.ok) return onPosted();
    setBusy(false);
    setError(errorText(result.code));
    if (result.code === 'username_missing') onNeedsUsername();
  };
  const edit = (part: Record<string, string>) => {
    setError(null);
    onChange(part);
  };
  return (
    <PostFields
      title={title}
      description={description}
      error={error}
      busy={busy}
      submitLabel={busy ? postPagesCopy.submitting : postPagesCopy.submit}
      hint={offline ? postPagesCopy.offlineHint : null}
      onChange={edit}
      onSubmit={() => void submit()}
    >
      <div className={styles.audience}>
        <Segmented
          legend={postPagesCopy.whoSees}
          value={visibility}
          choices={VISIBILITY}
          onChange={(chosen) => edit({ visibility: chosen })}
        />
      </div>
    </PostFields>
  );
}
