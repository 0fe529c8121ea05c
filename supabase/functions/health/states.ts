/** `elsewhere`: this address does not serve the part, as on a hosted project, where sync has an address of its own. */
export type State = 'ok' | 'failed' | 'elsewhere';

export interface Health {
  /** `degraded`: the database answers, but another part does not. */
  readonly status: 'ok' | 'degraded' | 'failed';
  readonly parts: Readonly<Record<'database' | 'auth' | 'storage' | 'sync', State>>;
}

/**
 * Read by visitors too, so the answer of each says nothing that is not public. The first one is answered by the
 * database.
 */
const PROBES = {
  database: '/rest/v1/app_counts?select=id&limit=1',
  auth: '/auth/v1/health',
  storage: '/storage/v1/status',
  sync: '/powersync/probes/liveness',
} as const;

/** Asks all parts at the same time. `get` resolves with a status code, and rejects if there is no answer. */
export async function healthOf(get: (path: string) => Promise<number>): Promise<Health> {
  const ask = async (path: string): Promise<State> => {
    const status = await get(path).catch(() => 0);
    if (status === 404) return 'elsewhere';
    return status >= 200 && status < 300 ? 'ok' : 'failed';
  };
  const [database, auth, storage, sync] = await Promise.all([
    ask(PROBES.database),
    ask(PROBES.auth),
    ask(PROBES.storage),
    ask(PROBES.sync),
  ]);
  const others = [auth, storage, sync];
  const status = database !== 'ok' ? 'failed' : others.includes('failed') ? 'degraded' : 'ok';
  return { status, parts: { database, auth, storage, sync } };
}
