/** Whose code it is. The id decides; the name is what the code says, and may be out of date. */
export interface ProfileCode {
  readonly id: string;
  readonly username: string;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const NAME = /^[A-Za-z0-9_.-]{1,30}$/;

/** Longer texts are of other codes. */
const MOST_TEXT = 512;

/** The id of an address `/user/{username}?add={id}`; undefined for anything else. */
export const readCodeId = (value: unknown): string | undefined =>
  typeof value === 'string' && ID.test(value) ? value : undefined;

/**
 * What a member's code contains: the address of their profile, which a phone's own camera opens too, with their id, so
 * that another device can befriend them and write to them without having their profile.
 */
export const codeUrl = ({ id, username }: ProfileCode, origin: string): string =>
  `${origin}/user/${encodeURIComponent(username)}?add=${id}`;

/** The member whom a text from a code names, or null for any other text. */
export function readCode(text: string, origin: string): ProfileCode | null {
  if (text.length > MOST_TEXT || !URL.canParse(text)) return null;
  const url = new URL(text);
  const [, path] = /^\/user\/([^/]+)$/.exec(url.pathname) ?? [];
  const id = readCodeId(url.searchParams.get('add'));
  if (url.origin !== origin || path === undefined || id === undefined) return null;
  // No name contains a character that an address escapes.
  return NAME.test(path) ? { id, username: path } : null;
}
