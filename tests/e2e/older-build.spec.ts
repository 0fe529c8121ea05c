import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { HostedCopy } from '../support/hosted-copy.ts';
import { entry, register, writePost } from '../support/member.ts';
import { buildOlder } from '../support/older-build.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { answerWith, calls, type Fault, type Match } from './support/faults.ts';
import { installNewVersion } from './support/new-version.ts';
import { arrived, writeWithPhoto } from './support/photo-post.ts';
import { expect, expectDelivered, test, unique } from './support/stage.ts';

/** Files of the app. */
const files: Match = (exchange) =>
  exchange.method === 'GET' && !calls(exchange) && !/^\/(api|health|_dev)\b/.test(exchange.path);

/** Answers with the files of another release. */
const servedBy =
  (host: HostedCopy): Fault =>
  async (wire, { path, headers }) => {
    const accept = headers.accept ?? '*/*';
    const answer = await fetch(host.url + path, { headers: { accept, 'accept-encoding': 'identity' } });
    const kept = [...answer.headers].filter(([name]) => !/^(connection|keep-alive|transfer-encoding)$/.test(name));
    wire.answer(answer.status, Object.fromEntries(kept), Buffer.from(await answer.arrayBuffer()));
  };

/** The version of the database of drafts; Dexie multiplies it by ten. */
const draftsVersion = (page: Page) =>
  page.evaluate(
    async () => (await indexedDB.databases()).find(({ name }) => /^rangeday-local-(?!guest)/.test(name ?? ''))?.version,
  );

test(
  'a queue, a photo and a draft of the release before, with another schema, survive the update, and everything arrives once',
  { tag: '@variant' },
  async ({ network, backend, newDevice }) => {
    // Builds the older release.
    test.setTimeout(400_000);
    const folder = await mkdtemp(join(tmpdir(), 'rangeday-older-build-'));
    await buildOlder(folder);
    const older = await HostedCopy.start(folder);
    try {
      const removeOlder = network.when(files, servedBy(older));
      const phone = await newDevice({ url: network.url, expected: /^Failed to load resource: /, firstVisit: true });
      const page = await phone.page();
      const member = await register(backend);
      await openSignedIn(page, backend, member);
      await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');

      await network.down();
      const [text, photo, draft] = [unique('Older'), unique('Photo'), unique('Draft')];
      await writePost(page, text);
      await writeWithPhoto(page, photo, 400);
      await page.getByRole('link', { name: 'New post' }).first().click();
      await page.getByRole('textbox', { name: 'Title' }).fill(draft);
      await page.getByRole('link', { name: 'Close' }).click();
      for (const title of [text, photo]) await expect(entry(page, title).getByText('Queued')).toBeVisible();
      expect(await draftsVersion(page)).toBe(30);

      // The present release is there, and the API does not answer yet: the queue is still the old one when it starts.
      removeOlder();
      const removeFault = network.when(calls, answerWith(503));
      await network.up();
      await installNewVersion(page);
      const reloaded = page.waitForEvent('load');
      await page.getByRole('region', { name: 'New version' }).getByRole('button', { name: 'Reload' }).click();
      await reloaded;
      for (const title of [text, photo]) await expect(entry(page, title).getByText(/Queued|waits/)).toBeVisible();

      removeFault();
      await expectDelivered(page, backend, [text, photo]);
      await expect.poll(() => arrived(backend, photo)).toEqual([{ status: 'live', files: 1 }]);
      await page.getByRole('link', { name: 'New post' }).first().click();
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(draft);
      expect(await draftsVersion(page)).toBe(40);
    } finally {
      await older.dispose();
      await rm(folder, { recursive: true, force: true });
    }
  },
);
