import type { Page } from '@playwright/test';
import { decodeJwt, SignJWT } from 'jose';

import type { Backend } from '../../support/backend.ts';
import { readValue, writeValues } from '../../support/stored-values.ts';

const HOUR = 3600;

interface StoredSession {
  access_token: string;
  expires_at: number;
}

/** Leaves the session as it is on a device that was not used for `days`: its access token has expired. */
export async function ageSession(page: Page, backend: Backend, days = 4): Promise<void> {
  const text = await readValue(page, 'auth');
  if (typeof text !== 'string') throw new Error('No member is logged in on this device.');
  const session = JSON.parse(text) as StoredSession;
  const exp = Math.floor(Date.now() / 1000) - days * 24 * HOUR;
  const claims = { ...decodeJwt(session.access_token), iat: exp - HOUR, exp };
  session.access_token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(backend.addresses.JWT_SECRET));
  session.expires_at = exp;
  await writeValues(page, { auth: JSON.stringify(session) });
}
