import type { IncomingMessage, ServerResponse } from 'node:http';

import { UUID } from '../../caller.ts';
import { sendJson } from '../../http.ts';
import type { Json } from '../../http.ts';
import { memberOf } from '../account.ts';
import { AuthError, invalid, malformed } from '../errors.ts';
import type { AuthService } from '../service.ts';
import { authenticationOptions, registrationOptions, verifyAuthentication, verifyRegistration } from './ceremony.ts';
import { passkeyJson, passkeysOf } from './store.ts';
import type { PasskeyRow } from './store.ts';

/** Bytes. */
const MAX_NAME = 120;

const notFound = (): AuthError => new AuthError(404, 'validation_failed', 'Passkey not found');

/** /passkeys… as in GoTrue: log-in, registration, and the list of the caller's passkeys. */
export async function passkeys(
  service: AuthService,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  body: Json,
): Promise<void> {
  if (service.passkeyLogins === 0) throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled');
  const what = `${req.method} ${path.replace(/\/$/, '')}`;
  if (what === 'POST /authentication/options') return sendJson(res, 200, await authenticationOptions(service, req));
  if (what === 'POST /authentication/verify') return sendJson(res, 200, await verifyAuthentication(service, req, body));
  const member = await memberOf(service, req);
  if (what === 'POST /registration/options') return sendJson(res, 200, await registrationOptions(service, member));
  if (what === 'POST /registration/verify') return sendJson(res, 200, await verifyRegistration(service, member, body));
  if (what === 'GET ') return await list(service, res, member.user.id);
  const id = /^\/([^/]+)$/.exec(path)?.[1] ?? '';
  if (req.method === 'PATCH') return sendJson(res, 200, await rename(service, member.user.id, id, body));
  if (req.method === 'DELETE') return await remove(service, res, member.user.id, id);
  throw new AuthError(405, 'method_not_allowed', 'Method not allowed');
}

/** GET /admin/users/:id/passkeys, DELETE /admin/users/:id/passkeys/:id. Also where members cannot use passkeys. */
export async function adminPasskeys(
  service: AuthService,
  req: IncomingMessage,
  res: ServerResponse,
  userId: string,
  id: string,
): Promise<void> {
  if (req.method === 'GET' && id === '') return await list(service, res, userId);
  if (req.method === 'DELETE') return await remove(service, res, userId, id);
  throw new AuthError(405, 'method_not_allowed', 'Method not allowed');
}

async function list({ db }: AuthService, res: ServerResponse, userId: string): Promise<void> {
  sendJson(res, 200, (await passkeysOf(db, userId)).map(passkeyJson));
}

async function rename({ db }: AuthService, userId: string, id: string, body: Json): Promise<Json> {
  if (!UUID.test(id)) throw notFound();
  const { friendly_name: name = '' } = body;
  if (typeof name !== 'string') throw malformed();
  if (name === '') throw invalid('friendly_name is required');
  if (Buffer.byteLength(name) > MAX_NAME) throw invalid('friendly_name must be 120 characters or less');
  const { rows } = await db.query<PasskeyRow>(
    'update auth.webauthn_credentials set friendly_name = $3, updated_at = now() where id = $1 and user_id = $2 returning *',
    [id, userId, name],
  );
  if (!rows[0]) throw notFound();
  return passkeyJson(rows[0]);
}

async function remove({ db }: AuthService, res: ServerResponse, userId: string, id: string): Promise<void> {
  if (!UUID.test(id)) throw notFound();
  const { rowCount } = await db.query('delete from auth.webauthn_credentials where id = $1 and user_id = $2', [
    id,
    userId,
  ]);
  if (rowCount === 0) throw notFound();
  res.writeHead(204).end();
}
