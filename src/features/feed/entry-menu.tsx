import { type ComponentType, useState } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import { feedExtrasCopy } from '#copy/feed-extras.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { MoreIcon } from '#ui/icons/icons.tsx';

interface MenuProps {
  post: FeedPost;
  isOpened?: boolean;
}

/** The menu of an entry in a list. Its code is loaded at the first tap, because a feed needs none of it. */
export function EntryMenu({ post }: { post: FeedPost }) {
  const [Loaded, setLoaded] = useState<ComponentType<MenuProps> | null>(null);
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
