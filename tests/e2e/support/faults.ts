import type { IncomingHttpHeaders } from 'node:http';

/** One request from the page, the shared worker or the service worker. */
export interface Exchange {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Status of the response; undefined while pending, or if there was none. */
  status?: number;
}

export type Match = (exchange: Exchange) => boolean;

export interface Passing {
  /** Bytes of the response after which the connection is closed. */
  readonly cutAfter?: number;
  /** Awaited before each line of the response. */
  readonly gate?: () => Promise<void>;
}

/** What a fault can do with a request. */
export interface Wire {
  /** Forwards it and streams the response. */
  pass(options?: Passing): Promise<void>;
  /** Forwards it and waits for the whole response. Returns a function that passes the response on. */
  deliver(): Promise<() => void>;
  /** Responds without asking the server. */
  answer(status: number, headers?: Record<string, string>, body?: string | Buffer): void;
  /** Closes the connection without a response. */
  breakOff(): void;
  /** Resolves when the browser has cancelled it or has the response. */
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
/** Resumable uploads of files. */
export const fileUploads: Match = ({ method, path }) =>
  method !== 'OPTIONS' && path.startsWith('/storage/v1/upload/resumable');
/** Requests to the backend's APIs, not for files of the app. */
export const calls: Match = ({ path }) => /^\/(rest|auth|functions|powersync|storage)\//.test(path);

/** Matches uploads that contain this text. */
export const uploadsOf =
  (words: string): Match =>
  (exchange) =>
    uploads(exchange) && exchange.body.includes(words);

/** The server processes the request, and the response is lost. */
export const loseAnswer: Fault = async (wire) => {
  await wire.deliver();
  wire.breakOff();
};

/** Responds as a proxy or an overloaded server does. */
export const answerWith =
  (status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): Fault =>
  (wire) =>
    wire.answer(status, headers, body);

/** Responses of captive portals. */
export const portal = {
  page: answerWith(200, { 'content-type': 'text/html' }, '<!doctype html><title>Welcome</title><form>Accept</form>'),
  redirect: answerWith(302, { location: 'http://portal.invalid/login' }),
  empty: answerWith(204),
} satisfies Record<string, Fault>;

/** Accepts the request and never responds. */
export const blackHole: Fault = (wire) => wire.abandoned;

/** Delivers it twice, in turn or at once; the browser gets the second response. */
export const duplicate =
  (how: 'in turn' | 'at once'): Fault =>
  async (wire) => {
    if (how === 'in turn') await wire.deliver();
    const replies = await Promise.all(how === 'at once' ? [wire.deliver(), wire.deliver()] : [wire.deliver()]);
    replies.at(-1)?.();
  };

/** Closes the connection in the middle of the response. */
export const cutAnswer =
  (afterBytes: number): Fault =>
  (wire) =>
    wire.pass({ cutAfter: afterBytes });

/** Responses that stall, with an open connection, from `close` until `open`. */
export function stallable(): { readonly fault: Fault; close(): void; open(): void } {
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
  /** Resolves when the first request is held. */
  readonly reached: Promise<void>;
  /** Releases it and all later ones. */
  release(): void;
}

/** Holds the request before the server, or the response after it, until released. */
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
      const sendResponse = await wire.deliver();
      reached.resolve();
      await Promise.race([released.promise, wire.abandoned]);
      sendResponse();
    },
  };
}
