import type { MouseEvent } from 'react';
import { messagesCopy } from '#copy/messages.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import { AtName } from '#ui/at-name.tsx';
import { IconLink } from '#ui/icon-link.tsx';
import { BackIcon } from '#ui/icons/more-icons.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useOther } from './queries.ts';
import styles from './thread-member.module.css';

interface ThreadStartProps {
  userId: string;
  /** On a click on the way back, before the link leads to the inbox. */
  onBack: (event: MouseEvent) => void;
}

/** The start of the thread's bar: the way back, and the other member's picture. */
export function ThreadStart({ userId, onBack }: ThreadStartProps) {
  const { other } = useOther(userId);
  return (
    <>
      <IconLink to="/messages" className={styles.back} aria-label={messagesCopy.backToInbox} onClick={onBack}>
        <BackIcon />
        <span>{messagesCopy.backToInbox}</span>
      </IconLink>
      {other?.author && <AuthorAvatar author={other.author} />}
    </>
  );
}

/** The other member's name, with a link to their profile. Nothing while unknown. */
export function ThreadMember({ userId }: { userId: string }) {
  const username = useOther(userId).other?.author?.username;
  if (!username) return null;
  return (
    <TextLink to="/user/$username" params={{ username }} className={styles.name}>
      <AtName name={username} />
    </TextLink>
  );
}
