import type { Page } from '@playwright/test';
import { decodeJwt, SignJWT } from 'jose';

import type { Backend } from './backend.ts';
import { readValue } from './storage.ts';

const HOUR = 3600;

interface StoredSession {
  access_token: string;
  expires_at: number;
}

/** What lies on a device that was not used for so many days: the same session, whose access token ran out long ago. */
export async function ageSession(page: Page, backend: Backend, days = 4): Promise<void> {
  const text = await readValue(page, 'auth');
  if (typeof text !== 'string') throw new Error('Nobody is signed in on this device.');
  const session = JSON.parse(text) as StoredSession;
  const exp = Math.floor(Date.now() / 1000) - days * 24 * HOUR;
  const claims = { ...decodeJwt(session.access_token), iat: exp - HOUR, exp };
  session.access_token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(backend.addresses.JWT_SECRET));
  session.expires_at = exp;
  await page.evaluate(writeAuth, JSON.stringify(session));
}

/** In the page: gives `auth` in the app's small store another value. */
const writeAuth = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const open = indexedDB.open('rangeday-kv');
    open.onerror = () => reject(open.error!);
    open.onsuccess = () => {
      const change = open.result.transaction('kv', 'readwrite');
      change.objectStore('kv').put(text, 'auth');
      change.oncomplete = () => {
        open.result.close();
        resolve();
      };
    };
  });
