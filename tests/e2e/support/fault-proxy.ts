import { EventEmitter, once } from 'node:events';
import {
  Agent,
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import type { Exchange, Fault, Match, Passing, Wire } from './faults.ts';

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Rule {
  readonly match: Match;
  readonly fault: Fault;
  left: number;
}

/**
 * A proxy between one browser and the whole backend. Requests without a matching rule pass through unchanged, streams
 * included. The newest matching rule applies.
 */
export class FaultProxy {
  readonly url: string;
  readonly #target: URL;
  readonly #server: Server;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #events = new EventEmitter().setMaxListeners(0);
  #rules: Rule[] = [];
  /** In order of arrival. */
  readonly exchanges: Exchange[] = [];

  private constructor(server: Server, port: number, target: string) {
    this.#server = server;
    this.#port = port;
    this.#target = new URL(target);
    this.url = `http://localhost:${port}`;
  }

  static async start(target: string): Promise<FaultProxy> {
    const server = createServer();
    // As in the backend: a stream may be idle for any time.
    server.requestTimeout = 0;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = new FaultProxy(server, port, target);
    server.on('request', (req, res) => void proxy.#handle(req, res));
    return proxy;
  }

  /** Applies `fault` to the next `times` matching requests. Returns a function that removes the rule. */
  when(match: Match, fault: Fault, { times = Infinity } = {}): () => void {
    const rule: Rule = { match, fault, left: times };
    this.#rules.unshift(rule);
    return () => {
      this.#rules = this.#rules.filter((other) => other !== rule);
    };
  }

  /** Matching exchanges that are finished, with or without a response. */
  seen(match: Match): Exchange[] {
    return this.exchanges.filter((exchange) => this.#done.has(exchange) && match(exchange));
  }

  /** Waits until `count` matching exchanges are finished, with or without a response. */
  async until(match: Match, count = 1): Promise<Exchange[]> {
    while (this.seen(match).length < count) await once(this.#events, 'done');
    return this.seen(match);
  }

  /** Delivers an earlier request once more. Only the test gets the response. */
  replay(exchange: Exchange): Promise<Reply> {
    return this.#forward(exchange);
  }

  /** No network: closes all connections and accepts none. */
  async down(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  /** The network is back. */
  async up(): Promise<void> {
    if (this.#server.listening) return;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Forgets all rules and exchanges and cuts every connection, for the next test. */
  async reset(): Promise<void> {
    this.#rules = [];
    this.#server.closeAllConnections();
    this.exchanges.length = 0;
    await this.up();
  }

  async dispose(): Promise<void> {
    this.#rules = [];
    await this.down();
    this.#agent.destroy();
  }

  readonly #done = new WeakSet<Exchange>();

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const exchange: Exchange = {
      method: req.method ?? 'GET',
      path: req.url ?? '/',
      headers: req.headers,
      body: Buffer.alloc(0),
      at: Date.now(),
    };
    try {
      Object.assign(exchange, { body: await buffer(req) });
      this.exchanges.push(exchange);
      const rule = this.#rules.find(({ left, match }) => left > 0 && match(exchange));
      if (rule) rule.left -= 1;
      await (rule ? rule.fault(this.#wire(exchange, res), exchange) : this.#pass(exchange, res));
    } catch {
      // The backend is down or either side closed the connection: the browser sees that as without a proxy.
      req.socket.destroy();
    }
    if (res.headersSent) exchange.status = res.statusCode;
    this.#done.add(exchange);
    this.#events.emit('done');
  }

  #wire(exchange: Exchange, res: ServerResponse): Wire {
    return {
      pass: (options) => this.#pass(exchange, res, options),
      deliver: async () => {
        const { status, headers, body } = await this.#forward(exchange);
        return () => void res.writeHead(status, plain(headers)).end(body);
      },
      answer: (status, headers, body) => void res.writeHead(status, headers).end(body),
      breakOff: () => void res.socket?.destroy(),
      abandoned: new Promise((resolve) => res.once('close', () => resolve())),
    };
  }

  /** Streams the response: at most `cutAfter` bytes, each line after `gate`. */
  async #pass(exchange: Exchange, res: ServerResponse, { cutAfter = Infinity, gate }: Passing = {}): Promise<void> {
    const upstream = await this.#send(exchange, res);
    res.writeHead(upstream.statusCode ?? 502, upstream.headers);
    res.flushHeaders();
    if (cutAfter === Infinity && !gate) return pipeline(upstream, res);
    let left = cutAfter;
    for await (const chunk of upstream as AsyncIterable<Buffer>) {
      for (const part of gate ? linesOf(chunk) : [chunk]) {
        await gate?.();
        res.write(part.subarray(0, left));
        left -= part.length;
      }
      if (left <= 0) break;
    }
    upstream.destroy();
    res.socket?.end();
  }

  async #forward(exchange: Exchange): Promise<Reply> {
    const upstream = await this.#send(exchange);
    return { status: upstream.statusCode ?? 502, headers: upstream.headers, body: await buffer(upstream) };
  }

  #send({ method, path, headers: sent, body }: Exchange, abandonedBy?: ServerResponse): Promise<IncomingMessage> {
    // Faults hold and cut streams by their lines, which neither compressed streams nor BSON have.
    const readable = { 'accept-encoding': 'identity', accept: 'application/x-ndjson' };
    const headers = { ...sent, ...(path.startsWith('/powersync/sync/stream') && readable) };
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#target;
      const outgoing = ask({ hostname, port, method, path, headers, agent: this.#agent }, resolve);
      outgoing.on('error', reject);
      abandonedBy?.once('close', () => outgoing.destroy());
      outgoing.end(body);
    });
  }
}

/** The chunk in parts that end after each line break. */
function* linesOf(chunk: Buffer): Generator<Buffer> {
  for (let start = 0; start < chunk.length;) {
    const end = chunk.indexOf(10, start);
    const next = end === -1 ? chunk.length : end + 1;
    yield chunk.subarray(start, next);
    start = next;
  }
}

/** Headers for a response that is not sent in chunks. */
function plain({ 'transfer-encoding': _chunked, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  return headers;
}
