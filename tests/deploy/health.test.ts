import { describe, expect, it } from 'vitest';

import { healthOf as healthWith, LAG_LIMITS } from '../../supabase/functions/health/states.ts';
import type { SyncLag } from '../../supabase/functions/health/states.ts';

const upToDate: SyncLag = { bytes: 120, seconds: 0, checkpoint_age_seconds: 1.5 };
const healthOf = (get: (path: string) => Promise<number>, lag: SyncLag | null = upToDate) =>
  healthWith(get, () => Promise.resolve(lag));

const answering = (statuses: Record<string, number>) => (path: string) => {
  const status = Object.entries(statuses).find(([prefix]) => path.startsWith(prefix))?.[1] ?? 200;
  return status === 0 ? Promise.reject(new Error('refused')) : Promise.resolve(status);
};

describe('healthOf', () => {
  it('is ok when every part answers', async () => {
    expect(await healthOf(answering({}))).toEqual({
      status: 'ok',
      parts: { database: 'ok', auth: 'ok', storage: 'ok', sync: 'ok', replication: 'ok' },
      sync_lag: upToDate,
    });
  });

  it.each([500, 503, 401, 0])('has failed when the database answers %i', async (status) => {
    const health = await healthOf(answering({ '/rest': status }));
    expect(health).toMatchObject({ status: 'failed', parts: { database: 'failed', auth: 'ok' } });
  });

  it('is degraded without another part', async () => {
    const health = await healthOf(answering({ '/powersync': 400, '/auth': 0 }));
    expect(health).toMatchObject({ status: 'degraded', parts: { database: 'ok', auth: 'failed', sync: 'failed' } });
  });

  it('is ok when sync has an address of its own', async () => {
    const health = await healthOf(answering({ '/powersync': 404 }));
    expect(health).toMatchObject({ status: 'ok', parts: { sync: 'elsewhere' } });
  });

  it.each(['bytes', 'seconds', 'checkpoint_age_seconds'] as const)(
    'is degraded above the limit of %s',
    async (name) => {
      const lag = { ...upToDate, [name]: (LAG_LIMITS[name] ?? 0) + 1 };
      expect(await healthOf(answering({}), lag)).toMatchObject({ status: 'degraded', parts: { replication: 'late' } });
      const atLimit = await healthOf(answering({}), { ...upToDate, [name]: LAG_LIMITS[name] });
      expect(atLimit).toMatchObject({ status: 'ok', parts: { replication: 'ok' } });
    },
  );

  it.each([null, { ...upToDate, checkpoint_age_seconds: null }])(
    'is degraded when nothing reads changes',
    async (lag) => {
      expect(await healthOf(answering({}), lag)).toMatchObject({
        status: 'degraded',
        parts: { replication: 'failed' },
      });
    },
  );

  it('is degraded when the lag is not known', async () => {
    const health = await healthWith(answering({}), () => Promise.reject(new Error('refused')));
    expect(health).toMatchObject({ status: 'degraded', parts: { replication: 'failed' }, sync_lag: null });
  });

  it('has failed where no database is served', async () => {
    expect(await healthOf(answering({ '/rest': 404 }))).toMatchObject({ status: 'failed' });
  });
});
