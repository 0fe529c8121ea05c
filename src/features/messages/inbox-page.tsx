import { AtName } from '#ui/at-name.tsx';
import { NotHere } from '#ui/not-here.tsx';
import { Link } from '#ui/link.tsx';
import { messagesCopy } from '#copy/messages.ts';
import { outboxCopy } from '#copy/outbox.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import type { Live } from '#features/replica/use-live.ts';
import { CountBadge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { TwoMugs } from '#ui/quiet-drawings.tsx';
import { Stamp } from '#ui/stamp.tsx';
import styles from './inbox-page.module.css';
import { type Conversation, useInbox, useIsWhole } from './queries.ts';

interface Beside {
  openId: string | undefined;
}

/** The conversations without previews. `beside`: in a column beside the thread of `beside.openId`. */
export function InboxPage({ beside }: { beside?: Beside | undefined }) {
  const { rows, complete, missing } = useInbox();
  if (rows.length === 0) return <Nothing complete={complete} missing={missing} />;
  return (
    <>
      <InboxList conversations={rows} beside={beside} />
      {complete && missing === 'offline' && <OnDevice count={rows.length} />}
    </>
  );
}

interface PlaceProps {
  beside: Beside | undefined;
}

interface ListProps extends PlaceProps {
  conversations: readonly Conversation[];
}

const InboxList = ({ conversations, beside }: ListProps) => (
  <ul aria-label={messagesCopy.conversations} data-entry="inbox">
    {conversations.map((conversation) => (
      <li key={conversation.id}>
        <ConversationRow conversation={conversation} beside={beside} />
      </li>
    ))}
  </ul>
);

function OnDevice({ count }: { count: number }) {
  const isWhole = useIsWhole();
  if (isWhole === undefined) return null;
  return (
    <p data-later className={styles.onDevice}>
      {isWhole ? messagesCopy.onDevice(count) : messagesCopy.onDeviceInPart(count)}
    </p>
  );
}

interface RowProps extends PlaceProps {
  conversation: Conversation;
}

function ConversationRow({ conversation, beside }: RowProps) {
  const { id, author, unread, last_sent_at, unsent } = conversation;
  return (
    <Link
      to="/messages/$userId"
      params={{ userId: id }}
      draggable={false}
      className={styles.row}
      data-open={id === beside?.openId}
    >
      <AuthorAvatar author={author} size="l" />
      <span className={styles.words}>
        <b className={styles.name}>
          <AtName name={author.username} />
        </b>
        {beside && (
          // The long date of a wide screen, in a column as narrow as a phone.
          <small className={styles.time}>
            <LogTime iso={last_sent_at} />
          </small>
        )}
        {unsent && <Stamp quiet state={unsent} label={outboxCopy.stamps[unsent]} />}
      </span>
      <span className={styles.end}>
        {!beside && <LogTime iso={last_sent_at} />}
        <CountBadge count={unread} />
      </span>
    </Link>
  );
}

/** "No messages" only after the server has confirmed it. */
function Nothing({ complete, missing }: Pick<Live<unknown>, 'complete' | 'missing'>) {
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
  const { loading, inboxNotOnDevice, inboxNotOnDeviceText } = messagesCopy;
  return <NotHere missing={missing} loading={loading} title={inboxNotOnDevice} text={inboxNotOnDeviceText} />;
}
