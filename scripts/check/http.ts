/** Milliseconds until a response must have arrived. */
const PATIENCE = 15_000;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or undefined. */
  readonly json: unknown;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** One request. Redirects are answers, and are not followed. Throws if there is no answer. */
export async function ask(url: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer> {
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

/** The first line of a response that does not end. */
export async function firstLine(url: string, request: Ask): Promise<{ status: number; line: string }> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error(`No line in ${PATIENCE} ms.`)), PATIENCE);
  try {
    const response = await openStream(url, request, stop.signal);
    for await (const line of linesOf(response)) return { status: response.status, line };
    return { status: response.status, line: '' };
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

/** A response that does not end. */
export function openStream(url: string, { headers = {}, body }: Ask, signal: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson', ...headers },
    body: JSON.stringify(body),
    signal,
  });
}

export async function* linesOf(response: Response): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
