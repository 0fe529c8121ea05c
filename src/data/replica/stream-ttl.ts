interface Stream {
  name: string;
  parameters: Readonly<Record<string, string | number>>;
}

const HALF_HOUR = 1800;
const DAY = 86_400;

/** Profiles are two small buckets each, and are read again on the range; so are the posts opened last. */
const A_DAY = new Set(['profile', 'profile_by_username', 'profile_posts', 'profile_friend_posts']);

/** Of the first page of the members list, which has the official accounts: other lists mark them. */
const isOfficial = ({ parameters }: Stream): boolean => parameters['page'] === 0;

/** Seconds that a stream's rows stay: enough for Back, and few enough for the service's limit of 1,000 buckets. */
export function ttlOf(request: Stream): number {
  if (A_DAY.has(request.name)) return DAY;
  // Whoever scrolls through a hundred thousand members opens hundreds of pages.
  if (request.name === 'members' && !isOfficial(request)) return 300;
  return HALF_HOUR;
}

/** Of what range mode saves: a day on the range, and the drive home. */
export const RANGE_TTL = DAY;
/** Of a profile that is not among the last ones. */
export const SHORT_TTL = HALF_HOUR;
/** Of a profile. */
export const PROFILE_TTL = DAY;
