import { createECDH, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { writeFileAtomically } from '../system/files.ts';

import type { BackendContext } from '../context.ts';

/** Keys for third parties. A hosted project gets them from the consoles of these services. */
export interface ProviderKeys {
  /** P-256: an uncompressed point and a number, base64url. */
  readonly vapidPublicKey: string;
  readonly vapidPrivateKey: string;
  readonly stripeSecretKey: string;
  readonly stripeWebhookSecret: string;
  readonly mailKey: string;
  readonly giphyKey: string;
  readonly googleClientId: string;
  readonly googleClientSecret: string;
}

const NAMES = [
  'vapidPublicKey',
  'vapidPrivateKey',
  'stripeSecretKey',
  'stripeWebhookSecret',
  'mailKey',
  'giphyKey',
  'googleClientId',
  'googleClientSecret',
] as const;
const making = new Map<string, Promise<ProviderKeys>>();

/** The keys of a data directory, created on first use in `providers.json`, readable by their owner only. */
export function providerKeys(dataDir: string): Promise<ProviderKeys> {
  const known = making.get(dataDir) ?? load(join(dataDir, 'providers.json'));
  making.set(dataDir, known);
  return known;
}

async function load(path: string): Promise<ProviderKeys> {
  const kept = parse(await readFile(path, 'utf8').catch(() => ''));
  if (kept) return kept;
  // Damaged keys are replaced: that only loses push subscriptions and open payments of this machine.
  const vapid = createECDH('prime256v1');
  const random = (): string => randomBytes(24).toString('base64url');
  const keys: ProviderKeys = {
    vapidPublicKey: vapid.generateKeys('base64url', 'uncompressed'),
    vapidPrivateKey: pad(vapid.getPrivateKey()).toString('base64url'),
    stripeSecretKey: `sk_test_${random()}`,
    stripeWebhookSecret: `whsec_${random()}`,
    mailKey: random(),
    giphyKey: random(),
    googleClientId: `${random()}.apps.googleusercontent.com`,
    googleClientSecret: `GOCSPX-${random()}`,
  };
  await writeFileAtomically(path, JSON.stringify(keys, null, 2), 0o600);
  return keys;
}

/** Node omits leading zero bytes. */
const pad = (key: Buffer): Buffer => Buffer.concat([Buffer.alloc(32 - key.length), key]);

function parse(text: string): ProviderKeys | undefined {
  try {
    const value = JSON.parse(text) as Record<string, unknown>;
    return NAMES.every((name) => typeof value[name] === 'string') ? (value as unknown as ProviderKeys) : undefined;
  } catch {
    return undefined;
  }
}

/** Environment variables that make the functions use the stand-ins. */
export async function providerEnvironment(ctx: BackendContext): Promise<Record<string, string>> {
  const keys = await providerKeys(ctx.dataDir);
  return {
    VAPID_PUBLIC_KEY: keys.vapidPublicKey,
    VAPID_PRIVATE_KEY: keys.vapidPrivateKey,
    VAPID_SUBJECT: 'mailto:hello@rangeday.example',
    PUSH_EXTRA_ORIGINS: ctx.appUrl,
    STRIPE_API_BASE: `${ctx.appUrl}/_dev/stripe`,
    STRIPE_SECRET_KEY: keys.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: keys.stripeWebhookSecret,
    MAIL_API_URL: `${ctx.appUrl}/_dev/outgoing`,
    GIPHY_API_BASE: `${ctx.appUrl}/_dev/giphy`,
    GIPHY_PINGBACK_BASE: `${ctx.appUrl}/_dev/giphy`,
    GIPHY_API_KEY: keys.giphyKey,
    MAIL_API_KEY: keys.mailKey,
    MAIL_FROM: 'Rangeday <hello@rangeday.example>',
    CONTACT_TO: 'contact@rangeday.example',
  };
}
