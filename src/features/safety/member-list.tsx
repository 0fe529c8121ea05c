import { useState } from 'react';
import { outboxCopy } from '#copy/outbox.ts';
import { safetyCopy } from '#copy/safety.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import { textOfNone } from '#lib/missing.ts';
import { AtName } from '#ui/at-name.tsx';
import { Button } from '#ui/button.tsx';
import { LogTime } from '#ui/log-time.tsx';
import styles from './member-list.module.css';
import { type ListedMember, type MemberList, useMemberList } from './queries.ts';
import { unblock, unmute } from './use-safety-actions.tsx';

const FIRST = 20;

/** The blocked or the muted members, each with a button to take them off the list. */
export function MemberListPart({ list }: { list: MemberList }) {
  const { rows, complete, missing } = useMemberList(list);
  const [all, setAll] = useState(false);
  const copy = safetyCopy.lists[list];
  const shown = all ? rows : rows.slice(0, FIRST);
  return (
    <div className={styles.part}>
      <h3>{copy.title}</h3>
      <p className={styles.text}>{copy.text}</p>
      {rows.length > 0 ? (
        <ul>
          {shown.map((member) => (
            <Row key={member.userId} list={list} member={member} />
          ))}
        </ul>
      ) : (
        <output className={styles.empty}>
          {textOfNone(complete, missing, {
            none: copy.empty,
            loading: safetyCopy.loading,
            notHere: safetyCopy.notHere,
          })}
        </output>
      )}
      {shown.length < rows.length && (
        <div>
          <Button kind="outline" size="s" onClick={() => setAll(true)}>
            {safetyCopy.showAll(rows.length)}
          </Button>
        </div>
      )}
    </div>
  );
}

function Row({ list, member }: { list: MemberList; member: ListedMember }) {
  const { author, userId, since, state } = member;
  const { username } = author;
  const isUnsent = state !== null && state !== 'sent';
  const isBlock = list === 'blocks';
  return (
    <li className={styles.row} data-unsent={isUnsent}>
      <AuthorAvatar author={author} />
      <span className={styles.words}>
        <b className={styles.name}>
          <AtName name={username} />
        </b>
        <span className={styles.since}>
          {safetyCopy.lists[list].since}
          <LogTime iso={since} />
          {isUnsent && ` · ${outboxCopy.queuedHint}`}
        </span>
      </span>
      <Button
        kind="outline"
        size="s"
        aria-label={isBlock ? safetyCopy.unblockOf(username) : safetyCopy.unmuteOf(username)}
        onClick={() => void (isBlock ? unblock : unmute)({ userId, username })}
      >
        {isBlock ? safetyCopy.unblock : safetyCopy.unmute}
      </Button>
    </li>
  );
}
