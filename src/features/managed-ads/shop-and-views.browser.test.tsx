import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PlacedOrder } from '#contract/orders.ts';
import { updateSyncState } from '#data/device/sync-state.ts';
import { allOrders, myOrders } from '#features/merch/mutations.ts';
import { OrdersPage } from '#features/merch/orders-page.tsx';
import { dayOf } from '#lib/days.ts';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { AllOrders } from './all-orders.tsx';
import { pageViewDays } from './mutations.ts';
import { PageViews } from './page-views.tsx';

vi.mock('./mutations.ts', () => ({ pageViewDays: vi.fn() }));
vi.mock('#features/merch/mutations.ts', () => ({ allOrders: vi.fn(), myOrders: vi.fn() }));

const OFFLINE = { ok: false, code: 'offline', message: '' } as const;
const FAILED = { ok: false, code: 'unknown', message: 'x' } as const;
const shown = () => toastStore.get().map(({ text }) => text);
const order = (n: number, part: Partial<PlacedOrder> = {}): PlacedOrder => ({
  ...{ id: `o${n}`, item: 'sticker', amount_cents: 100, currency: 'usd', status: 'paid', username: `buyer_${n}` },
  created_at: new Date(1e12 - n).toISOString(),
  ...part,
});
const orders = (from: number, count: number) => Array.from({ length: count }, (_, index) => order(from + index));

beforeEach(async () => {
  await page.viewport(1280, 900);
  updateSyncState({ phase: 'online', updatedAt: null, synced: true });
});
afterEach(() => toastStore.set([]));

test('orders: why there are none, older ones, and all shown ones again when the connection is back', async () => {
  vi.mocked(allOrders).mockResolvedValueOnce(FAILED).mockResolvedValueOnce(OFFLINE);
  await render(<AllOrders />);
  await expect.element(page.getByText('The orders could not be loaded.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('You are offline. Orders load when you are online.')).toBeVisible();
  vi.mocked(allOrders)
    .mockResolvedValueOnce({ ok: true, body: orders(0, 100) })
    .mockResolvedValueOnce(FAILED);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await userEvent.click(page.getByRole('button', { name: 'Older orders' }));
  await expect.poll(shown).toEqual(['The orders could not be loaded.']);
  vi.mocked(allOrders).mockResolvedValueOnce({ ok: true, body: [order(100, { username: null })] });
  await userEvent.click(page.getByRole('button', { name: 'Older orders' }));
  const last = () => page.getByRole('listitem').last().query()?.textContent;
  await expect.poll(last).toMatch(/· A visitor Paid$|· A visitorPaid$/);
  expect(vi.mocked(allOrders).mock.lastCall).toEqual([order(99).created_at]);
  expect(page.getByRole('button', { name: 'Older orders' }).query()).toBeNull();

  vi.mocked(allOrders).mockImplementation(async (before) => ({
    ok: true,
    body: before === null ? orders(200, 100) : [order(300)],
  }));
  updateSyncState({ phase: 'offline' });
  await expect.element(page.getByText(/^You are offline\. Loaded /)).toBeVisible();
  updateSyncState({ phase: 'online' });
  await expect.poll(last).toMatch(/@buyer_300/);
  expect(page.getByRole('listitem').elements()).toHaveLength(101);
});

test('each state of an own order has its text, and the way on', async () => {
  const paying = { checkout_url: null, checkout_expires_at: null };
  vi.mocked(myOrders).mockResolvedValue({
    ok: true,
    body: [
      { ...order(0, { status: 'disputed' }), ...paying },
      { ...order(1, { status: 'expired' }), ...paying },
      { ...order(2), ...paying },
      // Cannot be paid any more.
      {
        ...order(3, { status: 'pending' }),
        checkout_url: 'https://pay.example/1',
        checkout_expires_at: '2020-01-01T00:00:00Z',
      },
    ],
  });
  await render(<OrdersPage />);
  const lines = page.getByRole('list', { name: 'Orders' }).getByRole('listitem');
  await expect
    .poll(() => lines.nth(0).query()?.textContent)
    .toMatch(/^Sticker, 2\.5 inch\$1\.00.*DisputedWrite to us$/);
  await expect.poll(() => lines.nth(1).query()?.textContent).toMatch(/· nothing charged Not paid$/);
  await expect.poll(() => lines.nth(2).query()?.textContent).toMatch(/Paid$/);
  await expect.poll(() => lines.nth(3).query()?.textContent).toMatch(/Waiting for payment$/);
  await expect.element(page.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
  await expect
    .element(page.getByText('Payment is handled by Stripe. Rangeday never sees your card. Open the shop'))
    .toBeVisible();
});

test('page views: why there are none, and the sums, days and pages of both periods', async () => {
  vi.mocked(pageViewDays).mockResolvedValueOnce(FAILED).mockResolvedValueOnce(OFFLINE);
  await render(<PageViews />);
  await expect.element(page.getByText('Page views could not be loaded.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('You are offline. Page views are not stored on this device.')).toBeVisible();
  vi.mocked(pageViewDays).mockResolvedValueOnce({ ok: true, body: [] });
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByText('No page views yet.')).toBeVisible();
  await expect
    .element(
      page.getByText(
        'Counted by route pattern and day only: no member, no address, no cookie. Browsers that send Do Not Track or Global Privacy Control are not counted.',
      ),
    )
    .toBeVisible();

  const before = (days: number) => dayOf(new Date(Date.now() - days * 86_400_000));
  vi.mocked(pageViewDays).mockResolvedValue({
    ok: true,
    body: [
      { day: before(0), route: '/', views: 60 },
      { day: before(0), route: '/posts/{postId}', views: 10 },
      { day: before(20), route: '/', views: 80 },
      { day: before(40), route: '/', views: 100 },
    ],
  });
  updateSyncState({ phase: 'offline' });
  await expect.element(page.getByText(/^You are offline\. Loaded /)).toBeVisible();
  updateSyncState({ phase: 'online' });
  const figures = page.getByRole('region', { name: 'Page views' });
  await expect.poll(() => figures.query()?.textContent).toMatch(/^page views, .*150a day/);
  await expect.poll(() => figures.query()?.textContent).toMatch(/on the 30 days before\+50\.0%/);
  await expect.element(page.getByRole('img', { name: 'Bar chart: 150 page views per day' })).toBeVisible();
  expect(
    figures
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['/140', '/posts/{postId}10']);
  await userEvent.click(page.getByRole('radio', { name: '7 days' }));
  await expect.poll(() => figures.query()?.textContent).toMatch(/^page views, .*70a day/);
  // None in the seven days before: there is nothing to compare with.
  expect(figures.getByText(/days before$/).query()).toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'Show as table' }));
  await expect.poll(() => page.getByRole('row').nth(1).query()?.textContent).toMatch(/70$/);
  expect(page.getByRole('row').elements()).toHaveLength(8);
});
