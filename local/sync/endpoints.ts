import type { IncomingMessage, ServerResponse } from 'node:http';
import { originOf } from '../supabase/http.ts';
import { authenticate, expired } from './auth.ts';
import type { KeySource, SyncUser } from './auth.ts';
import { BSON_DOCUMENTS, streamType } from './accept.ts';
import { encodeBson } from './bson.ts';
import { CheckpointResolver } from './checkpoint.ts';
import { compressFor } from './compression.ts';
import type { ResolverParts } from './checkpoint.ts';
import { startTokenTimers } from './connection-timers.ts';
import { SyncError } from './errors.ts';
import type { RowForm } from './data-lines.ts';
import type { FaultSwitches } from './faults.ts';
import { readParams, sendJson } from './http.ts';
import { LineWriter } from './line-writer.ts';
import { Places } from './places.ts';
import { checkpointRequestSchema, parseRequest, streamRequestSchema, writeCheckpointSchema } from './request.ts';
import type { StreamRequest } from './request.ts';
import { SyncStream } from './stream.ts';
import { Turns } from './turns.ts';
import { writeCheckpointKey } from './write-checkpoints.ts';
import type { WriteCheckpoints } from './write-checkpoints.ts';

export interface EndpointParts extends ResolverParts {
  faults: FaultSwitches;
  keys: KeySource;
  writeCheckpoints: WriteCheckpoints;
  probe(): { ready: boolean; started: boolean; touched_at: string };
  log(line: string): void;
}

/** Milliseconds without a message from Postgres after which the server is not live. */
const liveMs = 10_000;

/** The endpoints of PowerSync's protocol, without the `/powersync` prefix. */
export class Endpoints {
  readonly #parts: EndpointParts;
  readonly #open = new Map<ServerResponse, { stream: SyncStream; writer: LineWriter }>();
  readonly #turns = new Turns();
  readonly #places: Places;

  constructor(parts: EndpointParts) {
    this.#parts = parts;
    this.#places = new Places(parts.limits);
    parts.faults.onChange((patch) => {
      if (patch.cut) for (const res of this.#open.keys()) res.destroy();
      if (patch.expireTokens) this.#expireAll();
    });
  }

  async handle(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
    const route = `${req.method === 'HEAD' ? 'GET' : req.method} ${url.pathname}`;
    switch (route) {
      case 'POST /sync/stream':
        return this.#stream(req, res, url);
      case 'GET /write-checkpoint.json':
        return this.#checkpoint(req, res, url);
      case 'GET /write-checkpoint2.json':
        return this.#writeCheckpoint(req, res, url);
      case 'POST /sync/checkpoint-request':
        return this.#checkpointRequest(req, res, url);
      case 'GET /probes/startup':
      case 'GET /probes/liveness':
      case 'GET /probes/readiness': {
        const state = this.#parts.probe();
        const isLive = Date.now() - Date.parse(state.touched_at) < liveMs;
        const fine = route.endsWith('startup') ? state.started : route.endsWith('readiness') ? state.ready : isLive;
        return sendJson(res, fine ? 200 : 400, state);
      }
      default: {
        const details = `The path ${req.method} ${JSON.stringify(url.pathname)} does not exist on this server`;
        throw new SyncError('PSYNC_S2002', 404, 'The path does not exist on this server', details);
      }
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
    const { client_id } = parseRequest(writeCheckpointSchema, await this.#params(req, url));
    const { userId } = await this.#authenticate(req);
    sendJson(res, 200, { data: { write_checkpoint: await this.#parts.writeCheckpoints.next(userId, client_id) } });
  }

  /** For the oldest clients: the op id of a checkpoint that contains everything committed before the request. */
  async #checkpoint(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
    parseRequest(writeCheckpointSchema, await this.#params(req, url));
    await this.#authenticate(req);
    await this.#parts.loader.caughtUp();
    sendJson(res, 200, { data: { checkpoint: String(this.#parts.store.log.lastOpId) } });
  }

  async #checkpointRequest(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
    const request = parseRequest(checkpointRequestSchema, await this.#params(req, url));
    const { userId } = await this.#authenticate(req);
    const { client_id, checkpoint_request_id } = request;
    const id = await this.#parts.writeCheckpoints.atLeast(userId, client_id, checkpoint_request_id);
    sendJson(res, 200, { data: { checkpoint_request_id: id } });
  }

  /** As in the real service, a request is checked before its token. */
  #params(req: IncomingMessage, url: URL): Promise<Record<string, unknown>> {
    return readParams(req, url, this.#parts.limits.bytesPerRequest);
  }

  async #stream(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
    const request = parseRequest(streamRequestSchema, await this.#params(req, url));
    const user = await this.#authenticate(req);
    const free = this.#places.take(user, originOf(req));
    try {
      await this.#serve(req, res, user, request);
    } finally {
      free();
      this.#open.delete(res);
    }
  }

  async #serve(req: IncomingMessage, res: ServerResponse, user: SyncUser, request: StreamRequest): Promise<void> {
    const { store, faults, limits } = this.#parts;
    const type = streamType(req.headers.accept);
    const isBson = type === BSON_DOCUMENTS;
    if (user.expiresAt * 1000 <= Date.now()) {
      startResponse(res, type);
      // Accepted within the tolerance for clocks, but too late for data.
      const last = { token_expires_in: 0 };
      res.end(isBson ? encodeBson(last) : `${JSON.stringify(last)}\n`);
      return;
    }
    const positions = new Map(request.buckets.map(({ name, after }) => [name, Number(BigInt(after))]));
    const userKey = writeCheckpointKey(user.userId, request.client_id);
    const resolver = new CheckpointResolver(this.#parts, user, userKey, request);
    try {
      // Resolved before the headers are sent, so that a client over the limits gets a status and a reason.
      await resolver.resolve();
      if (res.destroyed) return;
      const body = compressFor(req, res);
      startResponse(res, type);
      res.flushHeaders();
      const writer = new LineWriter(res, body, isBson);
      const form: RowForm = isBson ? 'bson' : request.raw_data ? 'text' : 'object';
      const parts = { writer, resolver, store, faults, limits, turns: this.#turns, form };
      const stream = new SyncStream(parts, positions);
      this.#open.set(res, { stream, writer });
      res.once('close', () => stream.end());
      const stopTimers = startTokenTimers(writer, user.expiresAt, limits, () => stream.end());
      try {
        await stream.run();
      } catch (error) {
        this.#parts.log(`sync: a stream was closed: ${error instanceof Error ? error.message : String(error)}`);
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

function startResponse(res: ServerResponse, type: string): void {
  res.writeHead(200, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
}
