import { Link } from '@tanstack/react-router';
import { messagesCopy } from '#copy/messages.ts';
import { outboxCopy } from '#copy/outbox.ts';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { CountBadge } from '#ui/badge.tsx';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { TwoMugs } from '#ui/quiet-drawings.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { Stamp } from '#ui/stamp.tsx';
import styles from './inbox-page.module.css';
import { type Conversation, type Inbox, useInbox, usePhase } from './queries.ts';

/** The member's conversations: name, time and unread count, without a preview. `openId`: the member whose thread is beside it. */
export function InboxPage({ openId }: { openId?: string }) {
  return (
    <ReplicaGate fallback={<NotOpen />}>
      <OpenInbox openId={openId} />
    </ReplicaGate>
  );
}

const NotOpen = () => <Nothing complete={false} phase={usePhase()} />;

function OpenInbox({ openId }: { openId: string | undefined }) {
  const { conversations, complete, phase } = useInbox();
  if (conversations.length === 0) return <Nothing complete={complete} phase={phase} />;
  return (
    <ul className={styles.list} aria-label={messagesCopy.conversations}>
      {conversations.map((conversation) => (
        <li key={conversation.id}>
          <ConversationRow conversation={conversation} isOpen={conversation.id === openId} />
        </li>
      ))}
    </ul>
  );
}

function ConversationRow({ conversation, isOpen }: { conversation: Conversation; isOpen: boolean }) {
  const { id, author, unread, last_sent_at, held } = conversation;
  return (
    <Link to="/messages/$userId" params={{ userId: id }} className={styles.row} data-open={isOpen}>
      <AuthorAvatar author={author} size="l" />
      <span className={styles.words}>
        <b className={styles.name}>@{author.username}</b>
        {held && <Stamp quiet state={held} label={outboxCopy.stamps[held]} />}
      </span>
      <span className={styles.end}>
        <LogTime iso={last_sent_at} />
        <CountBadge count={unread} />
      </span>
    </Link>
  );
}

/** "No messages" only after the server has confirmed it. */
function Nothing({ complete, phase }: Pick<Inbox, 'complete' | 'phase'>) {
  if (complete)
    return (
      <EmptyState
        drawing={<TwoMugs />}
        title={messagesCopy.empty}
        text={messagesCopy.emptyText}
        action={
          <LinkButton to="/members" kind="outline" size="s">
            {messagesCopy.findMembers}
          </LinkButton>
        }
      />
    );
  if (phase === 'unavailable')
    return (
      <EmptyState
        drawing={<BareFrame />}
        title={messagesCopy.inboxNotOnDevice}
        text={deviceNoticeCopy.unavailableText}
      />
    );
  if (phase === 'offline')
    return (
      <EmptyState
        drawing={<FlagFlying />}
        title={messagesCopy.inboxNotOnDevice}
        text={messagesCopy.inboxNotOnDeviceText}
      />
    );
  return (
    <>
      <output className={styles.wait}>{messagesCopy.loading}</output>
      <EntrySkeleton entries={3} />
    </>
  );
}
