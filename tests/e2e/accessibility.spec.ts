import { test as base, expect } from '@playwright/test';

import { SCENES } from '../../scripts/gallery/scenes.ts';
import type { Look } from '../../scripts/gallery/scene.ts';
import { PHONE, Studio } from '../../scripts/gallery/studio.ts';
import { findTestBrowser, E2E_FLAGS } from '../support/chromium.ts';
import { axeFindings, clippedText, lostText, smallTargets } from './support/audits.ts';

const DESK = { width: 1280, height: 800, scheme: 'light' } as const;
/** Gloves in the narrowest window, from right to left, in sun glare at dusk. */
const GLOVES = { width: 320, height: 640, scheme: 'gloves-rtl' } as const;
const GLOVE_PX = 64;
/** The narrowest window that content must fit without scrolling sideways (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640, scheme: 'light' } as const;

/**
 * `npm test -- --all` audits every scene with every rule on a phone and on a desk. Otherwise scenes that are like
 * another one are left out.
 */
const isAll = process.env.TEST_ALL === '1';
/**
 * Also for contrast, in both themes, and on a desk. What a desk adds to every scene are the rail and the boards, of
 * guests and of members; a theme changes the tokens, which the components show.
 */
const AUDITED_IN_FULL = [
  'feed',
  'feed-member',
  'components',
  'create-post-full',
  'admin-users',
  'ads',
  'ads-page-views',
  'messages',
];
/**
 * Also for contrast on a phone in the light theme. The others are audited for it on a phone in the dark theme and on a
 * desk in the light one.
 */
const AUDITED_IN_ALL_LOOKS = ['feed', 'feed-member', 'components'];

const test = base.extend<{ crashesReported: void }, { studio: Studio; crashes: string[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
  crashes: [async ({}, use) => use([]), { scope: 'worker' }],

  // Playwright reports "Target crashed" without the reason.
  crashesReported: [
    async ({ crashes }, use) => {
      await use();
      expect.soft(crashes.splice(0), 'crashes').toEqual([]);
    },
    { auto: true },
  ],

  studio: [
    async ({ browser, crashes }, use) => {
      const executablePath = findTestBrowser();
      const onDisk = { args: [...E2E_FLAGS], ...(executablePath && { executablePath }) };
      const studio = new Studio(browser, { sharePages: true, onDisk, crashes });
      await use(studio);
      await studio.dispose();
    },
    { scope: 'worker', timeout: 150_000 },
  ],
});

// The pages are shared by many tests, and a finding names its element.
test.use({ trace: 'off' });
// A scene may have to start a backend first.
test.setTimeout(240_000);

for (const scene of SCENES) {
  const isAudited = isAll || scene.like === undefined;
  const isAuditedInFull = isAll || AUDITED_IN_FULL.includes(scene.name);
  const hasContrast = isAll || AUDITED_IN_ALL_LOOKS.includes(scene.name);

  test(
    `${scene.name}: ${isAudited ? 'axe finds nothing, ' : ''}targets are large enough and no text is lost`,
    { tag: isAudited ? [] : '@variant' },
    async ({ studio }) => {
      const stage = await studio.open(scene);
      const { page } = stage;
      await test.step('on a phone', async () => {
        if (isAudited)
          expect.soft(await axeFindings(page, hasContrast ? 'all' : 'without-contrast'), 'axe').toEqual([]);
        expect.soft(await smallTargets(page), 'small targets').toEqual([]);
        expect.soft(await lostText(page), 'lost text').toEqual([]);
        expect.soft(await clippedText(page), 'clipped text').toEqual([]);
      });
      // The contrast of every pair of colours is computed in tests/design: this finds a colour that is in no pair.
      if (isAuditedInFull) {
        await test.step('in the dark theme', async () => {
          await stage.look({ ...PHONE, scheme: 'dark' });
          expect.soft(await axeFindings(page, 'contrast'), 'contrast').toEqual([]);
        });
      }
      const isUnlike = scene.like === undefined;
      const forGloves = (look: Look) =>
        test.step(`for gloves in ${look.width} px`, async () => {
          await stage.look(look);
          expect.soft(await smallTargets(page, GLOVE_PX), `targets in ${look.width} px`).toEqual([]);
          expect.soft(await lostText(page), `lost text in ${look.width} px`).toEqual([]);
        });
      // One width after the other, with all its looks: another width costs more than what is asked of it.
      await test.step('in 320 px', async () => {
        await stage.look(NARROW);
        expect.soft(await lostText(page), 'lost text').toEqual([]);
        expect.soft(await clippedText(page), 'clipped text').toEqual([]);
      });
      if (isUnlike) await forGloves(GLOVES);
      for (const width of [390, 768, DESK.width]) {
        await test.step(`in ${width} px`, async () => {
          await stage.look({ ...DESK, width });
          expect.soft(await clippedText(page), `clipped text in ${width} px`).toEqual([]);
        });
        if (isAuditedInFull && width === DESK.width) {
          await test.step('on a desk', async () => {
            expect.soft(await axeFindings(page), 'axe').toEqual([]);
            expect.soft(await smallTargets(page), 'small targets').toEqual([]);
          });
        }
        if (isUnlike && isAuditedInFull) await forGloves({ ...DESK, width, scheme: 'gloves' });
      }
      if (isUnlike) {
        await test.step('with text twice as large', async () => {
          await stage.look(PHONE);
          await stage.textSize(2);
          expect.soft(await lostText(page), 'lost text on a phone').toEqual([]);
          if (!isAuditedInFull) return;
          await stage.look(DESK);
          expect.soft(await lostText(page), 'lost text on a desk').toEqual([]);
        });
      }
      await stage.close();
    },
  );
}
