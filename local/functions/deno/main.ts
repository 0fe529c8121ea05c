/**
 * The host of the functions: one Deno process for all of supabase/functions. On a hosted project each function is its
 * own program that calls Deno.serve. Here a function is imported on its first request, and that call is intercepted.
 *
 * The first line on stdout is `{"port": n}`. The process ends when stdin closes, which happens however the supervisor
 * exits.
 */

type Handler = (request: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>;

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;
const functionsUrl = Deno.env.get('FUNCTIONS_DIRECTORY_URL') ?? '';
const realServe = Deno.serve;
const loading = new Map<string, Promise<Handler>>();

let intercepted: Handler | undefined;
/** Imports run one after another, so that an intercepted handler belongs to the function that is being imported. */
let queue: Promise<unknown> = Promise.resolve();

Deno.serve = ((...args: unknown[]) => {
  intercepted = args.map(asHandler).find((handler) => handler !== undefined);
  return { finished: new Promise<void>(() => {}), shutdown: async () => {}, ref() {}, unref() {} };
}) as typeof Deno.serve;

function asHandler(argument: unknown): Handler | undefined {
  if (typeof argument === 'function') return argument as Handler;
  if (typeof argument === 'object' && argument !== null && 'handler' in argument) return argument.handler as Handler;
  return undefined;
}

function load(name: string): Promise<Handler> {
  const known = loading.get(name);
  if (known) return known;
  const next = queue.then(async () => {
    intercepted = undefined;
    await import(`${functionsUrl}${name}/index.ts`);
    if (!intercepted) throw new Error(`Function ${name} does not call Deno.serve.`);
    return intercepted;
  });
  queue = next.catch(() => {});
  loading.set(name, next);
  // A function that failed to load is loaded again on the next request: it may have been edited.
  next.catch(() => loading.delete(name));
  return next;
}

async function exists(name: string): Promise<boolean> {
  if (!NAME.test(name)) return false;
  try {
    return (await Deno.stat(new URL(`${functionsUrl}${name}/index.ts`))).isFile;
  } catch {
    return false;
  }
}

function answer(status: number, error: string): Response {
  return Response.json(
    { error },
    { status, headers: { 'access-control-allow-origin': '*', 'cache-control': 'no-store' } },
  );
}

realServe(
  { hostname: '127.0.0.1', port: 0, onListen: ({ port }) => console.log(JSON.stringify({ port })) },
  async (request, info) => {
    const name = new URL(request.url).pathname.split('/')[1] ?? '';
    if (!(await exists(name))) return answer(404, 'There is no such function.');
    try {
      const handler = await load(name);
      return await handler(request, info);
    } catch (error) {
      console.error(error);
      return answer(500, 'An error occurred.');
    }
  },
);

const buffer = new Uint8Array(64);
while ((await Deno.stdin.read(buffer)) !== null);
Deno.exit(0);
