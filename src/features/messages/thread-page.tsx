import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { messagesCopy } from '#copy/messages.ts';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { PushOffer } from '#features/push/push-offer.tsx';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { BlockedNotice } from '#features/safety/blocked-notice.tsx';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { TwoMugs } from '#ui/quiet-drawings.tsx';
import { MessageComposer } from './message-composer.tsx';
import { MessageList } from './message-list.tsx';
import { useFirstOther, useFirstThread } from './first-queries.ts';
import { type Message, NEWEST, type Thread, type ThreadWindow, useOther, usePhase, useThread } from './queries.ts';
import styles from './thread-page.module.css';
import { useReadThread } from './use-read-thread.ts';
import { useThreadScroll } from './use-thread-scroll.ts';
import { useThreadUnread } from './thread-queries.ts';
import { useUnreadLine } from './use-unread-line.ts';

/** The conversation with one member. */
export const ThreadPage = ({ userId }: { userId: string }) => <ThreadAndComposer key={userId} userId={userId} />;

/** The composer is not below ReplicaGate, because everything below it is remounted when the database opens, and the field would lose its focus. */
function ThreadAndComposer({ userId }: { userId: string }) {
  const page = useRef<HTMLDivElement>(null);
  const [isClosed, setClosed] = useState(false);
  const [view, setView] = useState(NEWEST);
  const [shown, setShown] = useState('');
  const { toEnd, isAtEnd } = useThreadScroll(page, shown, view.offset === 0);
  const toNewest = () => {
    if (view.offset > 0) setView(NEWEST);
    toEnd();
  };
  const [hasWritten, setWritten] = useState(false);
  const onSent = () => {
    setWritten(true);
    toNewest();
  };
  const hasStorage = usePhase() !== 'unavailable';
  const first = useFirstNew(userId);
  const [firstNew, setFirstNew] = useState(first);
  return (
    <div ref={page} className={styles.page}>
      <div className={styles.messages} data-entry="thread">
        <ReplicaGate fallback={<FirstThread userId={userId} firstNew={firstNew} onShown={setShown} />}>
          <StoredThread
            userId={userId}
            view={view}
            firstNew={firstNew}
            onMove={setView}
            onClosed={setClosed}
            onNew={setFirstNew}
            onShown={setShown}
            onNewest={toNewest}
            isAtEnd={isAtEnd}
          />
        </ReplicaGate>
      </div>
      {hasWritten && !isClosed && (
        <ReplicaGate>
          <OfferAnswer userId={userId} />
        </ReplicaGate>
      )}
      {!isClosed && <MessageComposer userId={userId} noStorage={!hasStorage} onSent={onSent} />}
    </div>
  );
}

const unreadOf = (messages: readonly Message[]) => messages.filter(({ mine, read }) => !mine && !read);
const idOf = (message: Message | undefined): string | null => message?.id ?? null;

const useFirstNew = (userId: string): string | null => idOf(unreadOf(useFirstThread(userId).messages)[0]);

interface FirstThreadProps {
  userId: string;
  firstNew: string | null;
  onShown?: (name: string) => void;
}

/** As it was last shown. */
function FirstThread({ userId, firstNew, onShown }: FirstThreadProps) {
  const thread = useFirstThread(userId);
  const other = useFirstOther(userId);
  const username = other?.author?.username ?? '';
  if (thread.messages.length === 0 || other?.isBlocked) return <NotOpen />;
  return (
    <MessageList
      thread={thread}
      username={username}
      firstNew={firstNew}
      onShown={onShown}
      onNewest={thread.showNewer}
    />
  );
}

/** The messages of the first render, for the page that is shown before the code has loaded. */
export const DrawnThread = ({ userId }: { userId: string }) => (
  <FirstThread userId={userId} firstNew={useFirstNew(userId)} />
);

function OfferAnswer({ userId }: { userId: string }) {
  const username = useOther(userId).other?.author?.username;
  return username ? <PushOffer username={username} /> : null;
}

interface StoredThreadProps extends FirstThreadProps {
  view: ThreadWindow;
  onMove: (view: ThreadWindow) => void;
  onClosed: (isClosed: boolean) => void;
  onNew: (id: string) => void;
  onNewest: () => void;
  isAtEnd: RefObject<boolean>;
}

function StoredThread(props: StoredThreadProps) {
  const { userId, view, firstNew, onMove, onClosed, onNew, onShown, onNewest, isAtEnd } = props;
  const { other, complete, isSelf } = useOther(userId);
  const thread = useThread({ userId, messageCount: other?.messageCount ?? 0, view, onMove });
  const { messages } = thread;
  const isKnown = complete && thread.phase === 'online';
  const isGone = isKnown && other !== null && other.author === null && messages.length === 0;
  const isBlocked = other?.isBlocked ?? false;
  useLayoutEffect(() => onClosed(isSelf || isGone || isBlocked), [onClosed, isSelf, isGone, isBlocked]);
  const unread = unreadOf(messages);
  // A blocked member's messages are not shown.
  useReadThread(userId, isBlocked ? null : idOf(unread.at(-1)));
  useUnreadLine(useThreadUnread(userId), isAtEnd, onNew);
  if (isSelf) return <NoThread text={messagesCopy.yourself} />;
  if (isGone) return <NoThread text={messagesCopy.noMember} detail={messagesCopy.noMemberText} />;
  const username = other?.author?.username ?? '';
  if (isBlocked) return <BlockedNotice userId={userId} username={username} />;
  return (
    <>
      {messages.length > 0 ? (
        <MessageList thread={thread} username={username} firstNew={firstNew} onShown={onShown} onNewest={onNewest} />
      ) : (
        <NothingHere thread={thread} username={username} count={other?.messageCount ?? 0} />
      )}
    </>
  );
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
function NothingHere({ thread: { complete, phase, hasOlder, showOlder }, username, count }: NothingHereProps) {
  useLayoutEffect(() => {
    if (hasOlder) showOlder();
  });
  if (phase === 'unavailable') return <NotOpen />;
  if (count === 0 && complete && username) {
    const title = phase === 'online' ? messagesCopy.none(username) : messagesCopy.noneHere(username);
    return <EmptyState drawing={<TwoMugs />} title={title} />;
  }
  return <NotOpen />;
}

/** Not on this device, or not read yet. */
function NotOpen() {
  const phase = usePhase();
  if (phase === 'offline' || phase === 'unavailable')
    return (
      <EmptyState
        drawing={<FlagFlying />}
        title={messagesCopy.notOnDevice}
        text={phase === 'offline' ? messagesCopy.notOnDeviceText : deviceNoticeCopy.unavailableText}
      />
    );
  return <output className={styles.wait}>{messagesCopy.loading}</output>;
}
