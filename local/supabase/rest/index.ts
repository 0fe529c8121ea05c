import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { App } from '@supabase/lite';
import { Client } from 'pg';

import type { BackendContext, HttpPart } from '../../context.ts';
import { dataApiLogin } from '../bootstrap.ts';
import { callerOf, CallerRejected } from '../caller.ts';
import type { ApiRole, Caller } from '../caller.ts';
import { allowCors, BodyTooLarge, clientIp, header, readBody, sendJson, untilClosed } from '../http.ts';
import { createDataConnection, frames, MAX_CONNECTIONS } from './connection.ts';
import type { RequestFrame } from './connection.ts';
import { addEmbedHints, type ForeignKey, FOREIGN_KEYS_SQL } from './embed-hints.ts';
import { statusOf } from './errors.ts';
import { quoteJsonStrings } from './json-strings.ts';
import { pack } from './pack.ts';
import { boundRows, hasFilter, isTooNested } from './query-bounds.ts';
import { NoTurn, originOfCall, type Shares, Turns } from '../turns.ts';

export interface RestOptions {
  readonly faults?: { readonly refuseWrites: boolean | number };
}

export interface Rest extends HttpPart {
  /** Call this after a change of the schema. */
  reloadSchema(): Promise<void>;
}

const PREFIX = '/rest/v1';
/** Everything that PostgREST serves: the description, a table or view, and a function. */
const SERVED = /^\/rest\/v1\/(?:(?:rpc\/)?[A-Za-z_]\w*)?$/;
const MAX_BODY = 8 * 1024 * 1024;
const EXPOSE =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Preference-Applied, Server, Transfer-Encoding';
const FORWARDED = ['accept', 'content-type', 'prefer', 'range', 'range-unit', 'accept-profile', 'content-profile'];

/** A hosted project waits as long for a connection. */
const SHARES: Shares = { all: MAX_CONNECTIONS, guests: 6, origin: 3, waiting: 60, patience: 10_000 };

