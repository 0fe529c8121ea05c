import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { messagesCopy } from '#copy/messages.ts';
import { PushOffer } from '#features/push/push-offer.tsx';
import { BlockedNotice } from '#features/safety/blocked-notice.tsx';
import { NotHere } from '#ui/not-here.tsx';
import { BareFrame } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { TwoMugs } from '#ui/quiet-drawings.tsx';
import { firstView, shownViews } from './view-queries.ts';
import { MessageComposer } from './message-composer.tsx';
import { MessageList, nameOf } from './message-list.tsx';
import { type Message, NEWEST, type Thread, useAccount, useOther, useThread } from './queries.ts';
import styles from './thread-page.module.css';
import { useReadThread } from './use-read-thread.ts';
import { useThreadScroll } from './use-thread-scroll.ts';
import { useThreadUnread } from './thread-queries.ts';
import { useUnreadLine } from './use-unread-line.ts';

/** The conversation with one member. Nothing of one account may stay for another. */
export function ThreadPage({ userId }: { userId: string }) {
  const account = useAccount();
  return <OpenThread key={`${account} ${userId}`} userId={userId} />;
}

function OpenThread({ userId }: { userId: string }) {
  const page = useRef<HTMLDivElement>(null);
  const account = useAccount();
  const [view, setView] = useState(() => firstView(account, userId));
  useEffect(() => void shownViews.set(userId, view), [userId, view]);
  const { other, missing, isSelf } = useOther(userId);
  const messageCount = other?.messageCount ?? 0;
  const thread = useThread({ userId, messageCount, view, onMove: setView });
  const { messages, ready } = thread;
  const isGone = missing === 'gone' && other !== null && other.author === null && messages.length === 0;
  const isBlocked = other?.isBlocked ?? false;
  const isClosed = isSelf || isGone || isBlocked;
  const isList = messages.length > 0 && !isClosed;
  const { toEnd, isAtEnd } = useThreadScroll(page, isList ? nameOf(messages) : '', view.offset === 0);
  const toNewest = () => {
    if (view.offset > 0) setView(NEWEST);
    toEnd();
  };
  const [hasWritten, setWritten] = useState(false);
  const onSent = () => {
    setWritten(true);
    toNewest();
  };
  const unread = unreadOf(messages);
  // A blocked member's messages are not shown.
  useReadThread(userId, ready && !isBlocked ? idOf(unread.at(-1)) : null);
  const [firstNew, setFirstNew] = useState(idOf(unread[0]));
  useUnreadLine(useThreadUnread(userId), isAtEnd, setFirstNew);
  const username = other?.author?.username ?? '';
  return (
    <div ref={page} className={styles.page}>
      <div className={styles.messages} data-entry="thread">
        {isSelf ? (
          <NoThread text={messagesCopy.yourself} />
        ) : isGone ? (
          <NoThread text={messagesCopy.noMember} detail={messagesCopy.noMemberText} />
        ) : isBlocked ? (
          <BlockedNotice userId={userId} username={username} />
        ) : isList ? (
          <MessageList thread={thread} username={username} firstNew={firstNew} onNewest={toNewest} />
        ) : (
          <NothingHere thread={thread} username={username} count={messageCount} />
        )}
      </div>
      {hasWritten && !isClosed && username && <PushOffer username={username} />}
      {!isClosed && <MessageComposer userId={userId} noStorage={missing === 'unavailable'} onSent={onSent} />}
    </div>
  );
}

const unreadOf = (messages: readonly Message[]) => messages.filter(({ mine, read }) => !mine && !read);
const idOf = (message: Message | undefined): string | null => message?.id ?? null;

/** The messages of the first render, for the page that is shown before the code has loaded. */
export function DrawnThread({ userId }: { userId: string }) {
  const { other } = useOther(userId);
  const thread = useThread({ userId, messageCount: other?.messageCount ?? 0, view: NEWEST, onMove: () => {} });
  const { messages } = thread;
  if (messages.length === 0 || other?.isBlocked) return null;
  const firstNew = idOf(unreadOf(messages)[0]);
  const username = other?.author?.username ?? '';
  return <MessageList thread={thread} username={username} firstNew={firstNew} onNewest={() => {}} />;
}

const NoThread = ({ text, detail }: { text: string; detail?: string }) => (
  <EmptyState
    drawing={<BareFrame />}
    title={text}
    {...(detail && { text: detail })}
    action={
      <LinkButton to="/messages" kind="outline" size="s">
        {messagesCopy.backToInbox}
      </LinkButton>
    }
  />
);

interface NothingHereProps {
  thread: Thread;
  username: string;
  /** Messages of the thread on the server. */
  count: number;
}

/** "No messages" only after the server has confirmed it. */
function NothingHere({ thread: { complete, missing, hasOlder, showOlder }, username, count }: NothingHereProps) {
  useLayoutEffect(() => {
    if (hasOlder) showOlder();
  });
  if (count === 0 && complete && username && missing !== 'unavailable') {
    const title = missing === 'gone' ? messagesCopy.none(username) : messagesCopy.noneHere(username);
    return <EmptyState drawing={<TwoMugs />} title={title} />;
  }
  // Not on this device, or not read yet.
  const { loading, notOnDevice, notOnDeviceText } = messagesCopy;
  return <NotHere missing={missing} loading={loading} entries={0} title={notOnDevice} text={notOnDeviceText} />;
}
