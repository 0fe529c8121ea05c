import type { IncomingMessage, ServerResponse } from 'node:http';
import { authenticate, expired } from './auth.ts';
import type { KeySource, SyncUser } from './auth.ts';
import { CheckpointResolver } from './checkpoint.ts';
import type { ResolverParts } from './checkpoint.ts';
import { startTokenTimers } from './connection-timers.ts';
import { SyncError } from './errors.ts';
import type { FaultSwitches } from './faults.ts';
import { readJson, sendJson } from './http.ts';
import { tooManyConnections } from './limits.ts';
import { LineWriter } from './line-writer.ts';
import { checkpointRequestSchema, clientIdSchema, streamRequestSchema } from './request.ts';
import { SyncStream } from './stream.ts';
import { writeCheckpointKey } from './write-checkpoints.ts';
import type { WriteCheckpoints } from './write-checkpoints.ts';

export interface EndpointParts extends ResolverParts {
  faults: FaultSwitches;
  keys: KeySource;
  writeCheckpoints: WriteCheckpoints;
  probe(): { ready: boolean; started: boolean; touched_at: string };
  log(line: string): void;
}

const maxBodyBytes = 4 * 1024 * 1024;

/** The endpoints of PowerSync's protocol, without the `/powersync` prefix. */
export class Endpoints {
  readonly #parts: EndpointParts;
  readonly #open = new Map<ServerResponse, { stream: SyncStream; writer: LineWriter }>();
  #connections = 0;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    parts.faults.onChange((patch) => {
      if (patch.cut) for (const res of this.#open.keys()) res.destroy();
      if (patch.expireTokens) this.#expireAll();
    });
  }

  async handle(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
    const route = `${req.method === 'HEAD' ? 'GET' : req.method} ${url.pathname}`;
    switch (route) {
      case 'POST /sync/stream':
        return this.#stream(req, res);
      case 'GET /write-checkpoint2.json':
        return this.#writeCheckpoint(req, res, url);
      case 'POST /sync/checkpoint-request':
        return this.#checkpointRequest(req, res);
      case 'GET /probes/startup':
      case 'GET /probes/liveness':
      case 'GET /probes/readiness': {
        const state = this.#parts.probe();
        const fine = route.endsWith('startup') ? state.started : route.endsWith('readiness') ? state.ready : true;
        return sendJson(res, fine ? 200 : 400, { data: state });
      }
      default:
        throw new SyncError('PSYNC_S2002', 404, 'No such endpoint.');
    }
  }

  /** Ends all open streams. */
  close(): void {
    for (const { stream } of this.#open.values()) stream.end();
  }

  async #authenticate(req: IncomingMessage): Promise<SyncUser> {
    const user = await authenticate(req.headers.authorization, this.#parts.keys);
    if (this.#parts.faults.expireTokens) throw expired();
    return user;
  }

  async #writeCheckpoint(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
    const user = await this.#authenticate(req);
    const clientId = clientIdSchema.safeParse(url.searchParams.get('client_id') ?? undefined);
    if (!clientId.success) throw new SyncError('PSYNC_S2002', 400, 'client_id is required.');
    const id = await this.#parts.writeCheckpoints.next(writeCheckpointKey(user.userId, clientId.data));
    sendJson(res, 200, { data: { write_checkpoint: id } });
  }

  async #checkpointRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const user = await this.#authenticate(req);
    const body = checkpointRequestSchema.safeParse(await readJson(req, maxBodyBytes));
    if (!body.success) throw new SyncError('PSYNC_S2002', 400, 'client_id and checkpoint_request_id are required.');
    const key = writeCheckpointKey(user.userId, body.data.client_id);
    const id = await this.#parts.writeCheckpoints.atLeast(key, body.data.checkpoint_request_id);
    sendJson(res, 200, { data: { checkpoint_request_id: id } });
  }

  async #stream(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { limits } = this.#parts;
    const user = await this.#authenticate(req);
    if (this.#connections >= limits.connections) throw tooManyConnections(limits.connections);
    this.#connections++;
    try {
      await this.#serve(req, res, user);
    } finally {
      this.#connections--;
      this.#open.delete(res);
    }
  }

  async #serve(req: IncomingMessage, res: ServerResponse, user: SyncUser): Promise<void> {
    const { store, faults, limits } = this.#parts;
    const body = streamRequestSchema.safeParse(await readJson(req, maxBodyBytes));
    if (!body.success) throw new SyncError('PSYNC_S2002', 400, 'The body is not a sync stream request.');
    const request = body.data;
    const userKey = writeCheckpointKey(user.userId, request.client_id ?? '');
    const resolver = new CheckpointResolver(this.#parts, user, userKey, request);
    try {
      // Resolved before the headers are sent, so that a client over the limits gets a status and a reason.
      await resolver.resolve();
      if (res.destroyed) return;
      res.writeHead(200, {
        'Content-Type': 'application/x-ndjson',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      res.flushHeaders();
      const writer = new LineWriter(res);
      const positions = new Map(request.buckets.map(({ name, after }) => [name, Number(after)]));
      const stream = new SyncStream({ writer, resolver, store, faults, limits }, positions);
      this.#open.set(res, { stream, writer });
      res.once('close', () => stream.end());
      const stopTimers = startTokenTimers(writer, user.expiresAt, limits, () => stream.end());
      try {
        await stream.run();
      } catch (error) {
        this.#parts.log(`sync: a stream was closed: ${error instanceof Error ? error.message : String(error)}`);
        res.destroy();
      } finally {
        stopTimers();
      }
    } finally {
      resolver.close();
    }
  }

  #expireAll(): void {
    for (const { stream, writer } of this.#open.values()) {
      void writer.line({ token_expires_in: 0 });
      stream.end();
    }
  }
}
