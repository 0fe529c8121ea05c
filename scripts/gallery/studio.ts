import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type LaunchOptions,
  type Page,
} from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { expect, register, type Member } from '../../tests/support/member.ts';
import { noteCrashes } from '../../tests/support/crashes.ts';
import { openEmpty, writeSession } from '../../tests/support/signed-in.ts';
import { visit } from '../../tests/support/visit.ts';
import { schemeOf, setLook, setTextSize, settle, sidebar } from './look.ts';
import type { Look, Role, Scene, Stage } from './scene.ts';
import { demoMember, Worlds, type World } from './worlds.ts';

/** Playwright's storage state of a page that has logged in. */
type LogIn = Awaited<ReturnType<BrowserContext['storageState']>>;

export const PHONE: Look = { width: 360, height: 780, scheme: 'light' };

export interface StudioOptions {
  /** Scenes that share a device also share a page and navigate within the app. Only for one scene at a time. */
  readonly sharePages?: boolean;
  /**
   * Shared devices are browsers that are started so, each with a profile on disk, instead of contexts of the given
   * browser.
   */
  readonly onDisk?: LaunchOptions;
  /** Gets a line for each renderer that crashed, with its signal. */
  readonly crashes?: string[];
}

/**
 * Opens scenes. Backends and log-ins are shared. Scenes that leave nothing behind share a device per account, so that
 * data is synced and cached once; other scenes have their own device.
 */
export class Studio {
  readonly #browser: Browser;
  readonly #sharePages: boolean;
  readonly #onDisk: LaunchOptions | undefined;
  readonly #crashes: string[];
  readonly #watched = new Set<Browser>();
  readonly #shared = new Map<string, Promise<BrowserContext>>();
  readonly #idlePages = new Map<string, Page>();
  readonly #worlds = new Worlds();
  readonly #members = new Map<string, Promise<Member>>();
  readonly #logIns = new Map<string, Promise<LogIn>>();
  readonly #profiles: string[] = [];

  constructor(browser: Browser, { sharePages = false, onDisk, crashes = [] }: StudioOptions = {}) {
    this.#browser = browser;
    this.#sharePages = sharePages;
    this.#onDisk = onDisk;
    this.#crashes = crashes;
  }

  /** @param scale pixels of a picture per CSS pixel */
  async open(scene: Scene, look: Look = PHONE, scale = 1): Promise<Stage> {
    const world = await this.#worlds.get(scene.world ?? 'lived-in');
    const role = scene.as ?? 'guest';
    const settings = settingsOf(world, look, scale, scene.goesOffline);
    const makeContext = async () => {
      const storageState = role === 'guest' ? undefined : await this.#logIn(scene, role);
      return this.#browser.newContext({ ...settings, ...(storageState && { storageState }) });
    };
    const makeDevice = async (launch: LaunchOptions) => {
      const context = await this.#device(settings, launch);
      const member = role === 'guest' ? undefined : await this.#member(scene, role);
      if (member) await writeSession(context.pages()[0] ?? (await context.newPage()), backendOf(scene, world), member);
      return context;
    };
    const onDisk = this.#onDisk;
    const makeShared = onDisk ? () => makeDevice(onDisk) : makeContext;
    const path = typeof scene.path === 'string' ? scene.path : await scene.path(world);
    const leavesNothing = scene.leavesNothing ?? (!scene.act && !scene.before && role !== 'newcomer');
    const isShared = leavesNothing || scene.leavesDraft === true;
    const device = `${world.url} ${role} ${scale}`;
    const context = await (isShared ? this.#sharedContext(device, makeShared) : makeContext());
    await this.#noteCrashes(context);
    const idle = leavesNothing ? this.#idlePages.get(device) : undefined;
    if (idle) this.#idlePages.delete(device);
    const page = idle ?? (await context.newPage());
    const cdp = await context.newCDPSession(page);
    const stage = stageOf(page, cdp, world, async () => {
      if (!isShared) await context.close();
      else if (scene.leavesDraft) {
        await dropDrafts(page);
        await page.close();
      }
      // The page of the components is no app: it reads its address only once.
      else if (!this.#sharePages || scene.world === 'components') await page.close();
      else {
        await setTextSize(cdp, 1);
        this.#idlePages.set(device, page);
      }
    });
    try {
      await setLook(page, look);
      if (scene.textSize) await setTextSize(cdp, scene.textSize);
      await scene.before?.(stage);
      if (idle) {
        await visit(page, path);
        await page.evaluate(() => scrollTo(0, 0));
      } else await page.goto(path);
      await scene.act?.(stage);
      await (scene.shows ?? showsMain)(page);
      await settle(page);
      return stage;
    } catch (error) {
      await (isShared ? page : context).close();
      throw error;
    }
  }

  async dispose(): Promise<void> {
    try {
      // One that could not be opened, or whose page crashed, must not keep the others and the backends running.
      for (const context of await Promise.allSettled(this.#shared.values()))
        if (context.status === 'fulfilled') await context.value.close().catch(() => {});
      for (const profile of this.#profiles) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    } finally {
      await this.#worlds.dispose();
    }
  }

  /** Once for each browser: its contexts are reported together. */
  async #noteCrashes(context: BrowserContext): Promise<void> {
    const browser = context.browser();
    if (!browser || this.#watched.has(browser)) return;
    this.#watched.add(browser);
    await noteCrashes(context, this.#crashes);
  }

  #sharedContext(key: string, make: () => Promise<BrowserContext>): Promise<BrowserContext> {
    const context = this.#shared.get(key) ?? make();
    this.#shared.set(key, context);
    return context;
  }

  /**
   * A browser with a profile: without one, each read of a page of the app's database is a message to another process.
   */
  async #device(settings: BrowserContextOptions, launch: LaunchOptions): Promise<BrowserContext> {
    const profile = await mkdtemp(join(tmpdir(), 'rangeday-studio-'));
    this.#profiles.push(profile);
    return chromium.launchPersistentContext(profile, { ...settings, ...launch });
  }

  /** Each newcomer is a new account, unless the scene leaves nothing behind. */
  #member(scene: Scene, role: Exclude<Role, 'guest'>): Promise<Member> {
    const key = accountOf(scene, role);
    const known = this.#members.get(key);
    if (known) return known;
    const made = this.#worlds
      .get(scene.world ?? 'lived-in')
      .then((world) => (role === 'newcomer' ? register(backendOf(scene, world)) : demoMember(role)));
    this.#members.set(key, made);
    return made;
  }

  /** Logs in once per account of a world. */
  #logIn(scene: Scene, role: Exclude<Role, 'guest'>): Promise<LogIn> {
    const key = accountOf(scene, role);
    const known = this.#logIns.get(key);
    if (known) return known;
    const made = this.#worlds.get(scene.world ?? 'lived-in').then(async (world) => {
      const member = await this.#member(scene, role);
      const context = await this.#browser.newContext(settingsOf(world, { ...PHONE, width: 1280 }, 1));
      try {
        await writeSession(await context.newPage(), backendOf(scene, world), member);
        return await context.storageState({ indexedDB: true });
      } finally {
        await context.close();
      }
    });
    this.#logIns.set(key, made);
    return made;
  }
}

