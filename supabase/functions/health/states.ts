/**
 * `elsewhere`: this address does not serve the part, as on a hosted project, where sync has an address of its own.
 * `late`: it works, and is over one of the limits.
 */
export type State = 'ok' | 'failed' | 'late' | 'elsewhere';

/** How far the sync service is behind the database: `public.sync_lag()` describes the figures. */
export interface SyncLag {
  readonly bytes: number;
  readonly seconds: number;
  readonly checkpoint_age_seconds: number | null;
}

export interface Health {
  /** `degraded`: the database answers, but another part does not, or is late. */
  readonly status: 'ok' | 'degraded' | 'failed';
  readonly parts: Readonly<Record<'database' | 'auth' | 'storage' | 'sync' | 'replication', State>>;
  /** Null when no service reads the changes of the database, or when that is not known. */
  readonly sync_lag: SyncLag | null;
}

/**
 * Above one of them, members see old rows for longer than they expect. PowerSync's service confirms every 10 s, and
 * Postgres asks for it every 30 s at the latest, so a service without one for 90 s has stopped. A busy minute writes a
 * few MB of WAL.
 */
export const LAG_LIMITS: SyncLag = { bytes: 64 * 1024 * 1024, seconds: 30, checkpoint_age_seconds: 90 };

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

/**
 * Asks all parts at the same time. `get` resolves with a status code, `lagOf` with what `public.sync_lag()` returns;
 * both reject if there is no answer.
 */
export async function healthOf(
  get: (path: string) => Promise<number>,
  lagOf: () => Promise<SyncLag | null>,
): Promise<Health> {
  const ask = async (path: string): Promise<State> => {
    const status = await get(path).catch(() => 0);
    if (status === 404) return 'elsewhere';
    return status >= 200 && status < 300 ? 'ok' : 'failed';
  };
  const [database, auth, storage, sync, sync_lag] = await Promise.all([
    ask(PROBES.database),
    ask(PROBES.auth),
    ask(PROBES.storage),
    ask(PROBES.sync),
    lagOf().catch(() => null),
  ]);
  const replication = replicationState(sync_lag);
  const hasFault = [auth, storage, sync, replication].some((state) => state === 'failed' || state === 'late');
  const status = database !== 'ok' ? 'failed' : hasFault ? 'degraded' : 'ok';
  return { status, parts: { database, auth, storage, sync, replication }, sync_lag };
}

function replicationState(lag: SyncLag | null): State {
  if (lag === null || lag.checkpoint_age_seconds === null) return 'failed';
  const isLate =
    lag.bytes > LAG_LIMITS.bytes ||
    lag.seconds > LAG_LIMITS.seconds ||
    lag.checkpoint_age_seconds > (LAG_LIMITS.checkpoint_age_seconds ?? Infinity);
  return isLate ? 'late' : 'ok';
}
