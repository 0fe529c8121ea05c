import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';

import { patchPath } from '#contract/app-patches.ts';
import { patchedFile } from '../../sw/patched-file.ts';
import { describeFile } from '../../scripts/build/parts.ts';
import { storePage, patchBetween, writePatches } from '../../scripts/build/patches.ts';
import { retainPreviousAssets } from '../../scripts/build/previous-assets.ts';

afterEach(() => vi.restoreAllMocks());

/** What the service worker makes of the file at `from` with this answer to its request for the patch. */
async function patched(from: BodyInit, to: string, answer: Response, headers: HeadersInit = {}) {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer);
  const earlier = new Response(from, { headers: { 'content-type': 'text/javascript', ...headers } });
  return patchedFile(earlier, to);
}

/** The hash that the build gives to a file with this content. */
async function hashOf(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rangeday-hash-'));
  await writeFile(join(folder, 'a.js'), content);
  const { hash } = await describeFile(folder, 'a.js');
  await rm(folder, { recursive: true });
  return hash;
}

const bytes = (most: number) => fc.uint8Array({ maxLength: most }).map((array) => new Uint8Array(array));
/** Contents like code: words in another order, with others between them. One block of zstd has 128 kB. */
const text = fc
  .array(fc.tuple(fc.nat(40), fc.nat(9)), { maxLength: 60 })
  .map((words) => new TextEncoder().encode(words.map(([word, times]) => `name${word};`.repeat(times * 90)).join('\n')));

test('the service worker makes the file of any earlier one and its patch', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(bytes(300), text), fc.oneof(bytes(300), text), async (from, to) => {
      const hash = await hashOf(to);
      const patch = await patchBetween(Buffer.from(from), Buffer.from(to));
      const made = await patched(from, hash, new Response(new Uint8Array(patch)));
      expect(Buffer.from(await made!.arrayBuffer()).equals(to)).toBe(true);
      expect(made!.headers.get('content-type')).toBe('text/javascript');
      // Of another earlier file, or cut: never another file than the named one.
      const other = await patched(new Uint8Array([...from, 1]), hash, new Response(new Uint8Array(patch)));
      if (other) expect(Buffer.from(await other.arrayBuffer()).equals(to)).toBe(true);
      expect(await patched(from, hash, new Response(new Uint8Array(patch.subarray(0, -1))))).toBeUndefined();
    }),
    { numRuns: 60 },
  );
});

test('without a patch there is no file, and a lost line is an error', async () => {
  const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
  for (const answer of [new Response('', { status: 404 }), new Response('', { status: 503 }), page, new Response('?')])
    expect(await patched('a', 'hash', answer)).toBeUndefined();
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('cut'));
  await expect(patchedFile(new Response('a'), 'hash')).rejects.toThrow('cut');
});

test('the page gets the policy of its patch, and none without one', async () => {
  const to = new TextEncoder().encode('page 2');
  const [hash, patch] = [await hashOf(to), new Uint8Array(await patchBetween(Buffer.from('page 1'), Buffer.from(to)))];
  const [name, now, then] = ['content-security-policy', "script-src 'sha256-now'", "script-src 'sha256-then'"];
  const answer = (headers: HeadersInit) =>
    new Response(patch, { headers: { 'content-type': 'application/octet-stream', etag: '"2"', ...headers } });
  const headers = { [name]: then, 'content-type': 'text/html', 'cache-control': 'no-cache', etag: '"1"' };
  const made = await patched('page 1', hash, answer({ [name]: now, 'cache-control': 'immutable' }), headers);
  expect(Object.fromEntries(made!.headers)).toEqual({
    [name]: now,
    'content-type': 'text/html',
    'cache-control': 'no-cache',
  });
  expect(await patched('page 1', hash, answer({}), headers)).toBeUndefined();
});

test('a release has patches from all that are kept, to itself only, and not for what is small', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rangeday-patches-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const code = (word: string) =>
    Array.from({ length: 900 }, (_, line) => `let ${word}${line % 7} = ${line};`).join('\n');
  let previous = join(folder, 'none');
  const release = async (day: number, names: Record<string, string>) => {
    const built = join(folder, `day-${day}`);
    await mkdir(join(built, 'assets'), { recursive: true });
    const all = { 'index.html': `<template id="later">${day}</template>${code('page')}`, ...names };
    for (const [name, content] of Object.entries(all)) await writeFile(join(built, name), content);
    const list = Object.keys(all).map(async (url) => ({ url, ...(await describeFile(built, url)) }));
    const files = await Promise.all(list);
    await storePage(built);
    await retainPreviousAssets(previous, built, join(folder, 'list'), Date.now() + day * 24 * 60 * 60_000);
    await writePatches(built, files);
    previous = built;
    const patches = await readdir(join(built, 'assets/patches'));
    return { patches, hash: (url: string) => files.find((file) => file.url === url)!.hash };
  };
  const first = await release(0, { 'assets/a-aaaaaaa1.js': code('a'), 'assets/b-bbbbbbb1.js': 'small 1' });
  expect(first.patches).toEqual([]);
  const second = await release(1, { 'assets/a-aaaaaaa2.js': code('a2'), 'assets/b-bbbbbbb2.js': 'small 2' });
  const third = await release(2, { 'assets/a-aaaaaaa3.js': code('a3'), 'assets/b-bbbbbbb2.js': 'small 2' });
  const named = (from: string, to: string) => patchPath(from, to).split('/').at(-1);
  const page = 'index.html';
  const code3 = third.hash('assets/a-aaaaaaa3.js');
  expect(third.patches).toHaveLength(4);
  expect(third.patches).toEqual(
    expect.arrayContaining([
      named(first.hash('assets/a-aaaaaaa1.js'), code3),
      named(second.hash('assets/a-aaaaaaa2.js'), code3),
      named(first.hash(page), third.hash(page)),
      named(second.hash(page), third.hash(page)),
    ]),
  );
  // The page as devices have it.
  expect(await readFile(join(previous, `assets/page-${third.hash('index.html').slice(0, 8)}.txt`), 'utf8')).toMatch(
    /^2let/,
  );
});
