import { test as base, expect } from '@playwright/test';

import { Backend } from './backend.ts';
import { Device } from './device.ts';

export interface NewDevice {
  /** The origin that it knows; the backend's own by default. */
  readonly url?: string;
  /** Complaints on the console that belong to the test. */
  readonly expected?: RegExp;
}

export interface Fixtures {
  /** Gives a new device with an empty profile. */
  readonly newDevice: (options?: NewDevice) => Promise<Device>;
}

export interface WorkerFixtures {
  readonly backend: Backend;
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

  baseURL: async ({ backend }, use) => {
    // A test that killed it leaves that to the next one to mend.
    await backend.start();
    await use(backend.url);
  },

  newDevice: async ({ backend }, use) => {
    await backend.start();
    const devices: Device[] = [];
    await use(async ({ url = backend.url, expected } = {}) => {
      const device = await Device.start(url, expected);
      devices.push(device);
      return device;
    });
    await Promise.all(devices.map((device) => device.dispose()));
    for (const device of devices) {
      expect.soft(device.foreign, 'requests to third parties').toEqual([]);
      expect.soft(device.complaints, 'complaints on the console').toEqual([]);
    }
  },
});

export { expect };
