import { useEffect, useState } from 'react';
import { type Author, readAuthor } from '#contract/author.ts';
import { isOfficialName } from '#contract/official.ts';
import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { readPrivacy, type PrivateField } from '#contract/profile-row.ts';
import { type Missing, useLive, useSources } from '#features/replica/use-live.ts';
import { limitLongLived } from '#data/replica/recent-streams.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { PROFILE_TTL } from '#data/replica/stream-ttl.ts';
import type { Source, StreamRequest } from '#data/replica/streams.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useIsStaff } from '#features/me/queries.ts';
import type { Standing } from '#features/safety/queries.ts';
import { useStore } from '#lib/use-store.ts';
import { PROFILE_BY_NAME_SQL, PROFILE_POSTS_SQL, PROFILE_SQL } from './profile-sql.ts';

export interface Profile {
  id: string;
  author: Author;
  mine: boolean;
  /** False: only the author card is on this device, and the fields below are unknown. */
  isWhole: boolean;
  banner_url: string | null;
  about: string | null;
  name: string | null;
  /** City and state. */
  place: string | null;
  joined_at: string | null;
  isOfficial: boolean;
  /** user, admin or ceo; null if the reader may not know it. */
  role: string | null;
  /** Null while unknown. */
  post_count: number | null;
  friend_count: number | null;
  /** The own fields that others do not see. */
  hidden: readonly PrivateField[];
  /** How the reader has listed the member. */
  standing: Standing;
}

interface ProfileRow {
  id: string;
  is_public_here: number;
  mine: number;
  own_username: string | null;
  own_image_url: string | null;
  privacy_settings: string | null;
  role: string | null;
  author: string | null;
  is_official: number | null;
  joined_at: string | null;
  banner_url: string | null;
  about: string | null;
  first_name: string | null;
  last_name: string | null;
  city: string | null;
  state: string | null;
  post_count: number | null;
  friend_count: number | null;
  blocked_at: string | null;
  muted_at: string | null;
}

const joined = (parts: readonly (string | null)[], between: string): string | null =>
  parts.filter(Boolean).join(between) || null;

function toProfile(row: ProfileRow, session: Session): Profile {
  const mine = row.mine === 1;
  const card = readAuthor(row.author, row.id, session);
  return {
    id: row.id,
    // The own name and picture include an edit that was not sent yet.
    author: mine
      ? { ...card, username: row.own_username ?? card.username, profile_image_url: row.own_image_url }
      : card,
    mine,
    isWhole: mine || row.is_public_here === 1,
    banner_url: row.banner_url,
    about: row.about,
    name: joined([row.first_name, row.last_name], ' '),
    place: joined([row.city, row.state], ', '),
    joined_at: row.joined_at,
    isOfficial: row.is_official === 1 || isOfficialName(card.username),
    role: row.role,
    post_count: row.post_count,
    friend_count: row.friend_count,
    hidden: mine ? readPrivacy(row.privacy_settings) : [],
    standing: { blockedAt: row.blocked_at, mutedAt: row.muted_at },
  };
}

export interface OpenProfile {
  profile: Profile | null;
  missing: Missing;
}

/** The member with this name, in upper or lower case. */
export function useProfile(username: string): OpenProfile {
  const name = username.toLowerCase();
  const { rows, missing } = useLive<ProfileRow, Profile>({
    sql: PROFILE_BY_NAME_SQL,
    parameters: [name],
    decode: toProfile,
    sources: [{ name: 'profile_by_username', parameters: { username: name } }],
  });
  const found = rows[0] ?? null;
  // A copied author card may still have a name that its owner has given up.
  const profile = found && (found.isWhole || missing !== 'gone') ? found : null;
  return { profile, missing };
}

export function useOwnProfile(): OpenProfile {
  const session = useStore(sessionStore);
  const { rows, missing } = useLive<ProfileRow, Profile>({
    sql: PROFILE_SQL,
    parameters: [accountOf(session)],
    decode: toProfile,
  });
  const profile = rows[0]?.mine ? rows[0] : null;
  // Every member has one.
  return { profile, missing: missing === 'gone' ? 'loading' : missing };
}

