import { refusesToken } from './answers.ts';
import { endpoints, type Endpoints } from './config.ts';
import { responseRefusesToken, type Tokens, withToken } from './with-token.ts';

/** Aborts after `ms`, or with `outer`. A plain timer, because tests cannot advance AbortSignal.timeout. */
function timeout(ms: number, outer?: AbortSignal | null): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException(`No answer in ${ms} ms.`, 'TimeoutError')), ms);
  const signal = outer ? AbortSignal.any([controller.signal, outer]) : controller.signal;
  return { signal, clear: () => clearTimeout(timer) };
}

/**
 * `fetch` for a client library: past the HTTP cache, which survives a log-out; within `timeoutFor(url)`, body included;
 * failing on redirects, which would post a member's data to a captive portal.
 */
export const limitedFetch =
  (timeoutFor: (url: string) => number): typeof fetch =>
  (input, init) =>
    fetch(input, {
      cache: 'no-store',
      ...init,
      redirect: 'error',
      signal: timeout(timeoutFor(input instanceof Request ? input.url : String(input)), init?.signal).signal,
    });

/** Browsers refuse more than 64 kB in flight with `keepalive`; the rest is left for other calls. */
const KEEPALIVE_BYTES = 48 * 1024;

export interface RequestOptions {
  /** POST unless it is another one. A GET has no content. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Milliseconds until the complete response must have arrived. */
  timeoutMs: number;
  /** The member's; without them the publishable key identifies a guest. */
  tokens?: Tokens | undefined;
  /** In their place, for a caller that has to know of a refusal itself. */
  accessToken?: string | undefined;
  /** The browser completes the call after the page is closed, if the body is small enough. */
  keepalive?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** 'error' fails the call; 'manual' reports a redirect as a reply with status 0. It is never followed. */
  redirect?: 'error' | 'manual';
  /** By default those of this page. */
  backend?: Pick<Endpoints, 'supabaseUrl' | 'publishableKey'>;
  fetch?: typeof fetch | undefined;
}

export interface Reply {
  status: number;
  /** Parsed JSON; undefined if the body was something else. */
  body: unknown;
  retryAfter: string | null;
}

/** Sends JSON. Without a complete response it throws: a TimeoutError after `timeoutMs`, else another error. */
export function postJson(path: string, content: unknown, options: RequestOptions): Promise<Reply> {
  const { tokens, accessToken = null } = options;
  const send = (token: string | null) => postOnce(path, content, token, options);
  return tokens ? withToken(tokens, send, refusesToken) : send(accessToken);
}

async function postOnce(path: string, content: unknown, token: string | null, options: RequestOptions): Promise<Reply> {
  const { supabaseUrl, publishableKey } = options.backend ?? endpoints();
  const body = JSON.stringify(content);
  const { signal, clear } = timeout(options.timeoutMs, options.signal);
  try {
    const response = await (options.fetch ?? fetch)(`${supabaseUrl}${path}`, {
      method: options.method ?? 'POST',
      headers: { 'content-type': 'application/json', ...callerHeaders(token, publishableKey) },
      body,
      redirect: options.redirect ?? 'error',
      cache: 'no-store',
      keepalive: options.keepalive === true && new Blob([body]).size <= KEEPALIVE_BYTES,
      signal,
    });
    const text = await response.text();
    return { status: response.status, body: parse(text), retryAfter: response.headers.get('retry-after') };
  } catch (error) {
    // Aborted while the body arrives, some browsers throw a plain AbortError.
    throw signal.aborted ? signal.reason : error;
  } finally {
    clear();
  }
}

/** Name the caller to the server. */
export const callerHeaders = (token: string | null, key: string): { apikey: string; authorization: string } => ({
  apikey: key,
  authorization: `Bearer ${token ?? key}`,
});

export const fetchAs = (
  tokens: Tokens,
  url: string,
  { headers, ...init }: RequestInit = {},
  send: typeof fetch = fetch,
): Promise<Response> =>
  withToken(
    tokens,
    (token) => {
      const named = new Headers(headers);
      for (const [name, value] of Object.entries(callerHeaders(token, endpoints().publishableKey)))
        named.set(name, value);
      return send(url, { ...init, headers: named });
    },
    (response) => responseRefusesToken(response, init.method),
  );

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
