import type { IncomingMessage, ServerResponse } from 'node:http';

import { expect, test } from 'vitest';

import type { AuthService } from '../service.ts';
import { passkeys } from './index.ts';

test.each([
  ['POST', '/authentication/options'],
  ['POST', '/registration/verify'],
  ['GET', ''],
])('where passkeys are off, %s %s answers as Supabase Auth does, before it reads the token', async (method, path) => {
  const call = passkeys(
    { passkeyLogins: 0 } as AuthService,
    { method } as IncomingMessage,
    {} as ServerResponse,
    path,
    {},
  );
  await expect(call).rejects.toMatchObject({ status: 404, code: 'passkey_disabled', message: 'Passkeys are disabled' });
});
