import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { BackendContext } from '../../../local/context.ts';
import { createSync } from '../../../local/sync/index.ts';
import type { SyncPart } from '../../../local/sync/index.ts';
import type { Limits } from '../../../local/sync/limits.ts';
import { failOnChecksumMismatch } from './client-log.ts';
import { TestPostgres } from '../../support/test-postgres.ts';

const jwtSecret = 'a-secret-only-for-tests-0123456789abcdef';
const guestSecret = 'another-secret-for-tests-0123456789abcd';
export const serviceRoleKey = 'service-role-key-of-the-tests';

export interface WorldOptions {
  /** SQL run before the server starts. */
  schema: string;
  /** The sync rules. */
  rules: string;
  limits?: Partial<Limits>;
}

/** A database and a sync server behind one origin; closes the clients that a test adds. */
export class World {
  readonly sql: Client;
  readonly databaseUrl: string;
  readonly logs: string[] = [];
  readonly directory: string;
  sync: SyncPart | null = null;
  /** Used at the next start of the sync server. */
  guestSecret = guestSecret;
  readonly #options: WorldOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #closers: (() => unknown)[] = [];

  constructor(databaseUrl: string, options: WorldOptions) {
    this.databaseUrl = databaseUrl;
    this.#options = options;
    this.sql = new Client({ connectionString: databaseUrl });
    this.sql.on('error', () => {});
    this.directory = mkdtempSync(join(tmpdir(), 'rangeday-sync-'));
    this.#server = createServer((req, res) => {
      if (!this.sync) return res.destroy();
      if (req.url?.startsWith('/_dev/faults')) return void this.sync.handleFaults(req, res);
      return void this.sync.handle(req, res);
    });
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /** Bytes buffered in the server process for slow readers. */
  get bufferedBytes(): number {
    return [...this.#sockets].reduce((sum, socket) => sum + socket.writableLength, 0);
  }

  get url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  }

  get #context(): BackendContext {
    return {
      dataDir: this.directory,
      appUrl: this.url,
      port: 0,
      databaseUrl: this.databaseUrl,
      jwtSecret,
      guestSecret: this.guestSecret,
      anonKey: 'anon',
      serviceRoleKey,
      log: (line) => this.logs.push(line),
    };
  }

  async start(): Promise<void> {
    await this.sql.connect();
    await this.sql.query(this.#options.schema);
    await this.startSync();
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async startSync(rules = this.#options.rules): Promise<void> {
    const rulesPath = join(this.directory, 'sync-rules.yaml');
    writeFileSync(rulesPath, rules);
    this.sync = await createSync(this.#context, { rulesPath, limits: this.#options.limits ?? {} });
  }

  /** Ends the sync server and its connections; requests then fail until `startSync`. */
  async stopSync(): Promise<void> {
    const sync = this.sync;
    this.sync = null;
    this.#server.closeAllConnections();
    await sync?.close();
  }

  async restartSync(): Promise<void> {
    await this.stopSync();
    await this.startSync();
  }

  onClose(closer: () => unknown): void {
    this.#closers.push(closer);
  }

  async close(): Promise<void> {
    for (const closer of this.#closers.toReversed()) await closer();
    await this.stopSync();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.sql.end().catch(() => {});
    rmSync(this.directory, { recursive: true, force: true });
  }
}

export interface TokenOptions {
  secondsToLive?: number;
  /** Override the usual ones; `undefined` omits one. */
  claims?: Record<string, unknown>;
  audience?: string;
  secret?: string;
  kid?: string;
  issuedSecondsAgo?: number;
}

export function memberToken(sub: string, options: TokenOptions = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    role: 'authenticated',
    sub,
    aud: options.audience ?? 'authenticated',
    iat: now - (options.issuedSecondsAgo ?? 0),
    exp: now + (options.secondsToLive ?? 3600),
    ...options.claims,
  };
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...(options.kid ? { kid: options.kid } : {}) })
    .sign(new TextEncoder().encode(options.secret ?? jwtSecret));
}

export function guestToken(sub = 'guest', options: TokenOptions = {}): Promise<string> {
  return memberToken(sub, {
    audience: 'rangeday-sync',
    secret: guestSecret,
    kid: 'guest',
    ...options,
    claims: { role: 'guest', ...options.claims },
  });
}

/** One Postgres per test file; each test starts worlds (a database and a sync server) in it. */
export function useWorlds(): { postgres: () => TestPostgres; start(options: WorldOptions): Promise<World> } {
  let postgres: TestPostgres;
  const worlds: World[] = [];
  beforeAll(async () => {
    postgres = await TestPostgres.start();
  }, 30_000);
  afterEach(async () => {
    for (const world of worlds.splice(0)) await world.close();
  });
  afterAll(async () => {
    await postgres.destroy();
  });
  failOnChecksumMismatch();
  return {
    postgres: () => postgres,
    async start(options) {
      const name = `w_${randomUUID().replaceAll('-', '')}`;
      const admin = new Client({ connectionString: postgres.url('postgres') });
      await admin.connect();
      await admin.query(`create database ${name}`);
      await admin.end();
      const world = new World(postgres.url(name), options);
      worlds.push(world);
      await world.start();
      return world;
    },
  };
}
