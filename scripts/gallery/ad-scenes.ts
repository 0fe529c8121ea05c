import { expect } from '../../tests/support/member.ts';
import { showsText, type Scene, type Stage } from './scene.ts';
import type { World } from './worlds.ts';

/** Two weeks of views for each ad, and some for pages. */
async function giveFigures({ world }: Stage): Promise<void> {
  await world.backend?.query(
    `insert into private.ad_days (ad_id, day, impressions, clicks)
     select a.id, (now() at time zone 'utc')::date - n, 180 + (n * 67) % 230, 1 + n % 6 from ads a, generate_series(0, 13) n
     on conflict do nothing`,
  );
  await world.backend?.query(
    `insert into private.page_views (day, route, views)
     select (now() at time zone 'utc')::date - n, r, 40 + (n * 31 + length(r) * 17) % 300
     from generate_series(0, 59) n, unnest(array['/', '/posts/{postId}', '/user/{username}', '/tags/{tag}', '/messages/{userId}']) r
     on conflict do nothing`,
  );
}

async function editFirst({ backend }: World): Promise<string> {
  const [ad] = (await backend?.query<{ id: string }>('select id from ads order by title limit 1')) ?? [];
  return `/admin/ads/edit/${ad?.id}`;
}

/** The ceo's advertisements. */
export const AD_SCENES: readonly Scene[] = [
  {
    name: 'ads',
    path: '/admin/ads',
    as: 'ceo',
    before: giveFigures,
    leavesNothing: true,
    async act({ page }) {
      const opener = page.getByRole('button', { name: /^(Per day|Days of )/ }).first();
      await opener.click();
    },
    shows: (page) => expect(page.getByRole('img', { name: /^Bar chart/ })).toBeVisible(),
  },
  {
    name: 'ads-page-views',
    path: '/admin/ads',
    as: 'ceo',
    before: giveFigures,
    leavesNothing: true,
    async act({ page }) {
      await page.getByText('Page views', { exact: true }).click();
      await page.getByRole('button', { name: 'Show as table' }).click();
    },
    shows: showsText('By page'),
  },
  {
    name: 'ads-page-views-chart',
    like: 'ads',
    path: '/admin/ads',
    as: 'ceo',
    before: giveFigures,
    leavesNothing: true,
    async act({ page }) {
      await page.getByText('Page views', { exact: true }).click();
    },
    shows: showsText('By page'),
  },
  {
    name: 'ads-days',
    like: 'ads',
    path: '/admin/ads',
    as: 'ceo',
    before: giveFigures,
    leavesNothing: true,
    async act({ page }) {
      await page
        .getByRole('button', { name: /^(Per day|Days of )/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Show as table' }).click();
    },
    shows: (page) =>
      expect(
        page
          .getByRole('rowheader')
          .filter({ hasText: /^\w{3}, / })
          .first(),
      ).toBeVisible(),
  },
  {
    name: 'ads-orders',
    like: 'ads',
    path: '/admin/ads',
    as: 'ceo',
    async before({ world }) {
      await world.backend?.query(
        `insert into orders (user_id, item, amount_cents, currency, status, paid_at)
         select p.id, 'sticker', 100, 'usd', s.status, case when s.status = 'paid' then now() end
         from profiles p, unnest(array['paid', 'pending', 'expired', 'disputed']) s (status)
         where p.username = 'sam_weller' and not exists (select 1 from orders where status = 'disputed')`,
      );
    },
    leavesNothing: true,
    async act({ page }) {
      await page.getByText('Orders', { exact: true }).click();
    },
    shows: showsText('@sam_weller'),
  },
  {
    name: 'feed-ad',
    like: 'feed',
    path: '/',
    leavesNothing: true,
    async act({ page }) {
      await page.getByRole('article', { name: 'Ad', exact: true }).scrollIntoViewIfNeeded();
    },
    shows: (page) => expect(page.getByRole('article', { name: 'Ad', exact: true })).toBeVisible(),
  },
  {
    name: 'feed-ad-house',
    like: 'feed',
    path: '/',
    world: 'crowded',
    leavesNothing: true,
    async act({ page }) {
      await page.getByRole('article', { name: 'From Rangeday' }).scrollIntoViewIfNeeded();
    },
    shows: showsText('A sticker for your range box keeps Rangeday running.'),
  },
  { name: 'ad-new', like: 'ad-edit', path: '/admin/ads/new', as: 'ceo', shows: showsText('Create ad') },
  {
    name: 'ad-edit',
    route: '/admin/ads/edit/$id',
    path: editFirst,
    as: 'ceo',
    isWhole: true,
    shows: showsText('Update ad'),
  },
  {
    name: 'ads-held',
    like: 'ads',
    path: editFirst,
    as: 'ceo',
    async act({ page }) {
      await expect(page.getByLabel('Title')).not.toHaveValue('');
      // The form is left before there is an answer. Then it is refused, as it is when somebody has deleted the ad
      // meanwhile.
      let isLeft = false;
      await page.route('**/rest/v1/ads?*', (route) => {
        if (route.request().method() !== 'PATCH') return route.fallback();
        return isLeft ? route.fulfill({ json: [] }) : undefined;
      });
      await page.getByLabel('Title').fill('Spring bags, second picture');
      const sent = page.waitForRequest((request) => request.method() === 'PATCH');
      await page.getByRole('button', { name: 'Update ad' }).click();
      await sent;
      isLeft = true;
      await page.goto('/admin/ads');
    },
    shows: showsText('Ads on this device'),
  },
];
