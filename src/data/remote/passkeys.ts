import { askBrowser, type Challenge, readChallenge } from '../session/passkeys.ts';
import { type AccountReply, askAuth, readList } from './account.ts';

/** The public part of a passkey, as the auth service lists it. Times are ISO 8601. */
export interface Passkey {
  id: string;
  friendly_name?: string;
  created_at: string;
  last_used_at?: string;
}

const readPasskey = (body: unknown): Passkey | null =>
  typeof (body as Partial<Passkey> | null)?.id === 'string' ? (body as Passkey) : null;

/** The oldest one first. */
export const listPasskeys = (): Promise<AccountReply<Passkey[]>> =>
  askAuth('GET', '/passkeys', undefined, readList<Passkey>);

/** Makes a passkey on this device. The auth service names it. */
export async function addPasskey(): Promise<AccountReply<Passkey>> {
  const begun = await askAuth(
    'POST',
    '/passkeys/registration/options',
    {},
    (body): Challenge<PublicKeyCredentialCreationOptionsJSON> | null => readChallenge(body),
  );
  if (!begun.ok) return begun;
  const { challenge_id, options } = begun.body;
  const made = await askBrowser(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  );
  if (!made.ok) return { ok: false, code: 'unknown', message: '', reason: made.reason };
  return askAuth('POST', '/passkeys/registration/verify', { challenge_id, credential: made.credential }, readPasskey);
}

/** At most 120 bytes of UTF-8. */
export const renamePasskey = (id: string, name: string): Promise<AccountReply<Passkey>> =>
  askAuth('PATCH', `/passkeys/${id}`, { friendly_name: name }, readPasskey);

/** Of the server; the device keeps its part, which is worthless then. */
export const deletePasskey = (id: string): Promise<AccountReply<true>> =>
  askAuth('DELETE', `/passkeys/${id}`, undefined, () => true);
