import { AuthError, invalid, malformed } from './errors.ts';
import { runPasswordJob } from './password-pool.ts';

const MIN_LENGTH = 8;
/** Tests lower it: a hash takes a tenth of a second. */
const COST = Number(process.env['RANGEDAY_AUTH_HASH_COST'] ?? 10);
/** As GOTRUE_PASSWORD_REQUIRED_CHARACTERS in deploy/compose.yaml: one of each. */
const CLASSES = [
  'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '0123456789',
  '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~',
];
/** A hash that no password matches, so that an unknown address takes as long as a wrong password. */
const NOBODY = `$2b$${String(COST).padStart(2, '0')}$wqmBOQ0hxPJnqj3Yx0hJ4uZt8u2mV0Y1B4Uu6kJ7bYV9j6e8iZ0hK`;

/** Throws weak_password with GoTrue's reasons. */
export function checkPassword(password: unknown): string {
  if (typeof password !== 'string') throw malformed();
  if (Buffer.byteLength(password) > 72) throw invalid('Password cannot be longer than 72 characters');
  const reasons: string[] = [];
  const messages: string[] = [];
  if ([...password].length < MIN_LENGTH) {
    reasons.push('length');
    messages.push(`Password should be at least ${MIN_LENGTH} characters.`);
  }
  if (!CLASSES.every((wanted) => [...wanted].some((character) => password.includes(character)))) {
    reasons.push('characters');
    messages.push(`Password should contain at least one character of each: ${CLASSES.join(', ')}.`);
  }
  if (reasons.length > 0) throw new AuthError(422, 'weak_password', messages.join(' '), { weak_password: { reasons } });
  return password;
}

/**
 * `origin` bounds how many hashes one client may wait for; null for calls of our own. Throws over_request_rate_limit.
 */
export async function hashPassword(password: string, origin: string | null): Promise<string> {
  return String(await runPasswordJob({ password, cost: COST }, origin));
}

/** Also false for an account without a password, after the same time. */
export async function matches(password: string, hash: string | null | undefined, origin: string): Promise<boolean> {
  const isMatch = await runPasswordJob({ password, hash: hash ? hash : NOBODY }, origin);
  return isMatch === true && Boolean(hash);
}
