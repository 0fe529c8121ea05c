import type { ProfileCode } from '#contract/profile-code.ts';
import { codesCopy } from '#copy/codes.ts';
import { messagesCopy } from '#copy/messages.ts';
import { friendsCopy } from '#copy/profile.ts';
import { safetyCopy } from '#copy/safety.ts';
import { titlesCopy } from '#copy/titles.ts';
import { FriendAction } from '#features/friends/friend-action.tsx';
import { useFriendship } from '#features/friends/queries.ts';
import { useIsMember } from '#features/me/queries.ts';
import { AtName } from '#ui/at-name.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { MailIcon } from '#ui/icons/icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { type Scanned, useAccount, useScanned } from './queries.ts';
import styles from './codes.module.css';

interface ScannedMemberProps {
  code: ProfileCode;
  /** `h1` where it is the whole page. */
  heading?: 'h1' | 'h3';
  /** A link was followed: what covers the page closes. */
  onLeave?: () => void;
}

/** The member of a code, who may not be on this device: what it knows of them, a friend request, and the thread. */
export function ScannedMember({ code, heading: Heading = 'h3', onLeave }: ScannedMemberProps) {
  const { scanned, missing } = useScanned(code);
  if (!scanned) return null;
  const username = scanned.author?.username ?? code.username;
  const isUnknown = !scanned.author && !scanned.isNameTaken;
  const isGone = isUnknown && missing === 'gone';
  // The page of the code's own name is open already, unless the member has another name now.
  const canOpen = scanned.author !== null && (Heading === 'h3' || scanned.author.username !== code.username);
  return (
    <section className={styles.member}>
      <Avatar name={username} src={scanned.author?.profile_image_url ?? null} size="xl" />
      <Heading className={styles.name}>
        <AtName name={username} />
      </Heading>
      {isUnknown && missing !== 'loading' && (
        <p className={styles.note}>{isGone ? messagesCopy.noMember : codesCopy.notHere}</p>
      )}
      {!isGone && <WhatToDo code={{ id: code.id, username }} scanned={scanned} canOpen={canOpen} onLeave={onLeave} />}
    </section>
  );
}

interface WhatToDoProps {
  code: ProfileCode;
  scanned: Scanned;
  canOpen: boolean;
  onLeave: (() => void) | undefined;
}

function WhatToDo({ code, scanned, canOpen, onLeave }: WhatToDoProps) {
  const isMember = useIsMember();
  const account = useAccount();
  const friendship = useFriendship(code.id);
  const { id, username } = code;
  if (id === account) return <p className={styles.note}>{codesCopy.own}</p>;
  if (scanned.isNameTaken) return <p className={styles.note}>{codesCopy.changed}</p>;
  if (scanned.isBlocked)
    return (
      <>
        <p className={styles.note}>{safetyCopy.noticeTitle(username)}</p>
        <LinkButton to="/settings" kind="outline" onClick={onLeave}>
          {titlesCopy.settings}
        </LinkButton>
      </>
    );
  if (!isMember)
    return (
      <>
        <p className={styles.note}>{codesCopy.logIn}</p>
        <LinkButton to="/login" search={{ next: `/user/${username}?add=${id}` }} onClick={onLeave}>
          {friendsCopy.add}
        </LinkButton>
      </>
    );
  const isFriend = friendship?.relation === 'friends';
  const note = isFriend
    ? codesCopy.friends
    : scanned.isOfficial
      ? codesCopy.official
      : friendship?.relation === 'none' && codesCopy.sentLater;
  return (
    <>
      {note && <p className={styles.note}>{note}</p>}
      <div className={styles.actions}>
        {friendship && !isFriend && !scanned.isOfficial && (
          <FriendAction other={{ id, username }} friendship={friendship} />
        )}
        <LinkButton to="/messages/$userId" params={{ userId: id }} kind="outline" size="s" onClick={onLeave}>
          <MailIcon size="s" />
          {messagesCopy.message}
        </LinkButton>
        {canOpen && (
          <LinkButton to="/user/$username" params={{ username }} kind="outline" size="s" onClick={onLeave}>
            {codesCopy.openProfile}
          </LinkButton>
        )}
      </div>
    </>
  );
}
