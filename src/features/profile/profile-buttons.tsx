import { useState } from 'react';
import { messagesCopy } from '#copy/messages.ts';
import { friendsCopy, profileCopy } from '#copy/profile.ts';
import { OwnCodeButton, ShareCode } from '#features/codes/share-code.tsx';
import { FriendAction } from '#features/friends/friend-action.tsx';
import { useFriendship } from '#features/friends/queries.ts';
import { useIsMember } from '#features/me/queries.ts';
import { UnsentNote } from '#features/outbox/unsent-note.tsx';
import { ShareIcon } from '#ui/icons/more-icons.tsx';
import { AddPersonIcon, MailIcon } from '#ui/icons/icons.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { ShareLink } from '#ui/share-link.tsx';
import { ProfileActions } from './profile-actions.tsx';
import styles from './profile-buttons.module.css';
import type { Profile } from './queries.ts';

/** Share, and the member's own profile: edit it; another one: message, and more in the menu. */
export function ProfileButtons({ profile }: { profile: Profile }) {
  const [sharing, setSharing] = useState(false);
  const { username } = profile.author;
  const code = { id: profile.id, username };
  return (
    <div className={styles.buttons}>
      <ProfileActions profile={profile} />
      {profile.mine && <OwnCodeButton code={code} />}
      <IconButton kind="outline" label={profileCopy.share} onClick={() => setSharing(true)}>
        <ShareIcon />
      </IconButton>
      {profile.mine ? (
        <LinkButton to="/profile" search={{ edit: true }} size="s">
          {profileCopy.editProfile}
        </LinkButton>
      ) : (
        <MessageLink profile={profile} />
      )}
      <ShareLink
        kind="profile"
        title={`@${username}`}
        url={`${location.origin}/user/${encodeURIComponent(username)}`}
        open={sharing}
        onClose={() => setSharing(false)}
      >
        <ShareCode code={code} />
      </ShareLink>
    </div>
  );
}

function MessageLink({ profile: { id } }: { profile: Profile }) {
  // Guests are sent to the log-in and back.
  return (
    <LinkButton
      to="/messages/$userId"
      params={{ userId: id }}
      kind="outline"
      size="s"
      className={styles.message}
      aria-label={messagesCopy.message}
    >
      <MailIcon size="s" />
      <span>{messagesCopy.message}</span>
    </LinkButton>
  );
}

/** The reader's friend actions, on a line of their own, so that changing words move nothing. */
export function Befriend({ profile: { id, mine, author } }: { profile: Profile }) {
  const isMember = useIsMember();
  const friendship = useFriendship(id);
  if (mine) return null;
  return (
    <div className={styles.friendship}>
      {isMember ? (
        friendship && <FriendAction other={{ id, username: author.username }} friendship={friendship} />
      ) : (
        <LinkButton to="/login" search={{ next: `/user/${encodeURIComponent(author.username)}` }} size="s">
          <AddPersonIcon size="s" />
          {friendsCopy.add}
        </LinkButton>
      )}
    </div>
  );
}

/** Why the member's newest request or answer was not accepted by the server. */
export function FriendRefusal({ profile }: { profile: Profile }) {
  const refused = useFriendship(profile.id)?.refused;
  return refused ? <UnsentNote state="refused" writtenAt={refused.at} refusal={refused.reason} /> : null;
}
