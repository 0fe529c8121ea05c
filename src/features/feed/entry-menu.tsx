import { type ComponentType, useEffect, useState } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import { feedExtrasCopy } from '#copy/feed-extras.ts';
import { useIsMuted } from '#features/me/standing-queries.ts';
import type { EntryUploadsProps } from '#features/outbox/entry-uploads.tsx';
import { UnsentNote } from '#features/outbox/unsent-note.tsx';
import { listPost } from '#features/read-aloud/listed.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { MoreIcon } from '#ui/icons/icons.tsx';
import { later } from '#ui/later.tsx';

interface MenuProps {
  post: FeedPost;
  isOpened?: boolean;
}

/** The menu of an entry in a list. Its code is loaded at the first tap, because a feed needs none of it. */
export function EntryMenu({ post }: { post: FeedPost }) {
  const [Loaded, setLoaded] = useState<ComponentType<MenuProps> | null>(null);
  useEffect(() => listPost(post), [post]);
  const load = async () => {
    const { PostMenu } = await import('#features/post-actions/post-menu.tsx');
    setLoaded(() => PostMenu);
  };
  if (Loaded) return <Loaded post={post} isOpened />;
  return (
    <IconButton
      quiet
      label={feedExtrasCopy.more}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => void load()}
    >
      <MoreIcon />
    </IconButton>
  );
}

const EntryUploads = later<EntryUploadsProps>(
  async () => (await import('#features/outbox/entry-uploads.tsx')).EntryUploads,
);

/** The send state of a post whose files may be missing. In this chunk, because the first one is full. */
export function EntryFiles({ post }: { post: FeedPost }) {
  const { id, state, held_at, created_at, refusal } = post;
  // No action of this device, and not published: another one has its files.
  const awaited = post.isNew && !state && (post.video_url ? 'video' : 'photos');
  return (
    <EntryUploads postId={id} awaited={awaited} isMuted={useIsMuted()}>
      {state && <UnsentNote state={state} writtenAt={held_at ?? created_at} refusal={refusal} />}
    </EntryUploads>
  );
}
