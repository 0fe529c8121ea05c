import { importJWK, SignJWT } from 'jose';
import { concat, fromBase64Url, toBase64Url, utf8 } from './encoding.ts';
import { requireEnv } from './env.ts';
import { logFailure } from './log.ts';
import { isPushEndpoint } from './push-hosts.ts';

export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** Seconds for which a push service stores a message for an offline device. */
const TTL = 24 * 3600;

export interface PushOptions {
  /**
   * A newer message with the same topic replaces one that the push service still stores. At most 32 characters of
   * base64url.
   */
  readonly topic: string;
  readonly urgency: 'low' | 'normal' | 'high';
}

const P256 = { name: 'ECDH', namedCurve: 'P-256' };

/**
 * Sends one encrypted message (RFC 8291, aes128gcm), signed with our key (RFC 8292, VAPID). Returns the push service's
 * status, or 0 if the request failed; 410 for keys that cannot work, as for a device that has unsubscribed. Does not
 * follow redirects.
 */
export async function sendPush(target: PushTarget, message: string, { topic, urgency }: PushOptions): Promise<number> {
  if (!isPushEndpoint(target.endpoint)) return 0;
  if (!(await areDeviceKeys(target))) return 410;
  try {
    const body = await encrypt(target, message);
    const response = await fetch(target.endpoint, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        authorization: `vapid t=${await vapidToken(target.endpoint)}, k=${requireEnv('VAPID_PUBLIC_KEY')}`,
        'content-encoding': 'aes128gcm',
        // The type of a Declarative Web Push; push services without it pass it on unread.
        'content-type': 'application/notification+json',
        ttl: String(TTL),
        topic,
        urgency,
      },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    logFailure('web-push', error);
    return 0;
  }
}

/**
 * Whether these are a point of the curve P-256 and a secret of 16 bytes; only then can a message be encrypted for the
 * device.
 */
export async function areDeviceKeys({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): Promise<boolean> {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64Url(p256dh), P256, false, []);
    const own = await crypto.subtle.generateKey(P256, false, ['deriveBits']);
    await crypto.subtle.deriveBits({ name: 'ECDH', public: key }, own.privateKey, 256);
    return fromBase64Url(auth).length === 16;
  } catch {
    return false;
  }
}

/** A token is valid for one push service, and for twelve hours. Signing one costs more than encrypting a message. */
const TOKEN_HOURS = 12;
const RENEW_MS = (TOKEN_HOURS - 1) * 3_600_000;
/** Some push services have a host name per region. */
const MOST_TOKENS = 100;
const tokens = new Map<string, { token: Promise<string>; madeAt: number }>();

/**
 * The signed token for an address, the same for all devices of its push service. There are few push services
 * (push-hosts.ts).
 */
function vapidToken(endpoint: string): Promise<string> {
  const { origin } = new URL(endpoint);
  const made = tokens.get(origin);
  if (made && Date.now() - made.madeAt < RENEW_MS) return made.token;
  const token = signToken(origin);
  if (tokens.size >= MOST_TOKENS) tokens.clear();
  tokens.set(origin, { token, madeAt: Date.now() });
  token.catch(() => tokens.delete(origin));
  return token;
}

async function signToken(origin: string): Promise<string> {
  const point = fromBase64Url(requireEnv('VAPID_PUBLIC_KEY'));
  const key = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: toBase64Url(point.slice(1, 33)),
      y: toBase64Url(point.slice(33, 65)),
      d: requireEnv('VAPID_PRIVATE_KEY'),
    },
    'ES256',
  );
  return await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(origin)
    .setSubject(requireEnv('VAPID_SUBJECT'))
    .setExpirationTime(`${TOKEN_HOURS}h`)
    .sign(key);
}

async function encrypt(target: PushTarget, message: string): Promise<Uint8Array<ArrayBuffer>> {
  const theirs = fromBase64Url(target.p256dh);
  const ours = await crypto.subtle.generateKey(P256, true, ['deriveBits']);
  const ourPoint = new Uint8Array(await crypto.subtle.exportKey('raw', ours.publicKey));
  const publicKey = await crypto.subtle.importKey('raw', theirs, P256, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, ours.privateKey, 256);
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const input = await hkdf(fromBase64Url(target.auth), shared, concat(utf8('WebPush: info\0'), theirs, ourPoint), 32);
  const key = await hkdf(salt, input, utf8('Content-Encoding: aes128gcm\0'), 16);
  const nonce = await hkdf(salt, input, utf8('Content-Encoding: nonce\0'), 12);
  const cipher = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  // 2 marks the last record.
  const plain = concat(utf8(message), new Uint8Array([2]));
  const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, cipher, plain));
  const recordSize = new Uint8Array([0, 0, 16, 0]);
  return concat(salt, recordSize, new Uint8Array([ourPoint.length]), ourPoint, sealed);
}

async function hkdf(
  salt: Uint8Array<ArrayBuffer>,
  input: ArrayBuffer,
  info: Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', input, 'HKDF', false, ['deriveBits']);
  return await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bytes * 8);
}
