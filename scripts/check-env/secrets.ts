import { createECDH, randomBytes } from 'node:crypto';

import { SignJWT } from 'jose';

/** Years until the two keys of the API expire. They are replaced together with JWT_SECRET (docs/runbook.md). */
const KEY_YEARS = 10;

/** New keys and passwords for all settings that are random, as lines of an .env file. */
export async function newSecrets(): Promise<string> {
  const random = (): string => randomBytes(36).toString('base64url');
  const [jwtSecret, guestSecret] = [random(), random()];
  const anonKey = await keyFor('anon', jwtSecret);
  const vapid = createECDH('prime256v1');
  const vapidPublic = vapid.generateKeys('base64url', 'uncompressed');
  // Node omits leading zero bytes.
  const vapidPrivate = Buffer.concat([Buffer.alloc(32 - vapid.getPrivateKey().length), vapid.getPrivateKey()]);
  const values = {
    VITE_SUPABASE_ANON_KEY: anonKey,
    JWT_SECRET: jwtSecret,
    SUPABASE_ANON_KEY: anonKey,
    SUPABASE_SERVICE_ROLE_KEY: await keyFor('service_role', jwtSecret),
    GUEST_SECRET: guestSecret,
    PS_GUEST_KEY: Buffer.from(guestSecret).toString('base64url'),
    POSTGRES_PASSWORD: random(),
    SYNC_PASSWORD: random(),
    SYNC_STORAGE_PASSWORD: random(),
    VAPID_PUBLIC_KEY: vapidPublic,
    VAPID_PRIVATE_KEY: vapidPrivate.toString('base64url'),
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

function keyFor(role: 'anon' | 'service_role', secret: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('rangeday')
    .setIssuedAt(now)
    .setExpirationTime(now + KEY_YEARS * 365 * 24 * 3600)
    .sign(new TextEncoder().encode(secret));
}
