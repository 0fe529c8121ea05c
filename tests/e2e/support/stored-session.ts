import type { Page } from '@playwright/test';
import { decodeJwt, SignJWT } from 'jose';

import type { Backend } from './backend.ts';

const HOUR = 3600;

interface StoredSession {
  access_token: string;
  expires_at: number;
}

/** What lies on a device that was not used for so many days: the same session, whose access token ran out long ago. */
export async function ageSession(page: Page, backend: Backend, days = 4): Promise<void> {
  const text = await page.evaluate(readAuth);
  if (!text) throw new Error('Nobody is signed in on this device.');
  const session = JSON.parse(text) as StoredSession;
  const exp = Math.floor(Date.now() / 1000) - days * 24 * HOUR;
  const claims = { ...decodeJwt(session.access_token), iat: exp - HOUR, exp };
  session.access_token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(backend.addresses.JWT_SECRET));
  session.expires_at = exp;
  await page.evaluate(writeAuth, JSON.stringify(session));
}

/** In the page: the value of `auth` in the app's small store. */
const readAuth = (): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const open = indexedDB.open('rangeday-kv');
    open.onerror = () => reject(open.error!);
    open.onsuccess = () => {
      const get = open.result.transaction('kv').objectStore('kv').get('auth') as IDBRequest<string | undefined>;
      get.onsuccess = () => {
        open.result.close();
        resolve(get.result);
      };
    };
  });

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
