import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { test as base, chromium, expect } from '@playwright/test';

import { findChromium, findTestBrowser, E2E_FLAGS } from '../../support/chromium.ts';
import { Ally } from './ally.ts';
import { Backend } from '../../support/backend.ts';
import { copyFolder } from '../../support/copy-folder.ts';
import { noteCrashes } from '../../support/crashes.ts';
import { describePages } from './describe-pages.ts';
import { Device } from '../../support/device.ts';
import { keepPollsLight } from '../../support/light-polls.ts';
import { FaultProxy } from './fault-proxy.ts';
import { PreparedProfiles } from './prepared-profile.ts';

export interface NewDevice {
  /** Its origin; the backend's own by default. */
  readonly url?: string;
  /** Console errors that the test causes. */
  readonly expected?: RegExp;
  /** The browser has never been used. Otherwise a guest has opened the app once: see PreparedProfiles. */
  readonly firstVisit?: boolean;
  /** Not the headless shell, which has no push messages. */
  readonly wholeBrowser?: boolean;
  /** Begins with a copy of this profile. */
  readonly profile?: string;
}

export interface Fixtures {
  /** `page` and `context` belong to a browser that has never been used. */
  readonly firstVisit: boolean;
  /** Returns a new device. */
  readonly newDevice: (options?: NewDevice) => Promise<Device>;
  /** A proxy with faults between a device and the backend, on another origin. */
  readonly network: FaultProxy;
}

/* All worker fixtures are declared here, because a file with other ones would get a separate worker and backend. */
export interface WorkerFixtures {
  readonly backend: Backend;
  /** Another member, who posts when a test checks that sync continues. */
  readonly ally: Ally;
  readonly profiles: PreparedProfiles;
  readonly faultProxy: FaultProxy;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const backend = await Backend.start();
      await use(backend);
      await backend.dispose();
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  ally: [
    async ({ backend }, use) => {
      // The previous test may have killed it, and this is prepared before what belongs to the test.
      await backend.start();
      await use(await Ally.join(backend));
    },
    { scope: 'worker' },
  ],

  profiles: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    async ({}, use) => {
      const profiles = new PreparedProfiles();
      await use(profiles);
      await profiles.dispose();
    },
    { scope: 'worker' },
  ],

  faultProxy: [
    async ({ backend }, use) => {
      const proxy = await FaultProxy.start(backend.url);
      await use(proxy);
      await proxy.dispose();
    },
    { scope: 'worker' },
  ],

  network: async ({ backend, faultProxy }, use) => {
    await backend.start();
    await use(faultProxy);
    await faultProxy.reset();
  },

  baseURL: async ({ backend }, use) => {
    // The previous test may have killed it.
    await backend.start();
    await use(backend.url);
  },

  firstVisit: [false, { option: true }],

  context: async ({ browser, firstVisit, profiles, baseURL }, use, testInfo) => {
    const profile = firstVisit ? undefined : await mkdtemp(join(tmpdir(), 'rangeday-context-'));
    if (profile) await copyFolder(await profiles.get(baseURL!, findTestBrowser()), profile);
    const context = await (profile
      ? chromium.launchPersistentContext(profile, { args: [...E2E_FLAGS] })
      : browser.newContext());
    keepPollsLight(context);
    const crashes: string[] = [];
    await noteCrashes(context, crashes);
    await use(context);
    await describePages(context.pages(), testInfo, crashes);
    await context.close();
    if (profile) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  },

  newDevice: async ({ backend, profiles }, use, testInfo) => {
    await backend.start();
    const devices: Device[] = [];
    await use(async ({ url = backend.url, expected, firstVisit = false, wholeBrowser = false, ...given } = {}) => {
      const browser = wholeBrowser ? findChromium() : findTestBrowser();
      const profile = firstVisit ? undefined : (given.profile ?? (await profiles.get(url, browser)));
      const device = await Device.start({ url, expected, profile, flags: E2E_FLAGS, browser });
      devices.push(device);
      return device;
    });
    const complaints = devices.flatMap((device) => device.complaints);
    await describePages(
      devices.flatMap((device) => device.pages()),
      testInfo,
      complaints,
    );
    await Promise.all(devices.map((device) => device.dispose()));
    for (const device of devices) {
      expect.soft(device.foreign, 'requests to third parties').toEqual([]);
      expect.soft(device.complaints, 'complaints on the console').toEqual([]);
    }
  },
});

export { expect };