/** The Data API under /rest/v1: @supabase/lite, behind the checks that PostgREST and its gateway make. */
export async function createRest(ctx: BackendContext, options: RestOptions = {}): Promise<Rest> {
  const connection = createDataConnection(dataApiLogin(ctx));
  const app = new App({
    connection,
    // A secret of its own that signs nothing: tokens are checked before lite gets a request.
    auth: { enabled: false, jwt_secret: randomBytes(32).toString('hex') },
    storage: { enabled: false },
    studio: { enabled: false },
    options: {
      server: {
        disableStudio: true,
        // The caller is already known. lite's own token check would call its own auth service, which does not exist
        // here.
        apiKeys: {
          resolver: () =>
            Promise.resolve({ type: 'publishable', claims: frames.getStore()?.claims ?? { role: 'anon' } }),
        },
      },
    },
  } as unknown as ConstructorParameters<typeof App>[0]);
  await app.init();
  const { roleSettings, foreignKeys } = await readCatalog(ctx);
  const turns = new Turns(SHARES);

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    allowCors(req, res, EXPOSE);
    if (req.method === 'OPTIONS') return void res.writeHead(204).end();
    const url = urlOf(req, ctx);
    // Also what the path is after `..` and `\` are resolved, because lite has further pages beside /rest/v1.
    if (!url) return problem(res, 404, 'PGRST125', 'Invalid path specified in request URL');
    if (isTooNested(url.searchParams)) return problem(res, 400, 'PGRST100', 'The query is nested too deeply');
    let caller: Caller;
    try {
      caller = await callerOf(ctx, req, { key: url.searchParams.get('apikey') });
    } catch (error) {
      if (error instanceof CallerRejected) return refuse(res, error);
      throw error;
    }
    url.searchParams.delete('apikey');
    const isChange = req.method === 'PATCH' || req.method === 'DELETE';
    if (isChange && !hasFilter(url.searchParams)) return refuseUnfiltered(res, req.method);
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (isRead && !url.pathname.startsWith(`${PREFIX}/rpc/`)) boundRows(url.searchParams);
    const profile = header(req, 'accept-profile') || header(req, 'content-profile');
    if (profile !== '' && profile !== 'public') {
      return problem(
        res,
        406,
        'PGRST106',
        `Invalid schema: ${profile}`,
        null,
        'Only the following schemas are exposed: public',
      );
    }
    if (url.pathname === `${PREFIX}/rpc/apply_crud` && options.faults?.refuseWrites) {
      const status = options.faults.refuseWrites === true ? 503 : options.faults.refuseWrites;
      await readBody(req, MAX_BODY).catch(() => undefined);
      return problem(res, status, 'FAULT', 'Writes are refused for a test.');
    }
    const select = url.searchParams.get('select');
    const [table = '', ...deeper] = url.pathname.slice(PREFIX.length + 1).split('/');
    if (select?.includes('(') && deeper.length === 0)
      url.searchParams.set('select', addEmbedHints(foreignKeys, table, select));
    let body: Buffer;
    try {
      body = await readBody(req, MAX_BODY);
    } catch (error) {
      if (error instanceof BodyTooLarge) return problem(res, 413, 'PGRST102', 'The request body is too large.');
      throw error;
    }
    await forward(req, res, url, caller, body);
  }

  async function forward(
    req: IncomingMessage,
    res: ServerResponse,
    url: URL,
    caller: Caller,
    sent: Buffer,
  ): Promise<void> {
    const frame: RequestFrame = { claims: caller.claims, settings: settingsOf(req, url, caller, roleSettings) };
    const headers = new Headers();
    for (const name of FORWARDED) {
      const value = header(req, name);
      if (value !== '') headers.set(name, value);
    }
    headers.set('apikey', 'checked');
    const method = req.method ?? 'GET';
    const hasBody = sent.length > 0 && method !== 'GET' && method !== 'HEAD';
    const request = new Request(url, {
      method,
      headers,
      ...(hasBody && {
        body: new Uint8Array(await quoteJsonStrings(connection, url.pathname.slice(PREFIX.length), sent)),
      }),
    });
    let endTurn: () => void;
    try {
      endTurn = await turns.take(originOfCall(caller), untilClosed(res));
    } catch (error) {
      if (error instanceof NoTurn) return refuseTurn(res, error);
      // The caller is gone.
      if (res.closed) return;
      throw error;
    }
    const answer = await frames.run(frame, async () => app.server.fetch(request)).finally(endTurn);
    if (frame.failure && answer.status >= 400) {
      const { code, message, detail, hint } = frame.failure;
      return problem(res, statusOf(frame.failure, caller.role === 'anon'), code, message, detail, hint);
    }
    res.statusCode = answer.status;
    answer.headers.forEach((value, name) => {
      if (!name.startsWith('access-control-') && name !== 'content-length') res.setHeader(name, value);
    });
    const content = Buffer.from(await answer.arrayBuffer());
    const body =
      method !== 'GET' && isOne(headers) && !url.pathname.startsWith(`${PREFIX}/rpc/`) ? onlyRow(content) : content;
    const bytes = await pack(req, res, body);
    if (method !== 'HEAD' && answer.status !== 204) res.setHeader('content-length', bytes.length);
    res.end(bytes);
  }

  return {
    handle,
    reloadSchema: async () => {
      await connection.clearSchemaCache();
    },
    async close() {
      await connection.close();
    },
  };
}

/** The caller asks for a row instead of a list. */
const isOne = (headers: Headers): boolean => headers.get('accept')?.includes('application/vnd.pgrst.object') ?? false;

/** lite answers a write with an embedded relation by a list, also where one row was asked for. */
function onlyRow(content: Buffer): Buffer {
  const text = content.toString().trim();
  if (!text.startsWith('[') || (JSON.parse(text) as unknown[]).length !== 1) return content;
  // Not written anew, which would change large numbers.
  return Buffer.from(text.slice(1, -1));
}

