import { useState, type ReactNode } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import { postsCopy } from '#copy/posts.ts';
import { shareCopy } from '#copy/share.ts';
import { canShare, copyLink, shareLink } from '#lib/share-link.ts';
import { LinkIcon, ShareIcon } from '#ui/icons/more-icons.tsx';
import type { MenuItem } from '#ui/menu.tsx';
import { ShareLink } from '#ui/share-link.tsx';
import { toast } from '#ui/toast-store.ts';

interface Share {
  items: MenuItem[];
  dialog: ReactNode;
}

/** Opens the system's sheet, else copies the link, else shows it in a field. */
export function useShare({ id, title, author, visibility }: FeedPost): Share {
  const [isFieldOpen, setFieldOpen] = useState(false);
  const name = title || postsCopy.untitled(author.username);
  const url = `${location.origin}/posts/${id}`;
  const copy = async () => {
    if (await copyLink(url)) toast(shareCopy.post.copied, { tone: 'done' });
    else setFieldOpen(true);
  };
  const note = visibility === 'friends' ? { note: shareCopy.readersOnly } : {};
  return {
    items: [
      {
        ...{ label: shareCopy.share, icon: <ShareIcon size="s" />, ...note },
        onSelect: () => void (canShare() ? shareLink(name, url) : copy()),
      },
      { label: shareCopy.copyLink, icon: <LinkIcon size="s" />, onSelect: () => void copy() },
    ],
    dialog: <ShareLink kind="post" title={name} url={url} open={isFieldOpen} onClose={() => setFieldOpen(false)} />,
  };
}
