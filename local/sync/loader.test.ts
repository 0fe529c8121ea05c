import type { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import type { Catalog } from './catalog.ts';
import { PartitionLoader } from './loader.ts';
import type { Partition } from './partitions.ts';
import type { RowEvaluator } from './rules.ts';
import type { Store } from './store.ts';

test('a load whose replication is lost while it reads ends with the server, and gives its connection back', async () => {
  const release = vi.fn<(broken: boolean) => void>();
  // Casts: what a load of a partition without tables uses.
  const store = { holds: () => false, onCommit: () => () => {} } as unknown as Store;
  const partition = { id: 'p', source: { processors: [] }, values: [] } as unknown as Partition;
  const query = async (sql: string) => {
    if (sql === 'commit') loader.offline();
    return { rows: [{ snapshot: '1:1:' }] };
  };
  // Cast: a load connects and queries.
  const pool = { connect: async () => ({ query, release }) } as unknown as Pool;
  const loader = new PartitionLoader(pool, store, {} as RowEvaluator);
  loader.online({} as Catalog);
  const loaded = loader.ensure([partition]);
  const refused = expect(loaded).rejects.toMatchObject({ status: 503 });
  await vi.waitFor(() => expect(release).toHaveBeenCalledWith(true));
  loader.close();
  await refused;
});
