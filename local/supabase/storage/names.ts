import { invalid, StorageError } from './errors.ts';

// The characters that storage-api allows; `%`, `\` and control characters are not among them.
const KEY = /^[\w/!\-.*'()&$@=;:+,? ]+$/;

/** Validates an object's name from a request's body or decoded path. Throws InvalidKey for path tricks. */
export function keyOf(value: unknown): string {
  if (typeof value !== 'string') throw invalid('A path is missing');
  const parts = value.split('/');
  const trick = parts.some((part) => part === '' || part === '.' || part === '..');
  if (value.length > 1024 || !KEY.test(value) || trick)
    throw new StorageError('400', 'InvalidKey', `Invalid key: ${value.slice(0, 200)}`);
  return value;
}

/** Bucket and object name in a raw, percent-encoded path `bucket/folder/name`. */
export function splitPath(raw: string): { bucket: string; key: string } {
  const slash = raw.indexOf('/');
  if (slash < 1) throw invalid('A path is missing');
  return { bucket: decode(raw.slice(0, slash)), key: keyOf(decode(raw.slice(slash + 1))) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('A path is not properly encoded');
  }
}
