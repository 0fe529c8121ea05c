import { messagesCopy } from '#copy/messages.ts';
import { AuthorAvatar } from '#features/author/author.tsx';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { IconLink } from '#ui/icon-link.tsx';
import { BackIcon } from '#ui/icons/more-icons.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useOther } from './queries.ts';
import styles from './thread-member.module.css';

/** The start of the thread's bar: the way back, and the other member's picture. */
export function ThreadStart({ userId }: { userId: string }) {
  return (
    <>
      <IconLink to="/messages" aria-label={messagesCopy.backToInbox}>
        <BackIcon />
      </IconLink>
      <ReplicaGate>
        <Picture userId={userId} />
      </ReplicaGate>
    </>
  );
}

/** The other member's name, with a link to their profile. Nothing while unknown. */
export function ThreadMember({ userId }: { userId: string }) {
  return (
    <ReplicaGate>
      <Name userId={userId} />
    </ReplicaGate>
  );
}

function Picture({ userId }: { userId: string }) {
  const { other } = useOther(userId);
  return other?.author ? <AuthorAvatar author={other.author} /> : null;
}

function Name({ userId }: { userId: string }) {
  const username = useOther(userId).other?.author?.username;
  if (!username) return null;
  return (
    <TextLink to="/user/$username" params={{ username }} className={styles.name}>
      @{username}
    </TextLink>
  );
}
