import type pg from 'pg';
import { type FunctionsHost, startFunctionsHost } from './functions-host.ts';
import { type ScratchDatabase, startScratchDatabase } from './scratch-database.ts';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export interface FunctionsSuite {
  readonly scratch: ScratchDatabase;
  /** Bypasses row security. */
  readonly db: pg.Client;
  readonly host: FunctionsHost;
  /** Calls a function as the product does: `/api/{name}`. `caller`: a member's id, or headers. */
  post(name: string, body: unknown, caller?: string | Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
}

/** A database and the functions in Deno in front of it, for one test file. */
export async function startFunctionsSuite(): Promise<FunctionsSuite> {
  const scratch = await startScratchDatabase();
  const db = await scratch.connect();
  const service = await scratch.connect();
  await service.query('set role service_role');
  const host = await startFunctionsHost(service);
  return {
    scratch,
    db,
    host,
    async post(name, body, caller = {}) {
      const headers = typeof caller === 'string' ? { authorization: `Bearer ${host.tokenOf(caller)}` } : caller;
      const response = await fetch(`${host.url}/api/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
    async stop() {
      await host.stop();
      await scratch.stop();
    },
  };
}
