import { membersCopy } from '#copy/members.ts';
import { messagesCopy } from '#copy/messages.ts';
import { AuthorAvatar, AuthorName } from '#features/author/author.tsx';
import { FLYING, POLE } from '#ui/flag-shape.ts';
import { IconLink } from '#ui/icon-link.tsx';
import { MailIcon } from '#ui/icons/icons.tsx';
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

/** A member in the list; grey bars while the page has not loaded. */
export function MemberLine({ line, isMe, canWrite }: { line: Line; isMe: boolean; canWrite: boolean }) {
  const { member, opens, letter } = line;
  if (!member) {
    return (
      <div className={styles.entry} aria-busy="true" data-blank="true">
        <span className={styles.letter} />
        <div className={styles.line} aria-hidden="true">
          <span />
          <span />
        </div>
      </div>
    );
  }
  const { author, place, isOfficial } = member;
  const note = isOfficial ? membersCopy.official : place;
  return (
    <div className={styles.entry} data-opens={opens}>
      <span className={styles.letter} aria-hidden="true">
        {opens && <LetterMark letter={letter} />}
      </span>
      <div className={styles.line}>
        <AuthorAvatar author={author} />
        <div className={styles.words}>
          <div className={styles.name}>
            <AuthorName author={author} />
          </div>
          {note && <small className={styles.note}>{note}</small>}
        </div>
        {isMe && <span className={styles.you}>{membersCopy.you}</span>}
        {canWrite && !isMe && (
          <IconLink
            to="/messages/$userId"
            params={{ userId: member.id }}
            aria-label={messagesCopy.messageTo(author.username)}
            className={styles.write}
          >
            <MailIcon />
          </IconLink>
        )}
      </div>
    </div>
  );
}
