/** §4: every new profile becomes a friend of this one. */
export const FIRST_FRIEND = 'rangeday';

/**
 * The three reserved official accounts. The server marks them (`is_official`), but the row with the mark may not be on
 * the device; nobody else can have these names.
 */
export const OFFICIAL_USERNAMES: readonly string[] = [FIRST_FRIEND, 'rangeday_news', 'rangeday_support'];

/** By the username, in any case. */
export const isOfficialName = (username: string): boolean => OFFICIAL_USERNAMES.includes(username.toLowerCase());
