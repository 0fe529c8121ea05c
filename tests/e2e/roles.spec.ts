import { expect, test } from './support/fixtures.ts';
import { test as phone } from './support/stage.ts';
import { promote } from './support/staff.ts';
import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';

/* What each role is offered on screen. That the server refuses the rest is in tests/security/roles.pg.test.ts. */

const ROLES = ['member', 'admin', 'ceo'] as const;

test('each role has the controls of its rights, and no others', async ({ newDevice, page: guest, backend }) => {
  test.slow();
  await guest.goto('/admin/ads');
  await expect(guest).toHaveURL(/\/login\?next=%2Fadmin%2Fads$/);
  const stamp = Date.now().toString(36);
  const author = await register(backend);
  await backend.query(
    'select public.create_profile_and_friend(u.id, u.raw_user_meta_data) from auth.users u where u.email = $1',
    [author.email],
  );
  const [row] = await backend.query<{ id: string; username: string }>(
    `with a as (select p.id, p.username from auth.users u join profiles p on p.id = u.id where u.email = $1),
       p as (insert into posts (user_id, title) select id, $2 from a returning id)
     select p.id, a.username from p, a`,
    [author.email, stamp],
  );
  await backend.query(
    "insert into comments (post_id, user_id, text) select id, user_id, 'Comment ' || $2 from posts where id = $1",
    [row?.id, stamp],
  );
  const { id = '', username = '' } = row ?? {};
  const page = await (await newDevice()).page();
  const reader = await register(backend);
  await openSignedIn(page, backend, reader);
  for (const role of ROLES) {
    await test.step(role, async () => {
      const [isStaff, isCeo] = [role !== 'member', role === 'ceo'];
      const count = (is: boolean) => (is ? 1 : 0);
      if (role !== 'member') await promote(backend, reader, role);

      // A post and a comment of another member.
      await visit(page, `/posts/${id}`);
      await expect(page.getByText(`Comment ${stamp}`)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Admin Dashboard' })).toHaveCount(count(isStaff));
      await page.getByRole('button', { name: 'More actions for this post' }).click();
      await expect(page.getByRole('menuitem', { name: 'Report' }).first()).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Moderate this post' })).toHaveCount(count(isStaff));
      await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await page
        .locator('#comments')
        .getByRole('button', { name: /^More: Comment/ })
        .first()
        .click();
      await expect(page.getByRole('menuitem', { name: /^Report/ }).first()).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(count(isStaff));
      await expect(page.getByRole('menuitem', { name: 'Edit' })).toHaveCount(0);
      await page.keyboard.press('Escape');

      // The role of another member.
      await visit(page, `/user/${username}`);
      await expect(page.getByRole('heading', { name: `@${username}` })).toBeVisible();
      await expect(page.getByText('Member', { exact: true })).toHaveCount(count(isStaff));

      await expect(page.getByRole('link', { name: 'Edit Profile' })).toHaveCount(0);
      await visit(page, `/edit-post/${id}`);
      await expect(page.getByText('Only the author can edit a post.')).toBeVisible();

      // The composer: video and pin.
      await visit(page, '/create-post');
      await expect(page.getByRole('button', { name: 'Post', exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Add a video' })).toHaveCount(count(isCeo));
      await expect(page.getByRole('switch', { name: 'Pin to Top' })).toHaveCount(count(isCeo));

      // The dashboard, and the advertisements.
      await visit(page, '/admin');
      if (isStaff) await expect(page.getByRole('row').nth(1)).toBeVisible();
      await expect(page.getByText('Access denied')).toHaveCount(count(!isStaff));
      await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(count(isCeo));
      for (const path of ['/admin/ads', '/admin/ads/new', `/admin/ads/edit/${id}`]) {
        await visit(page, path);
        if (isCeo) await expect(page.getByText(/^(New ad|Create ad|This ad does not exist\.)$/).first()).toBeVisible();
        await expect(page.getByText('Access denied')).toHaveCount(count(!isCeo));
      }
    });
  }
});

phone(
  'a member who is offline is refused the pages of staff too, which were never on this device',
  async ({ page, network }) => {
    await network.down();
    for (const path of ['/admin', '/admin/ads', '/admin/ads/new', '/admin/ads/edit/1']) {
      // As a typed address, and from a page of the app.
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Access denied' }), path).toBeVisible();
      await visit(page, '/');
      await visit(page, path);
      await expect(page.getByRole('heading', { name: 'Access denied' }), path).toBeVisible();
      await expect(page.getByText('Something went wrong.')).toHaveCount(0);
    }
  },
);
