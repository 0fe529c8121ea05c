import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { outboxCopy } from '#copy/outbox.ts';
import { postsCopy } from '#copy/posts.ts';
import { friendsCopy, profileCopy } from '#copy/profile.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import { textOfNone } from '#lib/missing.ts';
import { AtName } from '#ui/at-name.tsx';
import { Button } from '#ui/button.tsx';
import { Card, Row } from '#ui/card.tsx';
import { CheckIcon } from '#ui/icons/icons.tsx';
import { Stamp } from '#ui/stamp.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { Answer } from './friend-action.tsx';
import styles from './friends-panel.module.css';
import { type Friend, useFriends } from './queries.ts';

/** Friends shown at first, and added by each press. */
const FIRST = 4;
const MORE = 50;

/** The member's requests and friends, on their own profile. */
export function FriendsPanel() {
  const { friends, received, sent, complete, missing } = useFriends();
  return (
    <>
      {received.length + sent.length > 0 && (
        <Card title={friendsCopy.pending} className={styles.part}>
          <ul>
            {received.map((friend) => (
              <li key={friend.id}>
                <FriendRow friend={friend} note={friendsCopy.wantsToBeFriends}>
                  <Answer compact other={{ id: friend.id, username: friend.author.username }} />
                </FriendRow>
              </li>
            ))}
            {sent.map((friend) => (
              <li key={friend.id}>
                <FriendRow friend={friend} note={friendsCopy.waiting} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <FriendList
        friends={friends}
        empty={textOfNone(complete, missing, {
          none: friendsCopy.noFriends,
          loading: profileCopy.loading,
          notHere: friendsCopy.notOnDevice,
        })}
      />
    </>
  );
}

function FriendList({ friends, empty }: { friends: readonly Friend[]; empty: string }) {
  const [shown, setShown] = useState(FIRST);
  const list = useRef<HTMLUListElement>(null);
  const hidden = friends.length - shown;
  /** The pressed button may go, so the focus moves to the first friend who was not shown. */
  const show = (count: number) => {
    flushSync(() => setShown(count));
    list.current?.children[shown]?.querySelector('a')?.focus();
  };
  return (
    <Card
      title={friendsCopy.yourFriends}
      className={styles.part}
      end={
        shown === FIRST &&
        hidden > 0 && (
          <Button kind="text" size="s" className={styles.all} onClick={() => show(MORE)}>
            {friendsCopy.all(friends.length)}
          </Button>
        )
      }
    >
      {friends.length === 0 && <p className={styles.empty}>{empty}</p>}
      <ul ref={list}>
        {friends.slice(0, shown).map((friend) => (
          <li key={friend.id}>
            <FriendRow friend={friend} note={noteOf(friend)}>
              <CheckIcon />
            </FriendRow>
          </li>
        ))}
      </ul>
      {shown > FIRST && hidden > 0 && (
        <Button kind="text" onClick={() => show(shown + MORE)}>
          {friendsCopy.showMore}
        </Button>
      )}
    </Card>
  );
}

const noteOf = ({ author, city, isOfficial }: Friend): string =>
  isOfficial
    ? friendsCopy.official
    : [postsCopy.ranks[author.rank] ?? postsCopy.ranks[0], city].filter(Boolean).join(' · ');

function FriendRow({ friend, note, children }: { friend: Friend; note: string; children?: ReactNode }) {
  const { author, state } = friend;
  return (
    <Row
      start={<AuthorAvatar author={author} />}
      title={
        <TextLink to="/user/$username" params={{ username: author.username }} className={styles.name}>
          <AtName name={author.username} />
        </TextLink>
      }
      note={note}
      end={
        state === 'queued' || state === 'sending' ? <Stamp state={state} label={outboxCopy.stamps[state]} /> : children
      }
    />
  );
}
