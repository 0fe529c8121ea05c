/**
 * The main service of supabase/edge-runtime in deploy/compose.yaml: each request goes to the function that its path
 * names, in a worker of its own. Functions check tokens themselves (supabase/config.toml: verify_jwt = false).
 */

interface WorkerOptions {
  servicePath: string;
  memoryLimitMb: number;
  workerTimeoutMs: number;
  noModuleCache: boolean;
  importMapPath: string;
  envVars: [string, string][];
  customModuleRoot: string;
}

/** Provided by the runtime, which publishes no types for it. */
declare const EdgeRuntime: {
  userWorkers: { create(options: WorkerOptions): Promise<{ fetch(request: Request): Promise<Response> }> };
};

const FUNCTIONS = '/home/deno/supabase/functions';
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

async function exists(name: string): Promise<boolean> {
  if (!NAME.test(name)) return false;
  try {
    return (await Deno.stat(`${FUNCTIONS}/${name}/index.ts`)).isFile;
  } catch {
    return false;
  }
}

const answer = (status: number, error: string): Response =>
  Response.json({ error }, { status, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } });

Deno.serve(async (request: Request) => {
  const name = new URL(request.url).pathname.split('/')[1] ?? '';
  if (!(await exists(name))) return answer(404, 'There is no such function.');
  try {
    const worker = await EdgeRuntime.userWorkers.create({
      servicePath: `${FUNCTIONS}/${name}`,
      memoryLimitMb: 150,
      workerTimeoutMs: 60_000,
      noModuleCache: false,
      importMapPath: `${FUNCTIONS}/deno.json`,
      envVars: Object.entries(Deno.env.toObject()),
      // Any local path: the functions import src/contract.
      customModuleRoot: '',
    });
    return await worker.fetch(request);
  } catch (error) {
    // As supabase/functions/_shared/log.ts, which is not loaded by this service.
    const code = error instanceof Error ? error.name : 'unknown';
    console.error(JSON.stringify({ time: new Date().toISOString(), function: name, code }));
    return answer(500, 'An error occurred.');
  }
});