/** The request's URL, or undefined if it is outside the Data API. */
function urlOf(req: IncomingMessage, ctx: BackendContext): URL | undefined {
  const sent = `${ctx.appUrl}${req.url ?? '/'}`;
  const url = URL.canParse(sent) ? new URL(sent) : undefined;
  return url && url.origin === new URL(ctx.appUrl).origin && SERVED.test(url.pathname) ? url : undefined;
}

/** The settings that functions and policies read with current_setting, and those of the caller's role. */
function settingsOf(
  req: IncomingMessage,
  url: URL,
  caller: Caller,
  roleSettings: Catalog['roleSettings'],
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.headers)) {
    if (name !== 'authorization' && name !== 'apikey' && name !== 'cookie') headers[name] = String(value);
  }
  headers['x-forwarded-for'] = clientIp(req);
  return {
    'request.jwt.claims': JSON.stringify(caller.claims),
    'request.headers': JSON.stringify(headers),
    'request.method': req.method ?? 'GET',
    'request.path': url.pathname.slice(PREFIX.length),
    ...Object.fromEntries(
      roleSettings.filter(({ role }) => role === caller.role).map(({ name, value }) => [name, value]),
    ),
  };
}

interface Catalog {
  /**
   * `alter role … set statement_timeout` has no effect after `set role`; PostgREST reads and applies it, so we do too.
   * A role without one keeps that of the log-in.
   */
  roleSettings: readonly { role: ApiRole; name: string; value: string }[];
  foreignKeys: readonly ForeignKey[];
}

async function readCatalog(ctx: BackendContext): Promise<Catalog> {
  const client = new Client({ connectionString: ctx.databaseUrl, application_name: 'rest settings' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows: roleSettings } = await client.query<Catalog['roleSettings'][number]>(
      `select r.rolname as role, s.name, split_part(c, '=', 2) as value
       from pg_roles r, unnest(r.rolconfig) c join pg_settings s on s.name = split_part(c, '=', 1) and s.context = 'user'
       where r.rolname in ('anon', 'authenticated', 'service_role')`,
    );
    const foreignKeys = await client.query<ForeignKey>(FOREIGN_KEYS_SQL);
    return { roleSettings, foreignKeys: foreignKeys.rows };
  } finally {
    await client.end();
  }
}

function refuse(res: ServerResponse, refused: CallerRejected): void {
  if (refused.reason === 'no-key') {
    return sendJson(res, 401, {
      message: 'No API key found in request',
      hint: 'No `apikey` request header or url param was found.',
    });
  }
  if (refused.reason === 'bad-key') {
    return problem(
      res,
      401,
      'PGRST301',
      'Invalid API key',
      null,
      'Double check your Supabase `anon` or `service_role` API key.',
    );
  }
  const isExpired = refused.reason === 'expired';
  const message = isExpired ? 'JWT expired' : 'No suitable key or wrong key type';
  res.setHeader('www-authenticate', `Bearer error="invalid_token", error_description="${message}"`);
  if (isExpired) return problem(res, 401, 'PGRST303', message);
  problem(res, 401, 'PGRST301', message, 'None of the keys was able to decode the JWT');
}

/** In the words of PostgREST. */
function refuseTurn(res: ServerResponse, { reason }: NoTurn): void {
  if (reason === 'many') return problem(res, 429, 'PGRST003', 'Too many requests of one origin wait for a connection.');
  problem(res, 504, 'PGRST003', 'Timed out acquiring connection from connection pool.');
}

/** In the words of safeupdate, which a hosted project loads. */
function refuseUnfiltered(res: ServerResponse, method: string | undefined): void {
  problem(res, 400, '21000', `${method === 'PATCH' ? 'UPDATE' : 'DELETE'} requires a WHERE clause`);
}

function problem(
  res: ServerResponse,
  status: number,
  code: string,
  message: string,
  details: string | null = null,
  hint: string | null = null,
): void {
  if (status === 401) res.setHeader('www-authenticate', 'Bearer');
  if (status === 429 || status === 503) res.setHeader('retry-after', '1');
  sendJson(res, status, { code, details, hint, message });
}
