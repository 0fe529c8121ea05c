import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { ECDH } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { decrypt as decryptBody } from 'http_ece';
import { importJWK, jwtVerify } from 'jose';

import type { BackendContext } from '../context.ts';
import { header, readBody, readJson, sendJson } from '../supabase/http.ts';
import { escape } from '../supabase/mailbox-page.ts';
import { type DeclarativePush, readDeclarative } from './declarative-push.ts';
import { sendPage } from './page.ts';

interface Device {
  readonly id: string;
  readonly keys: ECDH;
  readonly secret: Buffer;
  /** Status of the next push responses: 201, or an error to test (404, 410, 500, 307 …). */
  status: number;
  readonly received: Received[];
}

interface Received {
  readonly at: string;
  readonly ttl: string;
  readonly topic: string;
  readonly urgency: string;
  readonly payload: unknown;
  /** What Safari shows by itself; null if it leaves the message to the service worker. */
  readonly declarative: DeclarativePush | null;
}

const PREFIX = '/_dev/push';

/**
 * A push service and its browsers. POST /_dev/push/subscriptions creates a device and returns what
 * PushSubscription.toJSON() would; GET /_dev/push?format=json returns what the devices received, decrypted; PUT
 * /_dev/push/{id} `{status}` makes one respond with an error.
 */
export function createPush(ctx: BackendContext) {
  const devices = new Map<string, Device>();

  function add(): Device {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const device: Device = { id: randomUUID(), keys, secret: randomBytes(16), status: 201, received: [] };
    devices.set(device.id, device);
    return device;
  }

  const view = (device: Device) => ({
    id: device.id,
    status: device.status,
    subscription: {
      endpoint: `${ctx.appUrl}${PREFIX}/${device.id}`,
      expirationTime: null,
      keys: { p256dh: device.keys.getPublicKey('base64url'), auth: device.secret.toString('base64url') },
    },
    received: device.received,
  });

  async function take(device: Device, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await readBody(req, 64 * 1024);
    if (!(await isVapid(header(req, 'authorization'), ctx.appUrl)))
      return sendJson(res, 403, { error: 'The VAPID token is not valid.' });
    if (
      header(req, 'content-encoding') !== 'aes128gcm' ||
      !/^\d+$/.test(header(req, 'ttl')) ||
      !/^[\w-]{0,32}$/.test(header(req, 'topic'))
    )
      return sendJson(res, 400, { error: 'This is not a web push.' });
    if (body.length > 4096) return sendJson(res, 413, { error: 'A push holds at most 4096 bytes.' });
    if (device.status === 307) return void res.writeHead(307, { location: `${ctx.appUrl}${PREFIX}/elsewhere` }).end();
    if (device.status !== 201) return sendJson(res, device.status, { error: 'As it was told to answer.' });
    let text: string;
    try {
      text = decrypt(device, body);
    } catch {
      return sendJson(res, 400, { error: 'The message cannot be decrypted.' });
    }
    const [ttl, topic, urgency] = [header(req, 'ttl'), header(req, 'topic'), header(req, 'urgency')];
    const isDeclarative = header(req, 'content-type') === 'application/notification+json';
    const declarative = isDeclarative ? readDeclarative(text, ctx.appUrl) : null;
    device.received.push({ at: new Date().toISOString(), ttl, topic, urgency, payload: asJson(text), declarative });
    if (device.received.length > 100) device.received.shift();
    res.writeHead(201, { location: `${ctx.appUrl}${PREFIX}/messages/${randomUUID()}` }).end();
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', ctx.appUrl);
    const name = url.pathname.slice(PREFIX.length + 1);
    if (name === '') {
      const all = [...devices.values()].map(view).toReversed();
      if (url.searchParams.get('format') === 'json') return sendJson(res, 200, all);
      const list = all.map((device) => `<li><pre>${escape(JSON.stringify(device.received, null, 2))}</pre></li>`);
      return sendPage(
        res,
        200,
        'Push messages',
        list.length === 0 ? '<p>No device yet.</p>' : `<ol>${list.join('\n')}</ol>`,
      );
    }
    if (name === 'subscriptions' && req.method === 'POST') {
      req.resume();
      return sendJson(res, 201, view(add()));
    }
    const device = devices.get(name);
    // As after 410: the browser has unsubscribed. Devices are lost on a restart.
    if (!device) return sendJson(res, 410, { error: 'This device is gone.' });
    if (req.method === 'PUT') {
      const status = (await readJson(req))['status'];
      if (typeof status === 'number') device.status = status;
      return sendJson(res, 200, view(device));
    }
    if (req.method === 'POST') return await take(device, req, res);
    return sendJson(res, 200, view(device));
  }
  return { handle };
}

/** `vapid t=<JWT>, k=<public key>`, for this origin, valid for at most a day. */
async function isVapid(authorization: string, origin: string): Promise<boolean> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  try {
    const point = Buffer.from(key, 'base64url');
    const x = point.subarray(1, 33).toString('base64url');
    const y = point.subarray(33, 65).toString('base64url');
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256');
    const { payload } = await jwtVerify(token, publicKey, { audience: origin, algorithms: ['ES256'] });
    const left = (payload.exp ?? 0) - Date.now() / 1000;
    return left > 0 && left <= 24 * 3600 && /^(mailto:|https:)/.test(payload.sub ?? '');
  } catch {
    return false;
  }
}

/**
 * Decrypts the body as the browser does, with another implementation than the sender's. Throws if it was not encrypted
 * for this device.
 */
const decrypt = ({ keys, secret }: Device, body: Buffer): string =>
  decryptBody(body, { version: 'aes128gcm', privateKey: keys, authSecret: secret.toString('base64url') }).toString(
    'utf8',
  );

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
