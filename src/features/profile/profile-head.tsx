import { postsToNextRank, rankOf, type PrivateField } from '#contract/profile-row.ts';
import { postsCopy } from '#copy/posts.ts';
import { profileCopy } from '#copy/profile.ts';
import { useDataSaver } from '#features/settings/queries.ts';
import { RichText } from '#features/text/rich-text.tsx';
import { formatCount } from '#lib/format-count.ts';
import { formatMonth } from '#lib/log-time.ts';
import { AtName } from '#ui/at-name.tsx';
import { Badge } from '#ui/badge.tsx';
import { BadgeIcon, CalendarIcon, LockIcon, PlaceIcon } from '#ui/icons/more-icons.tsx';
import { useIsStaff } from '#features/me/queries.ts';
import { RankedAvatar } from '#ui/portrait-rings.tsx';
import { RankRing } from '#ui/rank-ring.tsx';
import { Befriend, FriendRefusal, ProfileButtons } from './profile-buttons.tsx';
import styles from './profile-head.module.css';
import type { Profile } from './queries.ts';

/** Banner, avatar, name and everything that is known of the member besides their posts. */
export function ProfileHead({ profile, offline }: { profile: Profile; offline: boolean }) {
  const { author } = profile;
  // The banner is only decoration.
  const savesData = useDataSaver();
  // The count is newer than the rank in the author card, which is copied to every post.
  const rank = profile.post_count === null ? author.rank : rankOf(profile.post_count);
  return (
    <header>
      <div className={styles.banner}>
        {profile.banner_url && !savesData && <img src={profile.banner_url} alt="" decoding="async" />}
      </div>
      <div className={styles.head}>
        <div className={styles.top}>
          <div className={styles.portrait}>
            <RankedAvatar name={author.username} src={author.profile_image_url} size="xl" rank={rank} />
          </div>
          <ProfileButtons profile={profile} />
        </div>
        <h1 className={styles.name}>
          <AtName name={author.username} />
        </h1>
        <p className={styles.rank}>
          <RankRing rank={rank} label={postsCopy.ranks[rank] ?? postsCopy.ranks[0]} />
          <b aria-hidden="true">{postsCopy.ranks[rank]}</b>
          <NextRank profile={profile} rank={rank} />
        </p>
        <Facts profile={profile} />
        {!profile.isWhole && offline && <p className={styles.note}>{profileCopy.restNotOnDevice}</p>}
        <Badges profile={profile} />
        <Befriend profile={profile} />
        <FriendRefusal profile={profile} />
      </div>
      <Counts profile={profile} />
    </header>
  );
}

function NextRank({ profile, rank }: { profile: Profile; rank: number }) {
  const missing = profile.mine && profile.post_count !== null ? postsToNextRank(profile.post_count) : null;
  if (missing === null) return null;
  return <span>· {profileCopy.toNextRank(missing, postsCopy.ranks[rank + 1] ?? '')}</span>;
}

function Facts({ profile: { about, name, place, joined_at, hidden } }: { profile: Profile }) {
  return (
    <>
      {name && (
        <p className={styles.fullName} dir="auto">
          {name}
          <Hidden fields={['first_name', 'last_name']} hidden={hidden} />
        </p>
      )}
      {about && (
        <div className={styles.about}>
          <RichText text={about} />
        </div>
      )}
      {(place ?? joined_at) && (
        <ul className={styles.facts}>
          {place && (
            <li>
              <PlaceIcon size="s" />
              <bdi>{place}</bdi>
              <Hidden fields={['city', 'state']} hidden={hidden} />
            </li>
          )}
          {joined_at && (
            <li>
              <CalendarIcon size="s" />
              {profileCopy.joined(formatMonth(new Date(joined_at)))}
            </li>
          )}
        </ul>
      )}
    </>
  );
}

/** On the own profile, beside what others do not see. */
function Hidden({ fields, hidden }: { fields: readonly PrivateField[]; hidden: readonly PrivateField[] }) {
  if (!fields.some((field) => hidden.includes(field))) return null;
  return (
    <span className={styles.hidden} title={profileCopy.onlyYou}>
      <LockIcon size="s" />
      <span className="sr">{profileCopy.onlyYou}</span>
    </span>
  );
}

/** The role, for the member and for staff; official accounts for everyone. */
function Badges({ profile: { mine, role, isOfficial } }: { profile: Profile }) {
  const isStaff = useIsStaff();
  const roleName = mine || isStaff ? profileCopy.roles[role ?? ''] : undefined;
  if (!roleName && !isOfficial) return null;
  return (
    <p className={styles.badges}>
      {roleName && <Badge icon={<BadgeIcon size="s" />}>{roleName}</Badge>}
      {isOfficial && <Badge>{profileCopy.official}</Badge>}
    </p>
  );
}

function Counts({ profile: { post_count, friend_count } }: { profile: Profile }) {
  return (
    <dl className={styles.counts} aria-label={profileCopy.counts}>
      <Count label={profileCopy.postCount(post_count ?? 0)} value={post_count} />
      <Count label={profileCopy.friendCount(friend_count ?? 0)} value={friend_count} />
    </dl>
  );
}

function Count({ label, value }: { label: string; value: number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === null ? '–' : formatCount(value)}</dd>
    </div>
  );
}
