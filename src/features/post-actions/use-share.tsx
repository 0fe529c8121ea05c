import { useState, type ReactNode } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import { readPostImages } from '#contract/post-images.ts';
import { postsCopy } from '#copy/posts.ts';
import { shareCopy } from '#copy/share.ts';
import { handOver } from '#features/photos/hand-over.ts';
import { captionOf } from '#features/photos/caption-queries.ts';
import { canShare, copyText, shareLink } from '#lib/share-link.ts';
import { ImageIcon, LinkIcon, ShareIcon } from '#ui/icons/more-icons.tsx';
import type { MenuItem } from '#ui/menu.tsx';
import { ShareLink } from '#ui/share-link.tsx';
import { toast } from '#ui/toast-store.ts';

interface Share {
  items: MenuItem[];
  dialog: ReactNode;
}

/** Opens the system's sheet, else copies the link, else shows it in a field. Pictures go as files. */
export function useShare(post: FeedPost): Share {
  const { id, title, author, visibility } = post;
  const [isFieldOpen, setFieldOpen] = useState(false);
  const name = title || postsCopy.untitled(author.username);
  const url = `${location.origin}/posts/${id}`;
  const copy = async () => {
    if (await copyText(url)) toast(shareCopy.post.copied, { tone: 'done' });
    else setFieldOpen(true);
  };
  const note = visibility === 'friends' ? { note: shareCopy.readersOnly } : {};
  return {
    items: [
      {
        ...{ label: shareCopy.share, icon: <ShareIcon size="s" />, ...note },
        onSelect: () => void (canShare() ? shareLink(name, url) : copy()),
      },
      ...pictureItems(post),
      { label: shareCopy.copyLink, icon: <LinkIcon size="s" />, onSelect: () => void copy() },
    ],
    dialog: <ShareLink kind="post" title={name} url={url} open={isFieldOpen} onClose={() => setFieldOpen(false)} />,
  };
}

/** Friends-only pictures of others stay where they are. */
function pictureItems({ images, visibility, mine, title, description, author: { username } }: FeedPost): MenuItem[] {
  const urls = readPostImages(images).map(({ url }) => url);
  if (urls.length === 0 || (visibility !== 'public' && !mine)) return [];
  const { one, several } = shareCopy.pictures;
  const caption = captionOf(title, description);
  return [
    {
      label: urls.length === 1 ? one : several(urls.length),
      icon: <ImageIcon size="s" />,
      onSelect: () => void handOver({ urls, username, caption }),
    },
  ];
}
