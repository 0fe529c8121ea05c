import { asIphone } from './message-scenes.ts';
import { firstPost, showsText, type Scene } from './scene.ts';

/** Range mode, the installation, and a new version. */
export const INSTALLED_SCENES: readonly Scene[] = [
  {
    name: 'settings-range',
    path: '/settings/range',
    route: '/settings/$part',
    as: 'member',
    shows: showsText('Pack for the range · '),
    isWhole: true,
  },
  {
    name: 'settings-range-packing',
    like: 'settings-range',
    path: '/settings/range',
    route: '/settings/$part',
    as: 'member',
    async act({ page }) {
      let count = 0;
      // Some are saved, and the others wait for as long as the scene is open. The page still shows all.
      await page.route(/\/seed\//, async (route) => {
        if (route.request().resourceType() === 'fetch') count += 1;
        if (count <= 8 || route.request().resourceType() !== 'fetch') await route.continue();
      });
      await page.getByRole('button', { name: /Pack for the range/ }).click();
    },
    shows: showsText('of photos saved on this device'),
    isWhole: true,
  },
  {
    name: 'settings-range-packed',
    like: 'settings-range',
    path: '/settings/range',
    route: '/settings/$part',
    as: 'member',
    act: async ({ page }) => page.getByRole('button', { name: /Pack for the range/ }).click(),
    shows: showsText('Packed. Ready for the range'),
  },
  { name: 'install', path: '/install', isWhole: true },
  {
    name: 'install-hint',
    like: 'feed',
    path: '/',
    before: asIphone,
    async shows(page) {
      await firstPost(page);
      await showsText('Keep Rangeday on your Home Screen')(page);
    },
  },
  {
    name: 'update-note',
    like: 'feed',
    path: '/',
    async before({ page }) {
      // A browser whose service worker has a newer version waiting.
      await page.addInitScript(() => {
        const registration = Object.assign(new EventTarget(), { waiting: {}, update: async () => {} });
        const register = async () => registration;
        const container = { controller: {}, register, getRegistration: register, ready: register() };
        Object.defineProperty(navigator, 'serviceWorker', { value: Object.assign(new EventTarget(), container) });
      });
    },
    async shows(page) {
      await firstPost(page);
      await showsText('Update whenever you like.')(page);
    },
  },
];
