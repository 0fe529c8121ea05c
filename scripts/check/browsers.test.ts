import { describe, expect, it } from 'vitest';
import { faultsIn } from './browsers.ts';

describe('errors on the console', () => {
  const failed = 'Failed to load resource: the server responded with a status of 400 (Bad Request)';
  const probe = () => ({ text: failed, url: 'https://sync.example/probes/liveness' });
  const other = { text: failed, url: 'https://api.example/rest/v1/posts' };

  it('forgives one failed probe of a sync service that was not scheduled', () => {
    expect(faultsIn([probe()])).toEqual([]);
    expect(faultsIn([other, probe()])).toEqual([other]);
  });

  it('reports a second failed probe, and every other error', () => {
    expect(faultsIn([probe(), probe()])).toEqual([probe()]);
    expect(faultsIn([other])).toEqual([other]);
    const thrown = { text: 'TypeError', url: probe().url };
    expect(faultsIn([thrown])).toEqual([thrown]);
  });
});
