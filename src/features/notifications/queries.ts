import { type Author, readAuthor } from '#contract/author.ts';
import { type OutboxState, toOutboxState } from '#contract/outbox.ts';
import { type Live, useLive } from '#features/replica/use-live.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import { NOTIFICATIONS_SQL, UNREAD_SQL } from './notifications-sql.ts';

export type NotificationType = 'friend_request' | 'friend_accept' | 'comment' | 'mention' | 'moderation' | 'promotion';

/** All fields of `data`; each type has some of them. */
export interface NotificationData {
  post_id?: string | null;
  comment_id?: string | null;
  from_user_id?: string | null;
  text?: string | null;
  reason?: string | null;
  /** Of a post that no moderator removed: `video` or `expired`. */
  cause?: string | null;
  post_title?: string | null;
  message?: string | null;
}

export interface Notification {
  id: string;
  type: NotificationType;
  data: NotificationData;
  isRead: boolean;
  created_at: string;
  /** The comment that it is about. */
  commentId: string | null;
  /** The member that it is about. */
  author: Author | null;
  /** Of the post, if it is on this device. */
  postTitle: string | null;
  /** What became of a friend request; null while unknown. */
  request: 'pending' | 'accepted' | 'declined' | null;
  /** Of the member's answer. */
  answerState: OutboxState | null;
}

interface NotificationRow {
  id: string;
  type: NotificationType;
  data: string | null;
  is_read: number | null;
  comment_id: string | null;
  created_at: string | null;
  author: string | null;
  post_title: string | null;
  request: string | null;
  answer_state: string | null;
}

type Fields = NotificationData & { from_username?: string | null; from_profile_image_url?: string | null };

/** The name in the notification is that of its time. The member's card, where it is known, is newer. */
function authorOf(author: string | null, fields: Fields, session: Session) {
  const { from_user_id, from_username, from_profile_image_url } = fields;
  if (!from_user_id) return null;
  const known = { username: from_username, profile_image_url: from_profile_image_url };
  return readAuthor(author ?? known, from_user_id, session);
}

function toNotification(row: NotificationRow, session: Session): Notification {
  const data = JSON.parse(row.data ?? '{}') as Fields;
  const { id, type, request } = row;
  return {
    id,
    type,
    data,
    isRead: row.is_read === 1,
    created_at: row.created_at ?? '',
    commentId: row.comment_id ?? data.comment_id ?? null,
    author: authorOf(row.author, data, session),
    postTitle: row.post_title,
    request: request === 'pending' || request === 'accepted' || request === 'declined' ? request : null,
    answerState: toOutboxState(row.answer_state),
  };
}

/** The member's newest notifications. */
export function useNotifications(): Live<Notification> {
  const session = useStore(sessionStore);
  return useLive<NotificationRow, Notification>({
    sql: NOTIFICATIONS_SQL,
    parameters: [accountOf(session)],
    decode: toNotification,
  });
}

const toUnread = ({ unread }: { id: string; unread: number }): number => unread;

/** How many entries of the list are unread. */
export function useUnread(): number {
  const session = useStore(sessionStore);
  const { rows } = useLive({ sql: UNREAD_SQL, parameters: [accountOf(session)], decode: toUnread });
  return rows[0] ?? 0;
}
