import '#ui/testing/house-styles.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { updateSyncState } from '#data/device/sync-state.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { AdsPage } from './ads-page.tsx';
import { adDays, adStats, saveAd, sendAdImage, setAdActive, takeAdImage } from './mutations.ts';
import { useAdClients, useManagedAds } from './queries.ts';
import { AD, CLIENT } from './testing/managed-ad.ts';

vi.mock('./mutations.ts', () => ({
  NEW_ID: 'id',
  adDays: vi.fn(),
  adStats: vi.fn(),
  addClient: vi.fn(),
  readyAdDrafts: async () => {},
  removeAd: vi.fn(),
  saveAd: vi.fn(),
  sendAdImage: vi.fn(),
  setAdActive: vi.fn(),
  takeAdImage: vi.fn(),
}));
vi.mock('./queries.ts', async (original) => ({
  ...(await original<object>()),
  useAdClients: vi.fn(),
  useManagedAds: vi.fn(),
}));

const FAILED = { ok: false, code: 'unknown', message: '' } as const;
const rows = <T,>(list: T[], isHere = true) => ({
  rows: list,
  ready: true,
  complete: isHere,
  missing: 'loading' as const,
});

beforeEach(async () => {
  await page.viewport(1280, 900);
  adoptSession({ kind: 'member', userId: crypto.randomUUID(), email: 'k@example.test', username: 'kip' });
  updateSyncState({ phase: 'online', updatedAt: null, synced: true });
  for (const call of [setAdActive, saveAd, sendAdImage, takeAdImage]) vi.mocked(call).mockReset();
  vi.mocked(adStats).mockResolvedValue(FAILED);
  vi.mocked(adDays).mockResolvedValue({ ok: true, body: [] });
  vi.mocked(useManagedAds).mockReturnValue(rows([AD]));
  vi.mocked(useAdClients).mockReturnValue(rows([{ id: CLIENT, name: 'Ridge' }]));
});
afterEach(() => {
  toastStore.set([]);
  adoptSession(GUEST);
});

test('the days of an ad: while they load, offline, when they fail, and of an ad that is new', async () => {
  const answers = { stats: Promise.withResolvers<typeof FAILED>(), days: Promise.withResolvers<typeof FAILED>() };
  vi.mocked(adStats).mockReturnValueOnce(answers.stats.promise);
  vi.mocked(adDays).mockReturnValueOnce(answers.days.promise);
  await render(<AdsPage />);
  await userEvent.click(page.getByRole('button', { name: 'Days of Range bags' }));
  const days = page.getByRole('row').last();
  await expect.element(days.getByText('Loading...', { exact: true })).toBeVisible();
  expect(page.getByText('Failed to load ad stats').query()).toBeNull();
  for (const answer of [answers.stats, answers.days]) answer.resolve(FAILED);
  await expect.element(days.getByText('Failed to load ad stats', { exact: true })).toBeVisible();

  vi.mocked(adStats).mockResolvedValue({ ok: false, code: 'offline', message: '' });
  vi.mocked(adDays).mockResolvedValue(FAILED);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect
    .element(days.getByText('You are offline. Impressions and clicks load when you are online.'))
    .toBeVisible();

  // The sums are here, the days are not.
  vi.mocked(adStats).mockResolvedValue({ ok: true, body: [] });
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(days.getByText('Failed to load ad stats', { exact: true })).toBeVisible();
  vi.mocked(adDays).mockResolvedValue({ ok: true, body: [] });
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect
    .element(page.getByRole('img', { name: 'Bar chart: 0 impressions and 0 clicks in the last 14 days' }))
    .toBeVisible();
  expect(page.getByRole('cell', { name: '0', exact: true }).elements()).toHaveLength(2);
  await expect.element(page.getByText(/^Figures of /)).toBeVisible();

  // Old figures are loaded again with the connection.
  updateSyncState({ phase: 'offline' });
  await expect.element(page.getByText('You are offline. Switching and deleting ads need a connection.')).toBeVisible();
  vi.mocked(adStats).mockResolvedValue({ ok: true, body: [{ ad_id: AD.id, impressions: 7, clicks: 0, ctr: 0 }] });
  updateSyncState({ phase: 'online' });
  await expect.element(page.getByRole('cell', { name: '7', exact: true })).toBeVisible();
});

test('the days of an ad stay a table when the window gets narrower', async () => {
  vi.mocked(adStats).mockResolvedValue({ ok: true, body: [{ ad_id: AD.id, impressions: 0, clicks: 0, ctr: 0 }] });
  await render(<AdsPage />);
  await userEvent.click(page.getByRole('button', { name: 'Days of Range bags' }));
  await userEvent.click(page.getByRole('button', { name: 'Show as table' }));
  await page.viewport(768, 900);
  await expect.element(page.getByRole('button', { name: 'Per day' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Show as chart' })).toBeVisible();
  expect(page.getByRole('columnheader', { name: 'CTR' }).query()).not.toBeNull();
});
