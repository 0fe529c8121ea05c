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
export async function firstLine(url: string, { headers = {}, body }: Ask): Promise<{ status: number; line: string }> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Error(`No line in ${PATIENCE} ms.`)), PATIENCE);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json', accept: 'application/x-ndjson', ...headers },
      body: JSON.stringify(body),
      signal: stop.signal,
    });
    let line = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      line += decoder.decode(chunk, { stream: true });
      if (line.includes('\n')) break;
    }
    return { status: response.status, line: line.split('\n', 1)[0] ?? '' };
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
