import { describe, expect, it } from 'vitest';

import { healthOf } from '../../supabase/functions/health/states.ts';

const answering = (statuses: Record<string, number>) => (path: string) => {
  const status = Object.entries(statuses).find(([prefix]) => path.startsWith(prefix))?.[1] ?? 200;
  return status === 0 ? Promise.reject(new Error('refused')) : Promise.resolve(status);
};

describe('healthOf', () => {
  it('is ok when every part answers', async () => {
    expect(await healthOf(answering({}))).toEqual({
      status: 'ok',
      parts: { database: 'ok', auth: 'ok', storage: 'ok', sync: 'ok' },
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

  it('has failed where no database is served', async () => {
    expect(await healthOf(answering({ '/rest': 404 }))).toMatchObject({ status: 'failed' });
  });
});
