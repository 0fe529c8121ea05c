import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { SignJWT } from 'jose';

import { writeFileAtomically } from './files.ts';
import { codeOf, UserError } from './user-error.ts';

/** Public: the app contains it. */
export const ANON_KEY = 'sb_publishable_rangeday_local';

export interface Secrets {
  jwtSecret: string;
  guestSecret: string;
  serviceRoleKey: string;
  postgresPassword: string;
}

/** The secrets of a data directory, created on first use, readable by their owner only. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const path = join(dataDir, 'secrets.json');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw new UserError(`${path} is not readable for this user.`, { cause: error });
    if (existsSync(join(dataDir, 'postgres'))) {
      throw new UserError(
        `${path} is missing, and the database's password with it. Run \`npm run reset\` to start over.`,
      );
    }
    const secrets = await createSecrets();
    await writeFileAtomically(path, JSON.stringify(secrets, null, 2), 0o600);
    return secrets;
  }
  const secrets = parse(text);
  if (!secrets) throw new UserError(`${path} is damaged. Run \`npm run reset\` to start over.`);
  return secrets;
}

async function createSecrets(): Promise<Secrets> {
  const random = (): string => randomBytes(32).toString('base64url');
  const jwtSecret = random();
  const now = Math.floor(Date.now() / 1000);
  const serviceRoleKey = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('rangeday')
    .setIssuedAt(now)
    .setExpirationTime(now + 10 * 365 * 24 * 3600)
    .sign(new TextEncoder().encode(jwtSecret));
  return { jwtSecret, guestSecret: random(), serviceRoleKey, postgresPassword: random() };
}

function parse(text: string): Secrets | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { jwtSecret, guestSecret, serviceRoleKey, postgresPassword } = value as Record<string, unknown>;
    if (typeof jwtSecret !== 'string' || typeof guestSecret !== 'string') return undefined;
    if (typeof serviceRoleKey !== 'string' || typeof postgresPassword !== 'string') return undefined;
    return { jwtSecret, guestSecret, serviceRoleKey, postgresPassword };
  } catch {
    return undefined;
  }
}
