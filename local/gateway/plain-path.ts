/**
 * Whitespace and control characters: URL parsers drop tabs and line breaks, which would join the two dots of `.<tab>.`.
 */
const CONTROL = /[\0-\u0020\u007F]/;

/**
 * Whether every reader of a raw, percent-encoded path sees the same segments: no `.` and `..`, no backslash (which URL
 * parsers read as a slash) also encoded, and no control character. Routes are chosen by the raw path, and parts behind
 * them resolve such segments, so a request could pass the check of one route and be answered as another.
 */
export function isPlainPath(path: string): boolean {
  if (!path.startsWith('/') || CONTROL.test(path) || /\\|%5c/i.test(path)) return false;
  return !path
    .replaceAll(/%2f/gi, '/')
    .replaceAll(/%2e/gi, '.')
    .split('/')
    .some((segment) => segment === '.' || segment === '..');
}
