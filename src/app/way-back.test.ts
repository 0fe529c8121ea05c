import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { routeTree } from '#routeTree.gen.ts';

const ORIGIN = 'https://rangeday.example';
vi.stubGlobal('location', { origin: ORIGIN });

/** The search of the deepest route at this address, as its component reads it. */
function searchAt(address: string): Record<string, unknown> {
  const router = createRouter({
    routeTree,
    origin: ORIGIN,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return { ...router.matchRoutes(router.latestLocation).at(-1)?.search };
}

test.each(['/login?next=', '/auth/confirm?token_hash=a&type=signup&next='])(
  '%s leads to no page outside the site',
  (address) => {
    for (const target of ['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)']) {
      expect(searchAt(address + encodeURIComponent(target))['next'], target).toBeUndefined();
    }
    expect(searchAt(`${address}%2Fcreate-post`)['next']).toBe('/create-post');
  },
);

test('a confirmed member is not sent to the confirmation page again', () => {
  expect(searchAt('/auth/confirm?token_hash=a&type=signup&next=%2Fauth%2Fconfirm')['next']).toBeUndefined();
});
