import { memo, useRef } from 'react';
import type { ListedMember } from '#contract/directory-rows.ts';
import { FIRST_FRIEND } from '#contract/official.ts';
import { membersCopy } from '#copy/members.ts';
import { messagesCopy } from '#copy/messages.ts';
import { outboxCopy } from '#copy/outbox.ts';
import { friendsCopy } from '#copy/profile.ts';
import { AuthorAvatar, AuthorName } from '#features/author/author.tsx';
import { acceptFriend, requestFriend } from '#features/friends/friend-actions.ts';
import type { ListedRelation } from '#features/friends/queries.ts';
import { Button } from '#ui/button.tsx';
import { entryProps } from '#ui/entry.ts';
import { FLYING, POLE } from '#ui/flag-shape.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { IconLink } from '#ui/icon-link.tsx';
import { AddPersonIcon, CheckIcon, ClockIcon, MailIcon } from '#ui/icons/icons.tsx';
import { Stamp } from '#ui/stamp.tsx';
import type { Letter, Line } from './directory.ts';
import styles from './member-line.module.css';

/** A letter in the margin or the rail; a flag for the official accounts. */
export function LetterMark({ letter }: { letter: Letter }) {
  if (letter !== '!') return letter;
  return (
    <svg className={styles.flag} viewBox="0 0 34 44" aria-hidden="true">
      <path d={FLYING} />
      <path className={styles.pole} d={POLE} />
    </svg>
  );
}

const isUnsent = (state: ListedRelation['state']) => state === 'queued' || state === 'sending';
const NO_RELATION: ListedRelation = { relation: 'none', state: null };

/** An unsent request is a stamp: nobody can answer it yet. */
function noteOf({ name, place, isOfficial }: ListedMember, { relation, state }: ListedRelation): string | null {
  if (isUnsent(state)) return place;
  if (relation === 'received') return friendsCopy.wantsToBeFriends;
  if (relation === 'sent') return friendsCopy.waiting;
  if (!isOfficial) return place;
  return relation === 'friends' && name === FIRST_FRIEND ? membersCopy.firstFriend : membersCopy.official;
}

interface MemberLineProps {
  line: Line;
  isMe: boolean;
  /** To the reader; null: none was read, or the reader is a guest. */
  relations: ReadonlyMap<string, ListedRelation> | null;
}

/** A member's line, or grey bars. Memoized: each loaded page makes a new list of mostly the same lines. */
export const MemberLine = memo(function MemberLine({
  line: { member, opens, letter },
  isMe,
  relations,
}: MemberLineProps) {
  const entry = useRef<HTMLDivElement>(null);
  if (!member) {
    return (
      <div {...entryProps(styles.entry)} aria-busy="true" data-blank="true">
        <span className={styles.letter} />
        <div className={styles.line} aria-hidden="true">
          <span />
          <span />
        </div>
      </div>
    );
  }
  const { author } = member;
  const listed = relations?.get(member.id) ?? NO_RELATION;
  const note = noteOf(member, listed);
  return (
    <div ref={entry} {...entryProps(styles.entry, isUnsent(listed.state) && 'unsent')} data-opens={opens}>
      <span className={styles.letter} aria-hidden="true">
        {opens && <LetterMark letter={letter} />}
      </span>
      <div className={styles.line}>
        <AuthorAvatar author={author} />
        <div className={styles.body} data-wide={isUnsent(listed.state) || listed.relation === 'received'}>
          <div className={styles.words}>
            <div className={styles.name}>
              <AuthorName author={author} />
            </div>
            {note && (
              <small className={styles.note} data-covered>
                {note}
              </small>
            )}
          </div>
          {isMe && <span className={styles.you}>{membersCopy.you}</span>}
          {relations && !isMe && (
            <span className={styles.end} data-relation={listed.relation}>
              <IconLink
                to="/messages/$userId"
                params={{ userId: member.id }}
                className={styles.write}
                aria-label={messagesCopy.messageTo(author.username)}
              >
                <MailIcon />
              </IconLink>
              <span className={styles.action}>
                <LineAction
                  other={{ id: member.id, username: author.username }}
                  {...listed}
                  // The pressed button disappears, and with it the focus.
                  onPress={() => entry.current?.querySelector('a')?.focus({ preventScroll: true })}
                />
              </span>
            </span>
          )}
        </div>
      </div>
    </div>
  );
});

interface LineActionProps extends ListedRelation {
  other: { id: string; username: string };
  onPress: () => void;
}

function LineAction({ other, relation, state, onPress }: LineActionProps) {
  if (state === 'queued' || state === 'sending') return <Stamp state={state} label={outboxCopy.stamps[state]} />;
  const press = (action: (who: typeof other) => Promise<void>) => () => {
    onPress();
    void action(other);
  };
  switch (relation) {
    case 'none':
      return (
        <IconButton kind="outline" label={friendsCopy.addFor(other.username)} onClick={press(requestFriend)}>
          <AddPersonIcon />
        </IconButton>
      );
    case 'received':
      return (
        <Button size="s" aria-label={friendsCopy.acceptFor(other.username)} onClick={press(acceptFriend)}>
          {friendsCopy.accept}
        </Button>
      );
    case 'sent':
      // The note has it in words.
      return <ClockIcon />;
    case 'friends':
      return (
        <>
          <CheckIcon />
          <span className="sr">{friendsCopy.friends}</span>
        </>
      );
  }
}