/** Posts of an author that the streams of a profile hold from the start, and of each page of older ones. */
const NEWEST = 100;
const PAGE = 50;

export interface ProfilePosts {
  posts: readonly FeedPost[];
  /** Posts that are not here are older than the oldest one, or do not exist. */
  complete: boolean;
  /** Requests the next page of older posts; undefined if there is none. */
  showOlder: (() => void) | undefined;
}

interface PageCount {
  visibility: string;
  page_count: number;
}

const toPageCount = (row: PageCount & { id: string }): PageCount => row;

/** Counts and, for staff, the role of a member, with the newest posts. The own ones are on the device anyway. */
function useMemberStreams({ id, mine }: Profile): readonly Source[] {
  const isMember = useStore(sessionStore).kind === 'member';
  const seesRoles = useIsStaff();
  useKeptPosts(id);
  if (mine) return ['automatic'];
  const posts = isMember ? POST_STREAMS : POST_STREAMS.slice(0, 1);
  const names = ['profile', ...posts, ...(seesRoles ? ['staff_member'] : [])];
  return names.map((name) => ({ name, parameters: { user_id: id } }));
}

const POST_STREAMS = ['profile_posts', 'profile_friend_posts'];
/** A device may have 300 buckets: the posts of so many profiles are kept as long as the profiles. */
const MOST_KEPT = 10;

/** Posts of the profiles that were opened last can be read without a network, as the profiles themselves. */
function useKeptPosts(userId: string): void {
  const replica = useStore(replicaStore);
  useEffect(() => {
    const keep = async () => {
      for (const name of POST_STREAMS) {
        if (replica) await limitLongLived(replica.db, name, PROFILE_TTL, MOST_KEPT);
      }
    };
    keep().catch((error: unknown) => console.debug('Old profiles could not be given up.', error));
  }, [replica, userId]);
}

/** The streams of the newest `shown` pages of older posts. Public and friends-only posts are numbered apart. */
function olderStreams({ id, mine }: Profile, counts: readonly PageCount[], shown: number): StreamRequest[] {
  const requests = counts.flatMap(({ visibility, page_count: newest }) =>
    Array.from({ length: Math.min(shown, newest) }, (_, n): StreamRequest => {
      if (mine) return { name: 'own_posts_page', parameters: { page: newest - n } };
      const name = visibility === 'public' ? 'profile_posts_page' : 'profile_friend_posts_page';
      return { name, parameters: { user_id: id, page: newest - n } };
    }),
  );
  return [...new Map(requests.map((request) => [JSON.stringify(request), request])).values()];
}

/** */
export function useProfilePosts(profile: Profile): ProfilePosts {
  const session = useStore(sessionStore);
  const [shown, setShown] = useState(0);
  const newest = useMemberStreams(profile);
  const counts = useLive<PageCount & { id: string }, PageCount>({
    sql: 'SELECT id, visibility, page_count FROM author_pages WHERE user_id = ?1',
    parameters: [profile.id],
    decode: toPageCount,
  }).rows;
  const sources = [...newest, ...olderStreams(profile, counts, shown)];
  const isSynced = useSources(sources);
  const { rows, complete } = useLive<FeedRow, FeedPost>({
    sql: PROFILE_POSTS_SQL,
    // Each page may be one of public and one of friends-only posts. Own unsent posts are not counted among the newest.
    parameters: [profile.id, accountOf(session), 2 * (NEWEST + shown * PAGE)],
    decode: toFeedPost,
    sources,
  });
  const last = Math.max(0, ...counts.map(({ page_count }) => page_count));
  // The newest posts were deleted: nothing is on screen whose end could ask for the older ones.
  const hasGap = complete && isSynced && rows.length === 0 && shown < last;
  if (hasGap) setShown(shown + 1);
  return {
    posts: rows,
    complete: complete && !hasGap,
    showOlder: shown < last ? () => isSynced && setShown(shown + 1) : undefined,
  };
}
