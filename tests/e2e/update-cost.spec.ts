import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { lastingName } from '#contract/app-patches.ts';
import { transferredBytes } from '../../scripts/build/precached.ts';
import { HostedCopy } from '../support/hosted-copy.ts';
import { CHANGED_WORD, writeReleaseAfter, writeReleaseBefore } from './support/releases.ts';
import { FaultProxy } from './support/fault-proxy.ts';
import { answerWith, cutAnswer, type Fault, hold, type Match } from './support/faults.ts';
import { expect, test as base } from './support/fixtures.ts';
import { installNewVersion } from './support/new-version.ts';

/** Headers, and what the browser asks for besides: 20 kB are promised. */
const MOST_BYTES = 6_000;

interface Releases {
  readonly host: HostedCopy;
  /** Between the device and the host. */
  readonly line: FaultProxy;
  /** Puts the release behind the first one on the host. */
  readonly deploy: () => Promise<void>;
  /** What was answered since then: paths, and bytes as transferred. */
  readonly answered: () => Promise<{ paths: string[]; bytes: number }>;
}

const test = base.extend<{ releases: Releases }>({
  // The app has this host and no backend.
  baseURL: undefined,
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here
  releases: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'rangeday-releases-'));
    const [before, after] = [join(folder, 'before'), join(folder, 'after')];
    await writeReleaseBefore(before);
    await writeReleaseAfter(before, after);
    const host = await HostedCopy.start(before);
    const line = await FaultProxy.start(host.url);
    await use({
      host,
      line,
      deploy: async () => {
        await host.deploy(after);
        line.exchanges.length = 0;
      },
      answered: async () => {
        const found = line.seen(({ status, path }) => status === 200 && isFile(path));
        const paths = found.map(({ path }) => path.split('?')[0] ?? '');
        const sizes = await Promise.all(paths.map((path) => transferredBytes(join(after, path))));
        return { paths, bytes: sizes.reduce((sum, size) => sum + size, 0) };
      },
    });
    await line.dispose();
    await host.dispose();
    await rm(folder, { recursive: true, force: true });
  },
});

/** Of the app, not a call of the backend, which this host does not have. */
const isFile = (path: string) => /^\/(sw\.js|index\.html|manifest|assets|icons|favicon)/.test(path);
const patches: Match = ({ path }) => path.startsWith('/assets/patches/');

const untilInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

/** A page of a device on which the first release is installed. */
async function openInstalled(page: Page): Promise<void> {
  await page.goto('/settings');
  await untilInstalled(page);
  await expect(page.getByText(CHANGED_WORD.before).first()).toBeVisible();
}

const newVersion = (page: Page) => page.getByRole('region', { name: 'New version' });

/** Installs the release that is on the host, until it is offered. */
async function install(page: Page): Promise<void> {
  await installNewVersion(page);
  await expect(newVersion(page)).toBeVisible({ timeout: 60_000 });
}

/** Takes the new version, which is installed. */
async function update(page: Page): Promise<void> {
  const reloaded = page.waitForEvent('load');
  await newVersion(page).getByRole('button', { name: 'Reload' }).click();
  await reloaded;
  await expect(page.getByText(CHANGED_WORD.now).first()).toBeVisible();
}

/** Without the network, another screen and a start show the new version. */
async function expectWhole(page: Page, { line }: Releases): Promise<void> {
  await line.down();
  for (const [path, heading] of [
    ['/members', 'Members'],
    ['/settings', 'Settings'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  await expect(page.getByText(CHANGED_WORD.now).first()).toBeVisible();
}

/** Of patched files only; `/assets/index-abcdefgh.js` is `/assets/index.js`. */
const wholeFiles = (paths: readonly string[]) =>
  paths.filter((path) => !/^\/(sw\.js|assets\/patches\/)/.test(path)).map((path) => lastingName(path));

test('one changed word costs its patches, and no file as a whole', async ({ newDevice, releases }) => {
  const phone = await newDevice({ url: releases.line.url, firstVisit: true, expected: /./ });
  const page = await phone.page();
  await openInstalled(page);
  await releases.deploy();
  await install(page);
  const { paths, bytes } = await releases.answered();
  expect(wholeFiles(paths)).toEqual([]);
  expect(bytes).toBeLessThan(MOST_BYTES);
  // One for the page and one for each chunk that is installed.
  expect(new Set(paths.filter((path) => path.includes('/patches/'))).size).toBe(7);
  await update(page);
  await expectWhole(page, releases);
});

test('an update that is cut and killed leaves the old version whole, and goes on with what it has stored', async ({
  newDevice,
  releases,
}) => {
  const { line } = releases;
  const phone = await newDevice({ url: line.url, firstVisit: true, expected: /./ });
  let page = await phone.page();
  await openInstalled(page);
  await releases.deploy();
  // Of the seven, two are stored, and the others are under way.
  const held = hold('answer');
  const release = line.when(patches, held.fault);
  line.when(patches, cutAnswer(20), { times: 3 });
  line.when(patches, (wire) => wire.pass(), { times: 2 });
  void installNewVersion(page).catch(() => {});
  await held.reached;
  await phone.kill();
  await line.down();

  await phone.start();
  page = await phone.page();
  await page.goto('/settings');
  await expect(page.getByText(CHANGED_WORD.before).first()).toBeVisible();
  await page.goto('/members');
  await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();

  release();
  held.release();
  await line.up();
  line.exchanges.length = 0;
  await page.goto('/settings');
  await install(page);
  const { paths } = await releases.answered();
  expect(wholeFiles(paths)).toEqual([]);
  expect(new Set(paths.filter((path) => path.includes('/patches/'))).size).toBe(5);
  await update(page);
  await expectWhole(page, releases);
});

test('a file whose patch is missing, broken or of another file is loaded as a whole', async ({
  newDevice,
  releases,
}) => {
  const { line } = releases;
  const phone = await newDevice({ url: line.url, firstVisit: true, expected: /./ });
  const page = await phone.page();
  await openInstalled(page);
  await releases.deploy();
  const patch = (body: string | Buffer) => answerWith(200, { 'content-type': 'application/octet-stream' }, body);
  const ofAnother: Fault = async (wire, exchange) => {
    const [first] = line.exchanges.filter(patches);
    const answer = await fetch(releases.host.url + first?.path);
    await patch(Buffer.from(await answer.arrayBuffer()))(wire, exchange);
  };
  const faults = [answerWith(404), patch('broken'), ofAnother];
  line.when(patches, (wire, exchange) => faults.shift()?.(wire, exchange), { times: faults.length });
  await install(page);
  const { paths } = await releases.answered();
  expect(wholeFiles(paths)).toHaveLength(3);
  await update(page);
  await expectWhole(page, releases);
});

test('a version older than the patches is updated by whole files', async ({ newDevice, releases }) => {
  const phone = await newDevice({ url: releases.line.url, firstVisit: true, expected: /./ });
  const page = await phone.page();
  await openInstalled(page);
  await releases.deploy();
  await releases.host.remove('assets/patches');
  await install(page);
  const { paths } = await releases.answered();
  expect(wholeFiles(paths)).toContain('/assets/screens.js');
  expect(paths.filter((path) => path.endsWith('.wasm'))).toEqual([]);
  await update(page);
  await expectWhole(page, releases);
});
