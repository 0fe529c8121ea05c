import { firstPost, type Scene, showsText } from './scene.ts';

/** Headless browsers have no voices: this one never ends its line. */
function speakWithoutVoice(): void {
  const voices = [{ lang: 'en-US', name: 'Here', default: true, localService: true }];
  const value = Object.assign(new EventTarget(), { getVoices: () => voices, speak() {}, cancel() {} });
  Object.defineProperty(globalThis, 'speechSynthesis', { value });
  Object.assign(globalThis, { SpeechSynthesisUtterance: class {} });
}

/** The feed for gloves, and read aloud. */
export const OUTDOOR_SCENES: readonly Scene[] = [
  {
    name: 'feed-gloves',
    like: 'feed-member',
    path: '/settings',
    as: 'member',
    async act({ page }) {
      await page.getByRole('switch', { name: 'Gloves' }).check();
      await page.goto('/');
    },
    shows: firstPost,
  },
  {
    name: 'feed-reading',
    like: 'feed-member',
    path: '/',
    as: 'member',
    async before({ page }) {
      await page.addInitScript(speakWithoutVoice);
    },
    async act({ page }) {
      await firstPost(page);
      await page.getByRole('button', { name: 'More actions for this post' }).first().click();
      await page.getByRole('menuitem', { name: 'Read on' }).click();
    },
    shows: showsText('Stop reading'),
  },
];
