/** §4: every new profile becomes a friend of this one. */
export const FIRST_FRIEND = 'rangeday';

/** The reserved official accounts. Only they can have these names; the row with `is_official` may not be synced. */
export const OFFICIAL_USERNAMES: readonly string[] = [FIRST_FRIEND, 'rangeday_news', 'rangeday_support'];

/** By the username, in any case. */
export const isOfficialName = (username: string): boolean => OFFICIAL_USERNAMES.includes(username.toLowerCase());
