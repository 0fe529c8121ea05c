import type { Page } from '@playwright/test';

import { expect } from '../../tests/support/member.ts';
import { asIphone } from './message-scenes.ts';
import { showsText, type Scene } from './scene.ts';

const picker = (page: Page): Promise<void> => expect(page.getByRole('gridcell').first()).toBeVisible();

/** Settings, pages with text, and the primitives. */
export const PAGE_SCENES: readonly Scene[] = [
  { name: 'settings', like: 'settings-member', path: '/settings', isWhole: true },
  { name: 'settings-member', path: '/settings', as: 'member', isWhole: true },
  {
    name: 'settings-export-failed',
    like: 'settings-member',
    path: '/settings',
    as: 'member',
    async act({ page }) {
      await page.route('**/functions/v1/export-my-data', (route) => route.abort());
      const save = page.getByRole('button', { name: 'Save my data' });
      await save.click();
      await expect(save).toBeVisible();
      await save.scrollIntoViewIfNeeded();
    },
    shows: async (page) =>
      expect(page.getByRole('main').getByRole('alert').filter({ hasText: /./ }).first()).toBeVisible(),
  },
  {
    name: 'settings-glare',
    like: 'settings-member',
    path: '/settings',
    act: async ({ page }) => page.getByRole('radio', { name: 'Sun glare' }).check(),
  },
  {
    name: 'settings-gloves',
    like: 'settings-member',
    path: '/settings',
    act: async ({ page }) => page.getByRole('switch', { name: 'Gloves' }).check(),
  },
  {
    name: 'settings-storage',
    path: '/create-post',
    as: 'member',
    async act({ page }) {
      await page.getByRole('textbox', { name: 'Title' }).fill('Cold morning, first group');
      await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
      // As the service worker does, which is not installed here.
      await page.evaluate(async () => {
        const store = async (name: string, size: number) =>
          (await caches.open(name)).put(`/${name}.png`, new Response(new Uint8Array(size)));
        await Promise.all([store('rangeday-seen-v1', 5_800_000), store('app', 2_400_000)]);
      });
      await page.goto('/settings/storage');
      // The dock would cover half of the button.
      await page.getByText('The total is an estimate').scrollIntoViewIfNeeded();
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    },
    shows: showsText('1 draft. Never cleared.'),
  },
  {
    name: 'settings-notifications',
    like: 'settings-member',
    path: '/settings/notifications',
    route: '/settings/$part',
    as: 'member',
    shows: showsText('Saved for all your devices.'),
  },
  {
    name: 'settings-notifications-iphone',
    like: 'settings-member',
    path: '/settings/notifications',
    route: '/settings/$part',
    as: 'member',
    before: asIphone,
    shows: showsText('Install Rangeday first.'),
  },
  {
    name: 'settings-sessions',
    path: '/settings/sessions',
    as: 'member',
    leavesNothing: true,
    async before({ world }) {
      await world.backend?.query(`with me as (select id from auth.users where email = 'member@rangeday.example'),
        seen as (update auth.sessions set user_agent = 'Mozilla/5.0 (iPhone) Safari/604.1' where user_id = (select id from me))
        insert into auth.sessions (user_id, user_agent, created_at)
        select me.id, d.agent, now() - d.age from me, (values ('Mozilla/5.0 (Windows NT 10.0) Edg/141.0', interval '5 hours'),
          ('Mozilla/5.0 (Linux; Android 14) Chrome/141.0 Safari/537.36', interval '3 days'), ('', interval '51 days')) d (agent, age)`);
      await world.backend
        ?.query(`insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name, created_at, last_used_at)
        select u.id, k.id, '', k.name, now() - interval '40 days', k.used from auth.users u,
          (values ('\\x01'::bytea, 'Blue phone', now() - interval '2 hours'), ('\\x02', 'Google Password Manager of the family computer', null)) k (id, name, used)
        where u.email = 'member@rangeday.example' on conflict do nothing`);
    },
    shows: showsText('Blue phone'),
  },
  {
    name: 'settings-sessions-offline',
    like: 'settings-sessions',
    path: '/settings/sessions',
    as: 'member',
    before: async ({ page }) => void (await page.route('**/rpc/my_sessions', (route) => route.abort())),
    shows: showsText('Only the server has this list.'),
  },
  {
    name: 'settings-orders',
    path: '/settings/orders',
    route: '/settings/$part',
    as: 'member',
    leavesNothing: true,
    async before({ world }) {
      await world.backend
        ?.query(`insert into orders (user_id, item, amount_cents, currency, status, created_at, checkout_url, checkout_expires_at)
        select u.id, 'sticker', 100, 'usd', o.status, now() - o.age, 'https://pay.example/', now() + interval '1 day'
        from auth.users u, (values ('pending', interval '1 hour'), ('paid', interval '20 days'), ('expired', interval '23 days'),
          ('disputed', interval '160 days')) o (status, age)
        where u.email = 'member@rangeday.example' and not exists (select 1 from orders where user_id = u.id)`);
    },
    shows: showsText('Finish paying'),
  },
  {
    name: 'settings-deletion',
    like: 'settings-member',
    path: '/settings',
    as: 'newcomer',
    isWhole: true,
    async before({ world }) {
      await world.backend?.query(
        'insert into public.account_deletions (user_id) select id from auth.users order by created_at desc limit 1',
      );
    },
    shows: async (page) => expect(page.getByRole('button', { name: 'Cancel deletion' })).toHaveCount(2),
  },
  { name: 'about', path: '/about', isWhole: true },
  { name: 'support', path: '/support', isWhole: true },
  { name: 'privacy', path: '/privacy', isWhole: true },
  { name: 'contact', like: 'contact-incomplete', path: '/contact', isWhole: true },
  {
    name: 'contact-incomplete',
    leavesNothing: true,
    path: '/contact',
    act: async ({ page }) => page.getByRole('main').locator('button[type=submit]').click(),
    shows: showsText('All fields are required.'),
  },
  {
    name: 'contact-thanks',
    like: 'contact-incomplete',
    path: '/contact',
    async act({ page }) {
      await page.route('**/send-contact-email', (route) => route.fulfill({ json: { ok: true } }));
      for (const [label, text] of [
        ['Name', 'Ann Author'],
        ['Email', 'ann@example.test'],
        ['Message', 'When do you open on Sunday?'],
      ] as const)
        await page.getByLabel(label).fill(text);
      await page.getByRole('main').locator('button[type=submit]').click();
    },
    shows: showsText('We have received your message.'),
  },
  { name: 'csae', path: '/csae', isWhole: true },
  ...(['refused', 'sent'] as const).map((state): Scene => ({
    name: `csae-${state}`,
    like: 'csae',
    path: '/csae#report',
    async act({ page }) {
      await page.route('**/rest/v1/csae_reports*', (route) =>
        state === 'sent'
          ? route.fulfill({ status: 201, body: '' })
          : route.fulfill({ status: 403, json: { code: '42501', message: 'No.' } }),
      );
      await page.getByLabel('Post URL').fill('https://rangeday.example/posts/1');
      await page.getByLabel('Description').fill('What I saw');
      await page.getByRole('button', { name: 'Submit report' }).click();
    },
    shows: showsText(state === 'sent' ? 'Thanks — your report was submitted.' : 'we could not submit the report'),
  })),
  {
    name: 'csae-waiting',
    like: 'csae',
    path: '/csae#report',
    async act({ page }) {
      await page.route('**/storage/v1/upload/**', (route) => route.abort());
      await page.getByLabel('Post URL').fill('https://rangeday.example/posts/1');
      await page.getByLabel('Description').fill('What I saw');
      await page
        .getByLabel('Attachments (optional)')
        .setInputFiles([{ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(300_000) }]);
      await page.getByRole('button', { name: 'Submit report' }).click();
    },
    shows: showsText('Your report is not sent yet.'),
  },
  { name: 'merch', like: 'merch-canceled', path: '/merch' },
  { name: 'merch-success', like: 'merch-canceled', path: '/merch?success=true' },
  { name: 'merch-canceled', path: '/merch?canceled=true' },
  { name: 'components', path: '/', world: 'components', shows: showsText('Components'), isWhole: true },
  {
    name: 'components-glare',
    like: 'components',
    path: '/?theme=glare',
    world: 'components',
    shows: showsText('Components'),
    isWhole: true,
  },
  {
    name: 'components-gloves',
    like: 'components',
    path: '/?gloves',
    world: 'components',
    shows: showsText('Components'),
    isWhole: true,
  },
  {
    name: 'components-rtl',
    like: 'components',
    path: '/?dir=rtl',
    world: 'components',
    shows: showsText('Components'),
    isWhole: true,
  },
  ...['dialog', 'sheet', 'confirm', 'menu', 'toast'].map((part) => ({
    name: `components-${part}`,
    ...((part === 'confirm' || part === 'menu') && { like: 'components-dialog' }),
    path: `/?open=${part}`,
    world: 'components' as const,
    shows: showsText('Components'),
  })),
  { name: 'components-emoji', path: '/?open=emoji', world: 'components', shows: picker },
  {
    name: 'components-emoji-tones',
    like: 'components-emoji',
    path: '/?open=emoji',
    world: 'components',
    act: async ({ page }) => page.getByRole('button', { name: 'Skin tone: neutral' }).click(),
    shows: async (page) => expect(page.getByRole('button', { name: 'Skin tone: dark' })).toBeInViewport(),
  },
  {
    name: 'components-reactions',
    like: 'components',
    path: '/?open=reactions',
    world: 'components',
    shows: async (page) => expect(page.getByRole('list', { name: 'Quick reactions' })).toBeVisible(),
  },
  { name: 'not-found', path: '/no/such/page', shows: showsText('Page not found.') },
  {
    name: 'not-found-member',
    like: 'not-found',
    path: '/no/such/page',
    as: 'member',
    shows: showsText('Page not found.'),
  },
];
