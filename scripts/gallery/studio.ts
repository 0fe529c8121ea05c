import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

import { expect, logIn, register } from '../../tests/e2e/support/member.ts';
import type { Look, Role, Scene, Stage } from './scene.ts';
import { demoMember, Worlds, type World } from './worlds.ts';

/** Playwright's storage state of a page that has logged in. */
type LogIn = Awaited<ReturnType<BrowserContext['storageState']>>;

export const PHONE: Look = { width: 360, height: 780, scheme: 'light' };

/**
 * Opens scenes. Backends and log-ins are shared. Scenes without interaction share a device per account, so that data is synced and
 * cached once; scenes with interaction have their own device.
 */
export class Studio {
  readonly #browser: Browser;
  readonly #shared = new Map<string, Promise<BrowserContext>>();
  readonly #worlds = new Worlds();
  readonly #logIns = new Map<string, Promise<LogIn>>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** @param scale pixels of a picture per CSS pixel */
  async open(scene: Scene, look: Look = PHONE, scale = 1): Promise<Stage> {
    const world = await this.#worlds.get(scene.world ?? 'lived-in');
    const role = scene.as ?? 'guest';
    const logIn = role === 'guest' ? undefined : await this.#logIn(scene, role);
    const isShared = !scene.act && !scene.before && role !== 'newcomer';
    const context = await (isShared
      ? this.#sharedContext(`${world.url} ${role} ${scale}`, () => this.#context(world, look, scale, logIn))
      : this.#context(world, look, scale, logIn));
    const page = await context.newPage();
    const close = () => (isShared ? page.close() : context.close());
    const stage = stageOf(page, await context.newCDPSession(page), world, close);
    try {
      await stage.look(look);
      if (scene.textSize) await stage.textSize(scene.textSize);
      await scene.before?.(stage);
      await page.goto(typeof scene.path === 'string' ? scene.path : await scene.path(world));
      await scene.act?.(stage);
      await (scene.shows ?? showsMain)(page);
      await settle(page);
      return stage;
    } catch (error) {
      await close();
      throw error;
    }
  }

  async dispose(): Promise<void> {
    for (const context of await Promise.all(this.#shared.values())) await context.close();
    await this.#worlds.dispose();
  }

  #sharedContext(key: string, make: () => Promise<BrowserContext>): Promise<BrowserContext> {
    const context = this.#shared.get(key) ?? make();
    this.#shared.set(key, context);
    return context;
  }

  #context(
    world: World,
    { width, height, scheme }: Look,
    scale: number,
    storageState?: LogIn,
  ): Promise<BrowserContext> {
    return this.#browser.newContext({
      baseURL: world.url,
      viewport: { width, height },
      deviceScaleFactor: scale,
      colorScheme: scheme,
      reducedMotion: 'reduce',
      ...(storageState && { storageState }),
    });
  }

  /** Logs in once per account of a world; each newcomer is a new account. */
  #logIn(scene: Scene, role: Exclude<Role, 'guest'>): Promise<LogIn> {
    const key = `${scene.world ?? 'lived-in'} ${role === 'newcomer' ? scene.name : role}`;
    const known = this.#logIns.get(key);
    if (known) return known;
    const made = this.#worlds.get(scene.world ?? 'lived-in').then(async (world) => {
      if (!world.backend) throw new Error(`${scene.name}: nobody can log in where there is no backend.`);
      const member = role === 'newcomer' ? await register(world.backend) : demoMember(role);
      const context = await this.#context(world, { ...PHONE, width: 1280 }, 1);
      try {
        await logIn(await context.newPage(), member);
        return await context.storageState({ indexedDB: true });
      } finally {
        await context.close();
      }
    });
    this.#logIns.set(key, made);
    return made;
  }
}

function stageOf(page: Page, cdp: CDPSession, world: World, close: () => Promise<void>): Stage {
  return {
    page,
    world,
    async look({ width, height, scheme }) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      if (width >= 1200) await sidebar(page);
      await settle(page);
    },
    async textSize(factor) {
      await cdp.send('Page.setFontSizes', { fontSizes: { standard: 16 * factor, fixed: 13 * factor } });
      await settle(page);
    },
    async goOffline() {
      // Until the worker controls this page and has precached everything, a screen that was not opened yet needs the network.
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.context().setOffline(true);
      // This does not cut off the stream, which is in another process; the app checks its connection on the browser's offline event.
      await page.evaluate(() => dispatchEvent(new Event('offline')));
    },
    async goOnline() {
      await page.context().setOffline(false);
      await page.evaluate(() => dispatchEvent(new Event('online')));
    },
    close,
  };
}

async function showsMain(page: Page): Promise<void> {
  await expect(page.getByRole('main')).not.toBeEmpty();
}

/** Waits for the sidebar and its lists, which load last. If a list never loads, the picture shows that. */
async function sidebar(page: Page): Promise<void> {
  if ((await page.locator('#main').count()) === 0) return;
  const side = page.getByRole('complementary');
  await side.waitFor({ timeout: 5000 }).catch(() => undefined);
  await expect(side.locator('[data-blank]'))
    .toHaveCount(0, { timeout: 3000 })
    .catch(() => undefined);
}

/** Waits until fonts and visible images have loaded and were painted. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const inSight = [...document.images].filter(({ offsetParent }) => offsetParent);
    const near = inSight.filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(near.map((image) => image.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}
