import { expect, test } from 'vitest';
import { createConnector } from './connector.ts';

test('requests a new token only when PowerSync requests one again after a rejection', async () => {
  const requests: (string | undefined)[] = [];
  const connector = createConnector({
    powersyncUrl: 'http://host/powersync',
    syncToken: async (refused) => (requests.push(refused), refused === 'first' ? 'second' : 'first'),
  });
  expect(await connector.fetchCredentials()).toEqual({ endpoint: 'http://host/powersync', token: 'first' });
  expect(await connector.fetchCredentials()).toMatchObject({ token: 'second' });
  expect(requests).toEqual([undefined, undefined, 'first']);
});

test('a missing network is an error, not a sign-out', async () => {
  const connector = createConnector({ powersyncUrl: 'x', syncToken: () => Promise.reject(new Error('offline')) });
  await expect(connector.fetchCredentials()).rejects.toThrow('offline');
});
