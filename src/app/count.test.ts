import { afterEach, expect, test, vi } from 'vitest';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet } from '@tanstack/react-router';
import { recordPageView } from '#data/remote/page-views.ts';
import { startCounting } from './count.ts';

vi.mock('#data/remote/page-views.ts', () => ({ recordPageView: vi.fn() }));
vi.mock('#data/remote/ads.ts', () => ({ sendAdEvents: vi.fn() }));
vi.mock('#data/device/sync-state.ts', () => ({ whenOnline: async () => {} }));
// There is no frame here.
vi.mock('#lib/after-paint.ts', () => ({ afterPaint: (work: () => void) => work() }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(recordPageView).mockClear();
});

/** A visit to a post, and from there to another one and to the feed. */
async function visit(wishes: object): Promise<unknown[]> {
  vi.stubGlobal('navigator', wishes);
  const listeners: ((event: { pathChanged: boolean }) => void)[] = [];
  const state = { location: { pathname: '/posts/$postId' } };
  const getMatchedRoutes = (fullPath: string) => [[], {}, { fullPath }];
  const router = {
    state,
    getMatchedRoutes,
    subscribe: (_: string, listener: (typeof listeners)[0]) => listeners.push(listener),
  };
  await startCounting(router as never);
  for (const fullPath of ['/posts/$postId', '/']) {
    state.location = { pathname: fullPath };
    for (const listener of listeners) listener({ pathChanged: true });
  }
  return vi.mocked(recordPageView).mock.calls.map(([pattern]) => pattern);
}

test('each page counts by its route pattern, without an id', async () => {
  expect(await visit({})).toEqual(['/posts/{postId}', '/posts/{postId}', '/']);
  expect(await visit({ doNotTrack: '0', globalPrivacyControl: false })).toHaveLength(6);
});

test.each([{ doNotTrack: '1' }, { globalPrivacyControl: true }])('nothing is counted with %o', async (wishes) => {
  expect(await visit(wishes)).toEqual([]);
});

test('an unknown address is not counted as the feed', async () => {
  vi.stubGlobal('navigator', {});
  const root = createRootRoute({ component: Outlet });
  // As src/routes/_feed.tsx: without an address of its own.
  const layout = createRoute({ getParentRoute: () => root, id: '_feed', component: Outlet });
  const feed = createRoute({ getParentRoute: () => layout, path: '/' });
  const tag = createRoute({ getParentRoute: () => layout, path: 'tags/$tag' });
  const open = async (path: string) => {
    vi.mocked(recordPageView).mockClear();
    const router = createRouter({
      ...{ routeTree: root.addChildren([layout.addChildren([feed, tag])]), isServer: true },
      history: createMemoryHistory({ initialEntries: [path] }),
    });
    await router.load();
    await startCounting(router as never);
    return vi.mocked(recordPageView).mock.calls.map(([pattern]) => pattern);
  };
  expect(await open('/')).toEqual(['/']);
  expect(await open('/tags/fog')).toEqual(['/tags/{tag}']);
  expect(await open('/nowhere')).toEqual([]);
  expect(await open('/tags/fog/more')).toEqual([]);
});
