import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';

import { expiredLink, AuthError } from './errors.ts';
import { giveCodeBack, useCode } from './limits.ts';
import type { AuthService, Db } from './service.ts';
import { userByEmail, userById } from './users.ts';
import type { UserRow } from './users.ts';

export type Purpose = 'confirmation' | 'recovery' | 'email_change' | 'email_change_current';
export interface Issued {
  /** Part of the link; only its SHA-256 is stored. */
  readonly tokenHash: string;
  /** Six digits to type in; only a keyed hash is stored. */
  readonly otp: string;
}

const LIFE = '1 hour';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const codeHash = (service: AuthService, userId: string, purpose: Purpose, otp: string): string =>
  createHmac('sha256', service.ctx.jwtSecret).update(`otp:${userId}:${purpose}:${otp}`).digest('hex');

/** Creates a link token and a code for one purpose; earlier ones become invalid. */
export async function issue(
  service: AuthService,
  db: Db,
  user: UserRow,
  purpose: Purpose,
  address: string,
): Promise<Issued> {
  const tokenHash = randomBytes(28).toString('hex');
  const otp = String(randomInt(1_000_000)).padStart(6, '0');
  await revoke(db, user.id, purpose);
  await db.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, relates_to)
     values ($1, $2::text || '_token', $3, $5), ($1, $2::text || '_code', $4, $5)`,
    [user.id, purpose, sha256(tokenHash), codeHash(service, user.id, purpose, otp), address],
  );
  return { tokenHash, otp };
}

export async function revoke(db: Db, userId: string, purpose: Purpose): Promise<void> {
  await db.query(
    "delete from auth.one_time_tokens where user_id = $1 and token_type in ($2::text || '_token', $2::text || '_code')",
    [userId, purpose],
  );
}

export interface Redeemed {
  readonly user: UserRow;
  readonly purpose: Purpose;
  /** The address that the token was sent to. */
  readonly address: string;
}

/** Redeems a link token. Throws otp_expired if it is unknown, used or expired. */
export async function redeemLink(db: Db, tokenHash: string, purposes: readonly Purpose[]): Promise<Redeemed> {
  return await redeem(db, sha256(tokenHash), purposes, '_token');
}

/** Redeems a typed code. The number of wrong codes per address is limited. */
export async function redeemCode(
  service: AuthService,
  db: Db,
  origin: string,
  email: string,
  otp: string,
  purposes: readonly Purpose[],
): Promise<Redeemed> {
  useCode(service.limits, email, origin);
  // Several accounts may have asked for the same new address; the code belongs to one of them.
  const changing = await db.query<{ id: string }>(
    'select id from auth.users where email_change = $1 and deleted_at is null order by email_change_sent_at desc nulls last limit 20',
    [email],
  );
  const owner = await userByEmail(db, email);
  const ids =
    purposes[0] === 'email_change' && changing.rows.length > 0 ? changing.rows.map(({ id }) => id) : [owner?.id];
  for (const id of ids) {
    for (const purpose of id === undefined ? [] : purposes) {
      const found = await redeem(db, codeHash(service, id ?? '', purpose, otp), [purpose], '_code').catch(
        () => undefined,
      );
      if (!found) continue;
      giveCodeBack(service.limits, email, origin);
      return found;
    }
  }
  throw tokenExpired();
}

async function redeem(
  db: Db,
  hash: string,
  purposes: readonly Purpose[],
  suffix: '_token' | '_code',
): Promise<Redeemed> {
  const { rows } = await db.query<{ user_id: string; token_type: string; relates_to: string; fresh: boolean }>(
    `delete from auth.one_time_tokens where token_hash = $1 and token_type = any ($2)
     returning user_id, token_type, relates_to, created_at > now() - interval '${LIFE}' as fresh`,
    [hash, purposes.map((purpose) => `${purpose}${suffix}`)],
  );
  const [row] = rows;
  const user = row?.fresh ? await userById(db, row.user_id) : undefined;
  const purpose = purposes.find((one) => row?.token_type === `${one}${suffix}`);
  if (!row || !user || !purpose) throw expiredLink();
  await revoke(db, user.id, purpose);
  return { user, purpose, address: row.relates_to };
}

const tokenExpired = (): AuthError => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
