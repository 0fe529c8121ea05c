import { DeadEnd } from '#ui/dead-end.tsx';
import { profileCopy } from '#copy/profile.ts';
import { titlesCopy } from '#copy/titles.ts';
import { ScannedMember } from '#features/codes/scanned-member.tsx';
import { FriendsPanel } from '#features/friends/friends-panel.tsx';
import type { Missing } from '#features/replica/use-live.ts';
import { BlockedProfile } from '#features/safety/blocked-profile.tsx';
import { NotHere } from '#ui/not-here.tsx';
import { BareFrame } from '#ui/drawings.tsx';
import { useAfterFirstPaint } from '#ui/use-after-first-paint.ts';
import { ProfileHead } from './profile-head.tsx';
import { WaitLine } from '#ui/wait-line.tsx';
import styles from './profile-page.module.css';
import { LatestPost, ProfilePosts } from './profile-posts.tsx';
import { type OpenProfile, type Profile, useOwnProfile, useProfile, useProfilePosts } from './queries.ts';

interface ProfilePageProps {
  username: string;
  /** Of the member's code, which led here. */
  id?: string | undefined;
}

export const ProfilePage = (props: ProfilePageProps) => <NamedProfile key={props.username.toLowerCase()} {...props} />;

function NamedProfile({ username, id }: ProfilePageProps) {
  const { profile, missing } = useProfile(username);
  // The id decides: another member may have the name of the code by now.
  const isOther = profile ? profile.id !== id : missing !== 'loading';
  if (id && isOther) return <ScannedMember code={{ id, username }} heading="h1" />;
  return <OpenedProfile profile={profile} missing={missing} />;
}

export const OwnProfilePage = () => <OpenedProfile {...useOwnProfile()} />;

const OpenedProfile = ({ profile, missing }: OpenProfile) =>
  profile ? <WholeProfile key={profile.id} profile={profile} missing={missing} /> : <NoProfile missing={missing} />;

function WholeProfile({ profile, missing }: { profile: Profile; missing: Missing }) {
  const { id, author, standing } = profile;
  if (standing.blockedAt) return <BlockedProfile userId={id} username={author.username} since={standing.blockedAt} />;
  return <VisibleProfile profile={profile} missing={missing} />;
}

/** The first frame after a tap is the head. The posts, which take longer to render, follow it. */
function VisibleProfile({ profile, missing }: { profile: Profile; missing: Missing }) {
  const isDue = useAfterFirstPaint(true);
  return (
    <div className={styles.page}>
      <ProfileHead profile={profile} offline={missing === 'offline'} />
      {isDue && <Rest profile={profile} missing={missing} />}
    </div>
  );
}

function Rest({ profile, missing }: { profile: Profile; missing: Missing }) {
  const posts = useProfilePosts(profile);
  // The head would push the posts down when the rest of it arrives.
  const isSettled = profile.isWhole || missing !== 'loading';
  if (!isSettled) return <WaitLine>{profileCopy.loading}</WaitLine>;
  const latest = posts.posts.find(({ isNew }) => !isNew);
  return (
    <>
      {latest && <LatestPost post={latest} />}
      {profile.mine && <FriendsPanel />}
      <ProfilePosts profile={profile} missing={missing} latest={latest} {...posts} />
    </>
  );
}

/** "Not found" only after the server has confirmed it, because a profile that is not on this device may exist. */
function NoProfile({ missing }: { missing: Missing }) {
  const { loading, notFound, notFoundText, notOnDeviceTitle, notOnDeviceText } = profileCopy;
  if (missing === 'gone') return <DeadEnd heading="h1" drawing={<BareFrame />} title={notFound} text={notFoundText} />;
  return (
    <>
      {missing === 'loading' && <h1 className="sr">{titlesCopy.profile}</h1>}
      <NotHere
        missing={missing}
        loading={loading}
        entries={2}
        title={notOnDeviceTitle}
        text={notOnDeviceText}
        deadEnd="h1"
      />
    </>
  );
}
