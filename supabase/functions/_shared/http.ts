import { z } from 'zod';
import { Failure, logFailure } from './log.ts';

/** An error response: `message` is a sentence for the user. */
export class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The app may have another origin than the functions. Any origin may call, because rights depend on the token and not
 * on cookies.
 */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
  'access-control-max-age': '86400',
};

/** Largest body in bytes; all our bodies have a few fields. */
const MAX_BODY = 64 * 1024;

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...CORS,
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** The function that a request is for: the end of its path. */
const nameOf = ({ url }: Request): string => /[a-z0-9-]+$/.exec(new URL(url).pathname)?.[0] ?? 'unknown';

/**
 * Wraps a POST function: handles preflight and method, and sends every failure as `{error}` with a sentence, without a
 * stack trace.
 */
export function endpoint(answer: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
    if (request.method !== 'POST') return json({ error: 'Only POST is allowed.' }, 405);
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof HttpError) return json({ error: error.message }, error.status);
      logFailure(nameOf(request), error);
      if (error instanceof Failure && error.passes)
        return json({ error: 'The server is busy. Please try again in a moment.' }, 503);
      return json({ error: 'An error occurred.' }, 500);
    }
  };
}

/** The body as text. Throws HttpError 413 if it has more than `limit` bytes, and reads no more of it. */
export async function readText(request: Request, limit = MAX_BODY): Promise<string> {
  const tooLarge = new HttpError(413, 'This request is too large.');
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge;
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Leaving the loop cancels the body.
  for await (const chunk of request.body ?? []) {
    bytes += chunk.length;
    if (bytes > limit) throw tooLarge;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The JSON body, validated. `whenEmpty`: the text in place of an empty body. Throws HttpError 400 or 413. */
export async function readBody<T extends z.core.$ZodType>(
  request: Request,
  shape: T,
  whenEmpty = '',
): Promise<z.infer<T>> {
  const text = await readText(request);
  let value: unknown;
  try {
    value = JSON.parse(text || whenEmpty);
  } catch {
    throw new HttpError(400, 'The request is not valid JSON.');
  }
  const parsed = z.safeParse(shape, value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const field = issue?.path.join('.') ?? '';
    throw new HttpError(
      400,
      field === '' ? 'The request is not valid.' : `The field "${field}" is missing or not valid.`,
    );
  }
  return parsed.data;
}
