import type { IncomingHttpHeaders } from 'node:http';

/** One request of the browser, whoever in it asked: page, shared worker, service worker. */
export interface Exchange {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What the browser was told; undefined while it waits, and when it was told nothing. */
  status?: number;
}

export type Match = (exchange: Exchange) => boolean;

export interface Passing {
  /** Bytes of the answer that come through before the connection ends. */
  readonly cutAfter?: number;
  /** Each piece of the answer waits for this. */
  readonly gate?: () => Promise<void>;
}

/** The two ends of one request that a fault may pull at. */
export interface Wire {
  /** Lets it through, whole or not, at once or bit by bit. */
  pass(options?: Passing): Promise<void>;
  /** Brings it to the server and waits for the whole answer; what comes back hands that on. */
  deliver(): Promise<() => void>;
  /** Says something that never came from the server. */
  answer(status: number, headers?: Record<string, string>, body?: string): void;
  /** Ends the connection without a word. */
  breakOff(): void;
  /** The browser gave up, or was answered. */
  readonly abandoned: Promise<void>;
}

export type Fault = (wire: Wire, exchange: Exchange) => void | Promise<void>;

const at =
  (method: string, path: string): Match =>
  (exchange) =>
    exchange.method === method && exchange.path.startsWith(path);

export const anything: Match = () => true;
export const uploads: Match = at('POST', '/rest/v1/rpc/apply_crud');
export const refreshes: Match = at('POST', '/auth/v1/token?grant_type=refresh_token');
export const streams: Match = at('POST', '/powersync/sync/stream');
/** What asks the backend, not for a file of the app. */
export const calls: Match = ({ path }) => /^\/(rest|auth|functions|powersync|storage)\//.test(path);

/** An upload that carries these words. */
export const uploadsOf =
  (words: string): Match =>
  (exchange) =>
    uploads(exchange) && exchange.body.includes(words);

/** The server has done it; nobody hears of it. */
export const loseAnswer: Fault = async (wire) => {
  await wire.deliver();
  wire.breakOff();
};

/** A proxy or an overloaded server speaks instead. */
export const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Fault =>
  (wire) =>
    wire.answer(status, headers, body);

/** What hotels and airports say instead of the server. */
export const portal = {
  page: answerWith(200, { 'content-type': 'text/html' }, '<!doctype html><title>Welcome</title><form>Accept</form>'),
  redirect: answerWith(302, { location: 'http://portal.invalid/login' }),
  empty: answerWith(204),
} satisfies Record<string, Fault>;

/** Takes it and never says anything. */
export const blackHole: Fault = (wire) => wire.abandoned;

/** Delivers it twice, one after the other or at the same moment; the browser hears the second verdict. */
export const duplicate =
  (how: 'in turn' | 'at once'): Fault =>
  async (wire) => {
    if (how === 'in turn') await wire.deliver();
    const replies = await Promise.all(how === 'at once' ? [wire.deliver(), wire.deliver()] : [wire.deliver()]);
    replies.at(-1)?.();
  };

/** Ends the connection in the middle of the answer. */
export const cutAnswer =
  (afterBytes: number): Fault =>
  (wire) =>
    wire.pass({ cutAfter: afterBytes });

/** Answers whose connection stands and says nothing more, from `close` until `open`. */
export function sluice(): { readonly fault: Fault; close(): void; open(): void } {
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  return {
    fault: (wire) => wire.pass({ gate: () => gate.promise }),
    close: () => (gate = Promise.withResolvers<void>()),
    open: () => gate.resolve(),
  };
}

export interface Hold {
  readonly fault: Fault;
  /** The first request has come this far. */
  readonly reached: Promise<void>;
  /** Lets it go on, and all that come later. */
  release(): void;
}

/** Stops a request on its way to the server, or the answer on its way back, until it is released. */
export function hold(where: 'request' | 'answer'): Hold {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    release: released.resolve,
    async fault(wire) {
      if (where === 'request') {
        reached.resolve();
        const isGone = await Promise.race([released.promise, wire.abandoned.then(() => true)]);
        return isGone ? undefined : wire.pass();
      }
      const handOn = await wire.deliver();
      reached.resolve();
      await Promise.race([released.promise, wire.abandoned]);
      handOn();
    },
  };
}
