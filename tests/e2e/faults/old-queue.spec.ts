import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { expect, open, test } from '../support/stage.ts';
import { leaveApp, putDatabase, readValue } from '../support/storage.ts';

const RECORDED = join(import.meta.dirname, '../../offline/fixtures/queue-1.db.gz');
/** What all ids of the recorded rows begin with, whose device it was, and PowerSync's name for the file. */
const [IDS, OWNER, FILE] = [
  '01a1ffec-38',
  '018f0000-0000-7000-8000-000000000001',
  '036d3677-f101-4a82-a6d2-38dcadad2963',
];

/** The recorded file as this device's own. Names of the same length in the same order: every page of it stays valid. */
async function recordedFor(account: string, file: string): Promise<Buffer> {
  const ids = randomBytes(5)
    .toString('hex')
    .replace(/^(.{8})/, '$1-');
  let bytes = gunzipSync(await readFile(RECORDED)).toString('latin1');
  for (const [before, now] of [
    [IDS, ids],
    [OWNER, account],
    [FILE, file],
  ] as const) {
    expect(bytes).toContain(before);
    bytes = bytes.replaceAll(before, now);
  }
  return Buffer.from(bytes, 'latin1');
}

test('a queue that the first release left on the device is delivered by this one, each action once', async ({
  page,
  member,
  backend,
}) => {
  const [{ id }] = (await backend.query('select id from public.profiles where email = $1', [member.email])) as [
    { id: string },
  ];
  const file = await readValue(page, `database-id:${id}`);
  await leaveApp(page);
  await putDatabase(page, `rangeday-${id}.db`, await recordedFor(id, String(file)));

  await page.goto('/');
  await open(page, 'Outbox');
  await expect(page.getByText('Refused before the update')).toBeVisible();
  const delivered = () =>
    backend.query<{ words: string }>(
      `select title as words from public.posts where user_id = $1
       union all select text from public.comments where user_id = $1 order by words`,
      [id],
    );
  const expected = [
    { words: 'A comment without a name' },
    { words: 'Queued after it' },
    { words: 'Queued, then edited' },
  ];
  await expect.poll(delivered).toEqual(expected);
  await expect(page.getByText('Queued after it')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('Refused before the update')).toBeVisible();
  expect(await delivered()).toEqual(expected);
});
