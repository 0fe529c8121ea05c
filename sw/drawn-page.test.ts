import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { SESSION_KEY, writeKey } from '#data/device/kv.ts';
import { type DrawnPage, storeDrawnPage, revisionFor } from '#data/first-screen/drawn-page.ts';
import { snapshotKey } from '#data/first-screen/drawn-keys.ts';
import { AUTH_KEY } from '#data/session/auth-lock.ts';
import { addDrawnPage } from './drawn-page.ts';

const DRAWN = { place: '<!--drawn 1-->', script: '<script>show()</script>' };
const SHELL = `${DRAWN.place}<script type="module" crossorigin src="/a.js"></script>`;
const account = 'ann';
const snapshot = { account, me: null, revision: '1', updatedAt: '2026-11-20T08:00:00Z' };
const messages: DrawnPage = {
  ...{ v: 2, account, path: '/messages/bob', build: '/a.js', look: 'narrow', sheets: [], markup: '' },
  revision: revisionFor('/messages/bob', snapshot) ?? '',
};

async function answer(page: DrawnPage, now: string): Promise<string> {
  await writeKey(SESSION_KEY, { kind: 'member', userId: account });
  await writeKey(AUTH_KEY, '{}');
  await writeKey(snapshotKey(account), snapshot);
  await storeDrawnPage(page);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  const url = new URL(page.path, 'https://rangeday.example');
  const response = await addDrawnPage(Promise.resolve(new Response(SHELL)), url, DRAWN);
  vi.useRealTimers();
  return response.text();
}

test('the days of a thread are those of the start, and its clocks stay', async () => {
  // Local times.
  const at = (time: string) => new Date(time).toISOString();
  const heading = (time: string) => `<h2 class="d" data-day="${at(time)}">Today</h2>`;
  const clock = `<time datetime="${at('2026-11-20T14:05')}" data-long="true">2:05 PM</time>`;
  const markup = heading('2026-11-18T09:00') + heading('2026-11-20T14:05') + heading('2026-11-21T07:00') + clock;
  const html = await answer({ ...messages, markup }, '2026-11-21T10:00');
  expect([...html.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual([
    'Wednesday, November 18',
    'Yesterday',
    'Today',
  ]);
  expect(html).toContain('>2:05 PM</time>');
  expect(html).not.toContain('/a.js"></script>');
  expect(html).toContain(`</template>${DRAWN.script}`);
});

test('short times are written for the day of the start', async () => {
  const iso = new Date('2026-11-20T14:05').toISOString();
  const inbox = { ...messages, path: '/messages', markup: `<time datetime="${iso}">14:05</time>` };
  expect(await answer(inbox, '2026-11-20T20:00')).toContain('>14:05</time>');
  expect(await answer(inbox, '2026-11-21T10:00')).toContain('>Fri</time>');
});

test('the status names the day of a sync that was not today', async () => {
  const inbox = { ...messages, path: '/messages', markup: '<span data-status="text">Opening · updated {clock}</span>' };
  // The snapshot's time.
  const on = (days: number) => new Date(Date.parse(snapshot.updatedAt) + days * 86_400_000).toISOString();
  expect(await answer(inbox, on(0))).toMatch(/updated \d\d:\d\d</);
  const local = (options: Intl.DateTimeFormatOptions) =>
    new Date(snapshot.updatedAt).toLocaleDateString('en-US', options);
  expect(await answer(inbox, on(5))).toContain(`updated ${local({ weekday: 'short' })}<`);
  expect(await answer(inbox, on(9))).toContain(`updated ${local({ month: 'short', day: 'numeric' })}<`);
});

test('no document is kept in memory when it is left, and its other headers stay', async () => {
  const headers = { 'content-security-policy': "default-src 'self'", 'cache-control': 'no-cache' };
  for (const path of ['/', '/settings']) {
    const shell = Promise.resolve(new Response(SHELL, { headers }));
    const answer = await addDrawnPage(shell, new URL(path, 'https://rangeday.example'), DRAWN);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'self'");
    expect(await answer.text()).toBe(SHELL);
  }
});
