import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPartialFiles } from './partial-files.ts';

test('uploads that begin at once do not exceed the limit of their owner together; another owner has their own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const partials = await openPartialFiles(folder);
  const facts = { bucket: 'b', key: 'k', upsert: false, length: 1, type: 'image/png', cacheControl: 'no-cache' };
  const begin = (owner: string) => partials.create({ ...facts, userMetadata: null, owner, isDone: false }, 3);
  const begun = await Promise.all([...Array.from({ length: 5 }, () => begin('one')), begin('two')]);
  expect(begun.map((id) => id !== null)).toEqual([true, true, true, false, false, true]);
  await partials.remove(begun[0] ?? '');
  expect(await begin('one')).not.toBeNull();
});
