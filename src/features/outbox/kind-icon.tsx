import type { ShownKind } from '#contract/actions.ts';
import { AdminIcon, CommentIcon, MailIcon, UserIcon, UsersIcon, VoteIcon } from '#ui/icons/icons.tsx';
import {
  BlockIcon,
  BookmarkIcon,
  HeartIcon,
  PollIcon,
  ReportIcon,
  TrashIcon,
  TextIcon,
} from '#ui/icons/more-icons.tsx';

const ICONS: Readonly<Record<ShownKind, typeof TextIcon>> = {
  post: TextIcon,
  edit_post: TextIcon,
  delete_post: TrashIcon,
  comment: CommentIcon,
  edit_comment: CommentIcon,
  delete_comment: TrashIcon,
  message: MailIcon,
  vote: VoteIcon,
  like: HeartIcon,
  save: BookmarkIcon,
  poll_vote: PollIcon,
  friend_request: UsersIcon,
  friend_accept: UsersIcon,
  friend_decline: UsersIcon,
  unfriend: UsersIcon,
  block: BlockIcon,
  unblock: BlockIcon,
  mute: BlockIcon,
  unmute: BlockIcon,
  profile: UserIcon,
  notification_settings: TextIcon,
  report: ReportIcon,
  moderate_post: AdminIcon,
  close_reports: AdminIcon,
};

/** Decoration. The text beside it names the kind; one of a newer release has a general icon. */
export function KindIcon({ kind }: { kind: string }) {
  const Icon = (ICONS as Readonly<Record<string, typeof TextIcon>>)[kind] ?? TextIcon;
  return <Icon />;
}
