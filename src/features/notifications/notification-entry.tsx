import { Link } from '#ui/link.tsx';
import { type ReactNode, useRef } from 'react';
import { notificationsCopy } from '#copy/notifications.ts';
import { outboxCopy } from '#copy/outbox.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import { Answer } from '#features/friends/friend-action.tsx';
import { undoAccept } from '#features/friends/friend-actions.ts';
import { AvatarMark } from '#ui/avatar-mark.tsx';
import { Button } from '#ui/button.tsx';
import { entryProps } from '#ui/entry.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { AdminIcon, CloseIcon, CommentIcon, UsersIcon } from '#ui/icons/icons.tsx';
import { FriendIcon, MentionIcon, TrashIcon } from '#ui/icons/more-icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { Stamp } from '#ui/stamp.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';
import { Quotes } from '#ui/quotes.tsx';
import { dismiss } from './dismissal.ts';
import { isDeletedOnView, type NotificationGroup } from './groups.ts';
import styles from './notification-entry.module.css';
import type { Notification, NotificationType } from './queries.ts';
import { useSeen } from './use-viewing.ts';

const ICONS: Record<NotificationType, typeof CommentIcon> = {
  comment: CommentIcon,
  mention: MentionIcon,
  friend_request: FriendIcon,
  friend_accept: UsersIcon,
  moderation: TrashIcon,
  promotion: AdminIcon,
};

interface EntryProps {
  group: NotificationGroup;
  onSeen: (ids: readonly string[]) => void;
}

/** One entry of the list. All of it opens what it is about; buttons stay above the link. */
export function NotificationEntry({ group, onSeen }: EntryProps) {
  const entry = useRef<HTMLLIElement>(null);
  const { newest, ids, isRead, authors } = group;
  useSeen(entry, ids, onSeen);
  // The margin has no room for a long date.
  const wide = useMedia(WIDE);
  const [author, second] = authors;
  const Icon = ICONS[newest.type];
  const isUnsent = newest.type === 'friend_request' && unsent(newest) !== null;
  const quote = quoteOf(newest);
  return (
    <li ref={entry} {...entryProps(undefined, isUnsent && 'unsent')}>
      <div className={styles.margin}>
        <span className={styles.picture} data-pair={second !== undefined}>
          {second && <AuthorAvatar author={second} size="s" />}
          {author ? <AuthorAvatar author={author} size={second ? 's' : 'm'} /> : <span className={styles.plain} />}
          {author ? <AvatarMark icon={Icon} /> : <Icon size="s" className={styles.alone} />}
        </span>
        {!wide && <LogTime iso={newest.created_at} />}
        {!isRead && (
          <span className={styles.dot}>
            <span className="sr">{notificationsCopy.unread}</span>
          </span>
        )}
      </div>
      <div className={styles.column}>
        <div className={styles.words}>
          <p>
            <Target newest={newest} onOpen={() => onSeen(ids)}>
              <span data-covered>{sentenceOf(group)}</span>
            </Target>
          </p>
          {quote && (
            <p className={styles.quote} dir="auto" data-covered>
              {quote}
            </p>
          )}
          {wide && (
            <p className={styles.time}>
              <LogTime iso={newest.created_at} />
            </p>
          )}
          {newest.type === 'friend_request' && <Request newest={newest} />}
        </div>
        {isDeletedOnView(newest) && (
          <IconButton label={notificationsCopy.dismiss} className={styles.dismiss} onClick={() => dismiss(ids)}>
            <CloseIcon size="s" />
          </IconButton>
        )}
      </div>
    </li>
  );
}

const unsent = ({ request, answerState }: Notification): 'queued' | 'sending' | null =>
  request === 'accepted' && (answerState === 'queued' || answerState === 'sending') ? answerState : null;

function Request({ newest }: { newest: Notification }) {
  const { author, request, data } = newest;
  const state = unsent(newest);
  if (state)
    return (
      <div className={styles.answer}>
        <Stamp state={state} label={outboxCopy.stamps[state]} />
        {state === 'queued' && author && data.from_user_id && (
          <Button
            kind="text"
            size="s"
            aria-label={notificationsCopy.undoAccept(author.username)}
            onClick={() => void undoAccept({ id: data.from_user_id ?? '', username: author.username })}
          >
            {notificationsCopy.undo}
          </Button>
        )}
      </div>
    );
  if (request !== 'pending' || !author || !data.from_user_id) return null;
  return (
    <div className={styles.answer}>
      <Answer acceptFirst other={{ id: data.from_user_id, username: author.username }} />
    </div>
  );
}

interface TargetProps {
  newest: Notification;
  onOpen: () => void;
  children: ReactNode;
}

function Target({ newest, onOpen, children }: TargetProps) {
  const { type, data, author, commentId } = newest;
  if ((type === 'comment' || type === 'mention') && data.post_id) {
    return (
      <Link
        to="/posts/$postId"
        params={{ postId: data.post_id }}
        search={commentId ? { commentId } : {}}
        draggable={false}
        className={styles.open}
        onClick={onOpen}
      >
        {children}
      </Link>
    );
  }
  if (type === 'promotion')
    return (
      <Link to="/admin" draggable={false} className={styles.open} onClick={onOpen}>
        {children}
      </Link>
    );
  if (!author) return <span>{children}</span>;
  return (
    <Link
      to="/user/$username"
      params={{ username: author.username }}
      draggable={false}
      className={styles.open}
      onClick={onOpen}
    >
      {children}
    </Link>
  );
}

function sentenceOf({ newest, authors }: NotificationGroup): ReactNode {
  const { type, data, postTitle, request } = newest;
  switch (type) {
    case 'moderation':
      return (
        <>
          {notificationsCopy.removedBy[data.cause ?? ''] ?? notificationsCopy.removedPost}
          {data.post_title && (
            <b>
              <Quotes text={notificationsCopy.removedTitle(data.post_title)} />
            </b>
          )}
        </>
      );
    case 'promotion':
      return data.message ?? notificationsCopy.promoted;
    case 'comment':
      return (
        <>
          <Names authors={authors} />
          <Quotes text={notificationsCopy.commentedOn(postTitle)} />
        </>
      );
    case 'mention':
      return (
        <>
          <Names authors={authors} />
          <Quotes text={notificationsCopy.mentionedIn(postTitle)} />
        </>
      );
    case 'friend_accept':
      return (
        <>
          <Names authors={authors} />
          {notificationsCopy.acceptedRequest}
        </>
      );
    case 'friend_request':
      return (
        <>
          <Names authors={authors} />
          {request !== 'accepted'
            ? notificationsCopy.wantsToBeFriends
            : unsent(newest)
              ? notificationsCopy.willBeFriends
              : notificationsCopy.areFriends}
        </>
      );
  }
}

/** '@a', '@a and @b', '@a and 3 others'. */
function Names({ authors }: Pick<NotificationGroup, 'authors'>) {
  const [first, second] = authors;
  return (
    <>
      {first && <b>{notificationsCopy.name(first.username)}</b>}
      {second && authors.length === 2 && (
        <>
          {notificationsCopy.and}
          <b>{notificationsCopy.name(second.username)}</b>
        </>
      )}
      {authors.length > 2 && notificationsCopy.others(authors.length - 1)}
    </>
  );
}

function quoteOf({ type, data }: Notification): string | null {
  if (type === 'comment' && data.text) return notificationsCopy.quote(data.text);
  if (type === 'moderation' && data.reason) return notificationsCopy.reason(data.reason);
  return null;
}
