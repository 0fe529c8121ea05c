import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import { errorText } from '#copy/errors.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { feedExtrasCopy } from '#copy/feed-extras.ts';
import { savedCopy } from '#copy/saved.ts';
import { postsCopy } from '#copy/posts.ts';
import { useIsMember, useIsStaff } from '#features/me/queries.ts';
import { moderationCopy } from '#copy/moderation.ts';
import { AdminIcon } from '#ui/icons/icons.tsx';
import { panelTarget } from '#features/moderation/open-panel.ts';
import { useReadAloud } from '#features/read-aloud/use-read-aloud.tsx';
import type { Standing } from '#features/safety/queries.ts';
import { useSafetyActions } from '#features/safety/use-safety-actions.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { BookmarkIcon, EditIcon, TrashIcon } from '#ui/icons/more-icons.tsx';
import { Menu, type MenuItem } from '#ui/menu.tsx';
import { toast } from '#ui/toast-store.ts';
import { deletePost } from './mutations.ts';
import { useSave } from './use-save.ts';
import { useShare } from './use-share.tsx';

interface PostMenuProps {
  post: FeedPost;
  onDeleted?: (() => void) | undefined;
  /** How the reader has listed the author. Without it they are on neither list. */
  standing?: Standing | undefined;
  /** Open from the start. */
  isOpened?: boolean;
}

/** Share and read for all, save for members, edit for the author, report, mute, block for others, staff's panel. */
export function PostMenu({ post, onDeleted, standing, isOpened }: PostMenuProps) {
  const isMember = useIsMember();
  const isStaff = useIsStaff();
  const navigate = useNavigate();
  const safety = useSafetyActions();
  const save = useSave();
  const share = useShare(post);
  const reading = useReadAloud(post);
  const [asking, setAsking] = useState(false);
  if (post.state === 'refused' || (post.isNew && !isMember)) return null;
  const remove = async () => {
    setAsking(false);
    try {
      const result = await deletePost(post.id);
      if (!result.ok) return toast(postPagesCopy.removeFailed(errorText(result.code)), { tone: 'stop' });
    } catch (error) {
      return toast(postPagesCopy.unexpected(error instanceof Error ? error.message : String(error)), { tone: 'stop' });
    }
    toast(postPagesCopy.removed);
    onDeleted?.();
  };
  const edit = () => void navigate({ to: '/edit/$id', params: { id: post.id } });
  const items: MenuItem[] = [];
  if (isMember && !post.isNew) {
    const label = post.saved ? savedCopy.remove : savedCopy.add;
    const icon = <BookmarkIcon size="s" on={post.saved} />;
    items.push({ label, icon, onSelect: () => void save(post.id, !post.saved) });
  }
  if (!post.isNew) items.push(...share.items);
  if (post.mine) items.push({ label: postsCopy.edit, icon: <EditIcon size="s" />, onSelect: edit });
  else if (isMember)
    items.push(...safety.items({ userId: post.user_id, username: post.author.username, postId: post.id }, standing));
  if (isStaff) {
    const open = () => panelTarget.set({ postId: post.id, username: post.author.username, onDeleted });
    items.push({ label: moderationCopy.open, icon: <AdminIcon size="s" />, onSelect: open });
  }
  if (post.mine) {
    const icon = <TrashIcon size="s" />;
    items.push({ label: postPagesCopy.remove, icon, tone: 'stop', onSelect: () => setAsking(true) });
  }
  // Last: voices load late, and what comes into an open menu must not move what a finger is about to tap.
  items.push(...reading);
  return (
    <>
      <Menu label={feedExtrasCopy.more} items={items} isOpened={isOpened} />
      {safety.dialogs}
      {share.dialog}
      <ConfirmDialog
        open={asking}
        title={postPagesCopy.removeTitle}
        text={postPagesCopy.removeAsk}
        confirmLabel={postPagesCopy.remove}
        cancelLabel={postPagesCopy.removeKeep}
        onCancel={() => setAsking(false)}
        onConfirm={() => void remove()}
      />
    </>
  );
}