const accountOf = (scene: Scene, role: Exclude<Role, 'guest'>): string =>
  `${scene.world ?? 'lived-in'} ${role === 'newcomer' && !scene.leavesNothing ? scene.name : role}`;

function backendOf(scene: Scene, { backend }: World): Backend {
  if (!backend) throw new Error(`${scene.name}: nobody can log in where there is no backend.`);
  return backend;
}

const settingsOf = (
  world: World,
  { width, height, scheme }: Look,
  scale: number,
  goesOffline = false,
): BrowserContextOptions => ({
  baseURL: world.url,
  viewport: { width, height },
  deviceScaleFactor: scale,
  colorScheme: schemeOf(scheme),
  reducedMotion: 'reduce',
  // To install the app takes longer than to open it, and shows on no screen.
  serviceWorkers: goesOffline ? 'allow' : 'block',
});

function stageOf(page: Page, cdp: CDPSession, world: World, close: () => Promise<void>): Stage {
  return {
    page,
    world,
    async look(look) {
      await setLook(page, look);
      if (look.width >= 1200) await sidebar(page);
      await settle(page);
    },
    async textSize(factor) {
      await setTextSize(cdp, factor);
      await settle(page);
    },
    async goOffline() {
      // Until the worker controls this page and has precached everything, a screen that was not opened yet needs the
      // network.
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.context().setOffline(true);
      // This does not cut off the stream, which is in another process; the app checks its connection on the browser's
      // offline event.
      await page.evaluate(() => dispatchEvent(new Event('offline')));
    },
    async goOnline() {
      await page.context().setOffline(false);
      await page.evaluate(() => dispatchEvent(new Event('online')));
    },
    close,
  };
}

/** Leaves the app, because an open composer would save its draft again. */
async function dropDrafts(page: Page): Promise<void> {
  await openEmpty(page);
  await page.evaluate(async () => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('rangeday-draft:')) localStorage.removeItem(key);
    for (const { name } of await indexedDB.databases()) {
      if (!name?.startsWith('rangeday-local-')) continue;
      const deletion = indexedDB.deleteDatabase(name);
      await new Promise((resolve) => (deletion.onsuccess = resolve));
    }
  });
}

async function showsMain(page: Page): Promise<void> {
  await expect(page.getByRole('main')).not.toBeEmpty();
}
