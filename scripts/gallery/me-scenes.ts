import { expect } from '../../tests/support/member.ts';
import { showsText, type Scene, type Stage } from './scene.ts';

const FORM = '/profile?edit=true';
const LOOKUP = '**/rpc/username_availability';

/** Saves a taken name, which was not checked before. */
async function saveTaken({ page }: Stage): Promise<void> {
  await page.route(LOOKUP, (route) => route.abort());
  await page.getByLabel('Username').fill('old_kip');
  await showsText(/^Not checked:/)(page);
  await page.unroute(LOOKUP);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
}

/** The forms of the member's own profile. */
export const ME_SCENES: readonly Scene[] = [
  {
    name: 'edit-profile',
    path: FORM,
    as: 'member',
    shows: async (page) => expect(page.getByLabel('City', { exact: true })).toBeVisible(),
    isWhole: true,
  },
  {
    name: 'edit-profile-taken',
    like: 'edit-profile',
    path: FORM,
    as: 'newcomer',
    isWhole: true,
    async act({ page }) {
      await page.getByLabel('Username').fill('old_kip');
      await page.getByLabel('Date of birth', { exact: true }).fill('2015-06-14');
      await expect(page.getByRole('button', { name: /^Use @/ }).first()).toBeVisible();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
    },
    shows: showsText('You must be 18 or older.'),
  },
  {
    name: 'edit-profile-offline',
    like: 'edit-profile',
    path: FORM,
    as: 'newcomer',
    goesOffline: true,
    isWhole: true,
    async act({ page, goOffline }) {
      await expect(page.getByLabel('Username')).toBeVisible();
      await goOffline();
      await page.getByLabel('Username').fill('sam.weller');
    },
    shows: showsText('Not checked: you are offline.'),
  },
  {
    name: 'edit-profile-failed',
    like: 'edit-profile',
    path: FORM,
    as: 'newcomer',
    isWhole: true,
    act: saveTaken,
    shows: showsText('Failed to update profile.'),
  },
  {
    name: 'edit-profile-not-sent',
    like: 'edit-profile',
    path: FORM,
    as: 'newcomer',
    isWhole: true,
    async act(stage) {
      await saveTaken(stage);
      await showsText('Failed to update profile.')(stage.page);
      await stage.page.reload();
    },
    shows: showsText('Not sent:'),
  },
  {
    name: 'set-up-taken',
    like: 'set-up-profile',
    path: '/editprofile',
    as: 'newcomer',
    act: async ({ page }) => page.getByLabel('Username').fill('old_kip'),
    shows: async (page) => expect(page.getByRole('button', { name: /^Use @/ }).first()).toBeVisible(),
  },
  {
    name: 'set-up-free',
    like: 'set-up-profile',
    path: '/editprofile',
    as: 'newcomer',
    act: async ({ page }) => page.getByLabel('Username').fill('wren.of.the.fen'),
    shows: showsText('This name is free.'),
  },
  {
    name: 'set-up-checking',
    like: 'set-up-profile',
    path: '/editprofile',
    as: 'newcomer',
    before: async ({ page }) => void (await page.route(LOOKUP, () => {})),
    act: async ({ page }) => page.getByLabel('Username').fill('wren.of.the.fen'),
    shows: showsText('Checking...'),
  },
  {
    name: 'set-up-lookup-failed',
    like: 'set-up-profile',
    path: '/editprofile',
    as: 'newcomer',
    before: async ({ page }) => void (await page.route(LOOKUP, (route) => route.fulfill({ status: 400, json: {} }))),
    act: async ({ page }) => page.getByLabel('Username').fill('wren.of.the.fen'),
    shows: showsText(/^Not checked: an error occurred\./),
  },
  {
    name: 'set-up-offline',
    like: 'set-up-profile',
    path: '/editprofile?next=/create-post',
    as: 'newcomer',
    goesOffline: true,
    async act({ page, goOffline }) {
      await expect(page.getByLabel('Username')).toBeVisible();
      await goOffline();
      await page.getByLabel('Username').fill('wren.of.the.fen');
    },
    shows: showsText(/^Not checked: you are offline\./),
  },
  { name: 'set-up-invitation', path: '/', as: 'newcomer', leavesNothing: true, shows: showsText('Choose a name') },
  {
    name: 'set-up-profile',
    path: '/editprofile?next=/create-post',
    as: 'newcomer',
    leavesNothing: true,
    act: async ({ page }) => page.getByLabel('Username').fill('moderator'),
    shows: showsText('This name is reserved, please contact us if this is your name'),
  },
];
