/** A path of this site, or null: no `//host`, backslash, control character or scheme, so the origin is never left. */
export function safePath(value: unknown, origin: string = location.origin): string | null {
  if (typeof value !== 'string' || !value.startsWith('/')) return null;
  // eslint-disable-next-line no-control-regex -- control characters must be rejected
  if (/[\\\u0000-\u0020\u007f]/.test(value)) return null;
  if (!URL.canParse(value, origin)) return null;
  const url = new URL(value, origin);
  // "/.//host" resolves to "//host": only what stays a plain path after parsing may pass.
  if (url.origin !== origin || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search + url.hash;
}
