import type { Json } from '../../http.ts';
import type { Db } from '../service.ts';

/** A row of auth.webauthn_credentials. */
export interface PasskeyRow {
  readonly id: string;
  readonly user_id: string;
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  /** A bigint, which the driver returns as text. */
  readonly sign_count: string;
  readonly transports: readonly string[];
  readonly backup_eligible: boolean;
  readonly friendly_name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

/** The oldest one first. */
export async function passkeysOf(db: Db, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await db.query<PasskeyRow>(
    'select * from auth.webauthn_credentials where user_id = $1 order by created_at, id',
    [userId],
  );
  return rows;
}

/** As GoTrue lists them: empty fields are left out, and the key itself is not shown. */
export const passkeyJson = ({ id, friendly_name, created_at, last_used_at }: PasskeyRow): Json => ({
  id,
  ...(friendly_name && { friendly_name }),
  created_at,
  ...(last_used_at && { last_used_at }),
});

export type ChallengeType = 'registration' | 'authentication';

/** Seconds that a challenge is valid, as in GoTrue. */
const CHALLENGE_LIFE = 300;

/** Stores a challenge. `userId` is null for a log-in. `expires_at`: seconds since 1970. */
export async function storeChallenge(
  db: Db,
  type: ChallengeType,
  userId: string | null,
  challenge: string,
): Promise<{ challenge_id: string; expires_at: number }> {
  await db.query("delete from auth.webauthn_challenges where expires_at < now() - interval '1 hour'");
  const { rows } = await db.query<{ id: string; expires_at: Date }>(
    `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
     values ($1, $2, jsonb_build_object('challenge', $3::text), now() + make_interval(secs => ${CHALLENGE_LIFE}))
     returning id, expires_at`,
    [userId, type, challenge],
  );
  const [row] = rows;
  if (!row) throw new Error('The database returned no challenge.');
  return { challenge_id: row.id, expires_at: Math.floor(row.expires_at.getTime() / 1000) };
}

/** Returns the challenge and deletes it, so that it works once, also when what follows fails. */
export async function takeChallenge(
  db: Db,
  id: string,
  type: ChallengeType,
  userId: string | null,
): Promise<{ challenge: string; isExpired: boolean } | undefined> {
  const { rows } = await db.query<{ challenge: string; isExpired: boolean }>(
    `delete from auth.webauthn_challenges where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
     returning session_data ->> 'challenge' as challenge, expires_at < now() as "isExpired"`,
    [id, type, userId],
  );
  return rows[0];
}
