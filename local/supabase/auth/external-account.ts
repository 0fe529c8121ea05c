import { AuthError } from './errors.ts';
import type { ExternalPerson } from './google.ts';
import type { Db } from './service.ts';
import {
  emailOf,
  first,
  insertUser,
  isBanned,
  lockAddress,
  mergeMetadata,
  updateUser,
  userByEmail,
  userById,
} from './users.ts';
import type { UserRow } from './users.ts';
import type { Json } from '../http.ts';

/**
 * The account of a person whom a provider vouches for: the one with this identity, else the one with this verified
 * address, else a new one. An account whose address nobody has confirmed may be a stranger's, so it loses its password,
 * metadata, identities and mails' tokens first. Unlike GoTrue, an address that the provider has not verified changes
 * nothing and sends no mail.
 */
export async function accountOf(db: Db, provider: string, person: ExternalPerson): Promise<UserRow> {
  const data = identityData(person);
  const known = await userOfIdentity(db, provider, person.subject);
  if (known) {
    await db.query(
      'update auth.identities set identity_data = $3, last_sign_in_at = now(), updated_at = now() where provider = $1 and provider_id = $2',
      [provider, person.subject, JSON.stringify(data)],
    );
    return await admitted(db, known, data);
  }
  if (!person.isVerified || person.email === '') {
    const message = `Unverified email with ${provider}. Verify the email with ${provider} in order to sign in`;
    throw new AuthError(422, 'provider_email_needs_verification', message);
  }
  const email = emailOf(person.email);
  await lockAddress(db, email);
  const owner = await ownerOf(db, email);
  if (!owner) {
    const user = await insertUser(db, { email, hash: null, confirmed: true, userMetadata: data, provider: null });
    await addIdentity(db, user.id, provider, person.subject, data);
    return await withProviders(db, user);
  }
  if (!owner.email_confirmed_at) await forgetStranger(db, owner.id);
  await addIdentity(db, owner.id, provider, person.subject, data);
  const confirmed = owner.email_confirmed_at
    ? owner
    : await updateUser(db, owner.id, { email_confirmed_at: new Date(), raw_user_meta_data: {}, email_change: '' });
  return await withProviders(db, await admitted(db, confirmed, data));
}

async function admitted(db: Db, user: UserRow, data: Json): Promise<UserRow> {
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  let metadata = user.raw_user_meta_data;
  try {
    metadata = mergeMetadata(metadata, data);
  } catch {
    // The member has filled the metadata: what the provider says is no reason to keep them out.
  }
  return await updateUser(db, user.id, { raw_user_meta_data: metadata });
}

async function userOfIdentity(db: Db, provider: string, subject: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<{ user_id: string }>(
    'select user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, subject],
  );
  if (!rows[0]) return undefined;
  const user = await userById(db, rows[0].user_id);
  if (!user) throw new AuthError(403, 'user_not_found', 'User not found');
  return user;
}

/** The one account with an identity or the log-in address `email`. */
async function ownerOf(db: Db, email: string): Promise<UserRow | undefined> {
  const { rows } = await db.query<{ user_id: string }>(
    'select distinct user_id from auth.identities where email = $1',
    [email],
  );
  if (rows.length > 1) {
    const message = 'Multiple accounts with the same email address in the same linking domain detected: default';
    throw new AuthError(500, 'unexpected_failure', message);
  }
  return rows[0] ? await userById(db, rows[0].user_id) : await userByEmail(db, email);
}

async function forgetStranger(db: Db, id: string): Promise<void> {
  await db.query("update auth.users set encrypted_password = '', created_at = now() where id = $1", [id]);
  await db.query('delete from auth.identities where user_id = $1', [id]);
  await db.query('delete from auth.one_time_tokens where user_id = $1', [id]);
  await db.query('delete from auth.sessions where user_id = $1', [id]);
}

const identityData = ({ subject, issuer, email, isVerified, name }: ExternalPerson): Json => ({
  ...{ iss: issuer, sub: subject, provider_id: subject, email, email_verified: isVerified, phone_verified: false },
  ...(name !== '' && { name, full_name: name }),
});

const addIdentity = (db: Db, userId: string, provider: string, subject: string, data: Json): Promise<unknown> =>
  db.query(
    'insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at) values ($1, $2, $3, $4, now())',
    [subject, userId, JSON.stringify(data), provider],
  );

/** Lists the account's identities in the token's `app_metadata`. */
async function withProviders(db: Db, user: UserRow): Promise<UserRow> {
  const { rows } = await db.query<{ providers: string[] }>(
    'select array_agg(distinct provider order by provider) as providers from auth.identities where user_id = $1',
    [user.id],
  );
  const { providers } = first(rows);
  return await updateUser(db, user.id, {
    raw_app_meta_data: { ...user.raw_app_meta_data, provider: providers[0], providers },
  });
}
