import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changeSettings, DEFAULT_SETTINGS, SETTINGS_KEY, TEXT_SIZES, THEMES } from '#data/device/settings.ts';
import { followAppearance } from './appearance.ts';

const { dataset } = document.documentElement;

const gloves = () => document.querySelectorAll('link[href="/gloves.css"]');

function clear(): void {
  for (const name of Object.keys(dataset)) delete dataset[name];
  for (const sheet of gloves()) sheet.remove();
  localStorage.removeItem(SETTINGS_KEY);
}

beforeEach(() => {
  clear();
  // A document takes the policy of the script once, and here it runs often (tests/e2e/security-headers tests it).
  vi.stubGlobal('trustedTypes', undefined);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

let runs = 0;

/** Runs public/head.js as the page does before its first frame, and returns what it did to the document. */
async function beforeFirstFrame(): Promise<Record<string, string>> {
  const script = document.createElement('script');
  script.src = `/head.js?${++runs}`;
  const loaded = new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
  });
  document.head.append(script);
  await loaded;
  script.remove();
  // From the first frame, which the running app has replaced (tests/e2e/first-frame.spec.ts).
  delete dataset['start'];
  return { ...(dataset as Record<string, string>) };
}

test('the first frame has the same theme and text size as the running app, for every setting', async () => {
  followAppearance();
  for (const theme of THEMES) {
    for (const textSize of TEXT_SIZES) {
      changeSettings({ ...DEFAULT_SETTINGS, theme, textSize });
      const running = { ...(dataset as Record<string, string>) };
      for (const name of Object.keys(dataset)) delete dataset[name];
      expect(await beforeFirstFrame(), `${theme}, ${textSize}`).toEqual(running);
    }
  }
  expect(dataset).toMatchObject({ theme: 'glare', textSize: 'largest' });
});

test('the sheet for gloves is there before the first frame, and once however often it is put on or off', async () => {
  followAppearance();
  changeSettings({ ...DEFAULT_SETTINGS, gloves: true });
  expect(gloves()).toHaveLength(1);
  changeSettings({ textSize: 'large' });
  expect(gloves()).toHaveLength(1);
  changeSettings({ gloves: false });
  expect(gloves()).toHaveLength(0);
  await beforeFirstFrame();
  expect(gloves()).toHaveLength(0);
  localStorage.setItem(SETTINGS_KEY, '{"gloves":true}');
  await beforeFirstFrame();
  expect(gloves()).toHaveLength(1);
  expect((gloves()[0] as HTMLLinkElement).blocking.contains('render'), 'the first frame waits for it').toBe(true);
});

test('without settings, or with invalid ones, the system preference applies', async () => {
  for (const stored of [null, 'null', '{', '7', '{"theme":7,"textSize":null}']) {
    if (stored !== null) localStorage.setItem(SETTINGS_KEY, stored);
    expect(await beforeFirstFrame(), String(stored)).toEqual({});
  }
});
