import type { Author } from '#contract/author.ts';
import type { Notification, NotificationType } from './queries.ts';

/** One entry of the list: a notification, or all comments on one post. The newest one first. */
export interface NotificationGroup {
  key: string;
  newest: Notification;
  ids: readonly string[];
  isRead: boolean;
  /** The members that it is about, each once. */
  authors: readonly Author[];
}

const DELETED_ON_VIEW: readonly NotificationType[] = ['mention', 'friend_accept', 'moderation', 'promotion'];

export const isDeletedOnView = ({ type }: Notification): boolean => DELETED_ON_VIEW.includes(type);

/** `isNew`: belongs to the first part of the list. New and older comments on one post are two entries. */
export function groupNotifications(
  rows: readonly Notification[],
  isNew: (row: Notification) => boolean,
): { fresh: NotificationGroup[]; earlier: NotificationGroup[] } {
  const parts = { fresh: new Map<string, Notification[]>(), earlier: new Map<string, Notification[]>() };
  for (const row of rows) {
    // A declined request is no longer listed; the server deletes its notification.
    if (row.type === 'friend_request' && row.request === 'declined') continue;
    const part = isNew(row) ? parts.fresh : parts.earlier;
    const key = row.type === 'comment' && row.data.post_id ? row.data.post_id : row.id;
    part.set(key, [...(part.get(key) ?? []), row]);
  }
  const toGroups = (part: Map<string, Notification[]>) => [...part].flatMap(([key, members]) => toGroup(key, members));
  return { fresh: toGroups(parts.fresh), earlier: toGroups(parts.earlier) };
}

function toGroup(key: string, rows: readonly Notification[]): NotificationGroup[] {
  const [newest] = rows;
  if (!newest) return [];
  const authors = new Map(rows.flatMap(({ author }) => (author ? [[author.username, author]] : [])));
  return [
    {
      key,
      newest,
      ids: rows.map(({ id }) => id),
      isRead: rows.every(({ isRead }) => isRead),
      authors: [...authors.values()],
    },
  ];
}
