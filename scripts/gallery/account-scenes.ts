import { firstPost, showsText, type Scene, type Stage } from './scene.ts';

const SESSIONS = '/settings/sessions';

/** Logs the member in on another device, and shows the list with it. */
async function logInElsewhere({ page, world }: Stage): Promise<void> {
  const intro = page.getByText(/^Logged in as @/);
  const name = /@([\w.-]+) in/.exec(await intro.innerText())?.[1];
  await world.backend?.query(
    `insert into auth.sessions (user_id, user_agent) select id, 'Mozilla/5.0 (Windows NT 10.0) Edg/141.0' from profiles where username = $1`,
    [name],
  );
  await page.reload();
  await showsText('Windows PC')(page);
}

/** The questions before something of the account ends or goes. */
export const ACCOUNT_SCENES: readonly Scene[] = [
  {
    name: 'ask-deletion',
    like: 'components-dialog',
    path: '/settings',
    as: 'newcomer',
    act: async ({ page }) => page.getByRole('button', { name: 'Delete my account' }).click(),
    shows: showsText('Delete your account?'),
  },
  {
    name: 'ask-log-out-everywhere',
    like: 'components-dialog',
    path: SESSIONS,
    as: 'newcomer',
    async act(stage) {
      await logInElsewhere(stage);
      await stage.page.getByRole('button', { name: 'Log out everywhere', exact: true }).click();
    },
    shows: showsText('Log out everywhere?'),
  },
  {
    name: 'ask-log-out-elsewhere',
    like: 'components-dialog',
    path: SESSIONS,
    as: 'newcomer',
    async act(stage) {
      await logInElsewhere(stage);
      await stage.page.getByRole('button', { name: 'Log out everywhere else' }).click();
    },
    shows: showsText('Log out everywhere else?'),
  },
  {
    name: 'ask-clear-storage',
    like: 'components-dialog',
    path: '/settings/storage',
    as: 'newcomer',
    async act({ page }) {
      await showsText('Nothing to clear now.')(page);
      await page.evaluate(async () =>
        (await caches.open('rangeday-seen-v1')).put('/seen.png', new Response(new Uint8Array(5_800_000))),
      );
      await page.reload();
      await page.getByRole('button', { name: 'Clear pictures' }).click();
    },
    shows: showsText('Clear pictures?'),
  },
  {
    name: 'ask-log-out-unsent',
    like: 'components-dialog',
    path: '/',
    as: 'newcomer',
    goesOffline: true,
    async act({ page, goOffline }) {
      await firstPost(page);
      await goOffline();
      await page.getByRole('link', { name: 'New post' }).first().click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Cold morning, first group');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await page.waitForURL(/\/$/);
      await showsText('Cold morning, first group')(page);
      // A scene opens on a phone, where it is in the menu of the account.
      await page.getByRole('button', { name: 'Your account' }).filter({ visible: true }).click();
      await page.getByRole('button', { name: 'Log Out' }).filter({ visible: true }).click();
    },
    shows: showsText('Send later as me'),
  },
];
