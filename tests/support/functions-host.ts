import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import type { BackendContext } from '../../local/context.ts';
import { startFunctions } from '../../local/functions/functions.ts';
import { createProviders } from '../../local/providers/index.ts';
import { providerKeys } from '../../local/providers/settings.ts';
import type { ProviderKeys } from '../../local/providers/settings.ts';
import type { OutgoingMail } from '../../local/supabase/mail.ts';

export interface FunctionsHost {
  readonly url: string;
  readonly guestSecret: string;
  readonly serviceRoleKey: string;
  /** Keys shared by the functions and the stand-ins for third parties. */
  readonly keys: ProviderKeys;
  /** Sent mails, oldest first. */
  readonly mails: OutgoingMail[];
  /** Requests to the storage service to remove files. */
  readonly removed: { bucket: string; prefixes: string[] }[];
  /** Bodies of the calls that move a file. */
  readonly moved: Record<string, string>[];
  /** What the storage service has, by bucket and path. Other files cannot be read. */
  readonly files: Map<string, Buffer>;
  /** A token that the auth service of this host accepts for this member, of this session if one is given. */
  tokenOf(id: string, session?: string): string;
  /** How many requests the stand-in for a push service has received. */
  pushRequests(): number;
  stop(): Promise<void>;
}

/**
 * supabase/functions in real Deno with a real database. Auth and the Data API are reduced to the two requests that
 * functions make: the user of a token, and a database function called with the service's rights.
 */
export async function startFunctionsHost(db: pg.Client): Promise<FunctionsHost> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rangeday-functions-'));
  const serviceRoleKey = 'service.role.key';
  const tokens = new Map<string, string>();
  const mails: OutgoingMail[] = [];
  const removed: FunctionsHost['removed'] = [];
  const moved: FunctionsHost['moved'] = [];
  const files: FunctionsHost['files'] = new Map();
  // One connection: transactions of different callers must not interleave.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = turn.then(work);
    turn = next.catch(() => undefined);
    return next;
  };
  /** As PostgREST does: in one transaction, as the service or as the member of this token. */
  const callAs = (member: string | undefined, sql: string, values: unknown[]) =>
    inTurn(async () => {
      await db.query('begin');
      try {
        if (member !== undefined) {
          await db.query('set local role authenticated');
          await db.query("select set_config('request.jwt.claims', $1, true)", [
            JSON.stringify({ sub: member, role: 'authenticated' }),
          ]);
        }
        const result = await db.query<{ answer: unknown }>(sql, values);
        await db.query('commit');
        return result.rows.map((row) => row.answer);
      } catch (error) {
        await db.query('rollback');
        throw error;
      }
    });

  const server = createServer();
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    const path = req.url ?? '';
    const send = (status: number, body: unknown) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const bearer = (req.headers.authorization ?? '').replace('Bearer ', '');
    if (path === '/auth/v1/user') {
      const id = tokens.get(bearer);
      return void (id === undefined
        ? send(403, { msg: 'invalid token' })
        : send(200, { id, email: `${id}@members.example` }));
    }
    const read = path.split('/object/authenticated/')[1]?.replace(/\?.*/, '');
    if (read !== undefined && bearer === serviceRoleKey) {
      const file = files.get(read);
      const type = read.endsWith('.png') ? 'image/png' : 'application/octet-stream';
      return void res.writeHead(file ? 200 : 500, { 'content-type': type }).end(file);
    }
    const rpc = /^\/rest\/v1\/rpc\/([a-z_]+)$/.exec(path)?.[1];
    const bucket = /^\/storage\/v1\/object\/([a-z-]+)$/.exec(path)?.[1];
    const member = tokens.get(bearer);
    if ((rpc === undefined && bucket === undefined) || (bearer !== serviceRoleKey && member === undefined))
      return void send(401, { message: 'refused' });
    let text = '';
    req.on('data', (chunk: Buffer) => (text += chunk.toString()));
    req.on('end', () => {
      if (bucket === 'move') {
        moved.push(JSON.parse(text) as Record<string, string>);
        return void send(200, { message: 'Successfully moved' });
      }
      if (bucket !== undefined) {
        removed.push({ bucket, ...(JSON.parse(text) as { prefixes: string[] }) });
        return void send(200, []);
      }
      const args = Object.entries(JSON.parse(text) as Record<string, unknown>);
      const named = args.map(([name], index) => `${name} => $${index + 1}`).join(', ');
      const sql = `select to_jsonb(answer) as answer from public.${rpc}(${named}) answer`;
      const isSet = 'select proretset as answer from pg_proc where proname = $1';
      Promise.all([
        callAs(
          member,
          sql,
          args.map(([, value]) => value),
        ),
        callAs(undefined, isSet, [rpc]),
      ]).then(
        ([answers, [set]]) => send(200, set === true ? answers : (answers[0] ?? null)),
        (error: Error & { code?: string }) => send(400, { code: error.code, message: error.message }),
      );
    });
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const url = `http://127.0.0.1:${port}`;
  const guestSecret = 'a secret for guests only, long enough';
  const ctx: BackendContext = {
    dataDir,
    appUrl: url,
    port,
    databaseUrl: '',
    jwtSecret: 'not given to guests',
    guestSecret,
    anonKey: 'anon',
    serviceRoleKey,
    log: () => undefined,
  };
  const functions = await startFunctions(ctx);
  const providers = await createProviders(ctx, { send: (mail) => Promise.resolve(void mails.push(mail)) });
  let pushRequests = 0;
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (req.method === 'POST' && /^\/_dev\/push\/(?!subscriptions)/.test(req.url ?? '')) pushRequests += 1;
    const stand = providers.find(([prefix]) => req.url?.startsWith(prefix));
    if (stand) void stand[1](req, res);
    else if (/^\/(functions\/v1|api)\//.test(req.url ?? '')) void functions.handle(req, res);
    else answer(req, res);
  });
  return {
    url,
    guestSecret,
    serviceRoleKey,
    keys: await providerKeys(dataDir),
    mails,
    removed,
    moved,
    files,
    pushRequests: () => pushRequests,
    tokenOf(id, session) {
      const claims = session && Buffer.from(JSON.stringify({ session_id: session })).toString('base64url');
      const token = `header.${claims ?? id}.signature`;
      tokens.set(token, id);
      return token;
    },
    async stop() {
      await functions.close();
      await new Promise((resolve) => server.close(resolve));
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
