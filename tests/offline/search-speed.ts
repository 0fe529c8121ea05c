import { test } from 'vitest';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { boot } from '#data/first-screen/boot.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { openedReplica, setReplicaOpener } from '#data/replica/replica.ts';
import { buildSearchIndex } from '#data/replica/search-index.ts';
import { adoptSession } from '#data/session/session.ts';
import { postsSql } from '#features/search/search-sql.ts';
import { matchOf, wordsOf } from '#features/search/words.ts';
import { quantile } from '../../scripts/bench/quantile.ts';
import './support/bench-meta.ts';
import { randomFrom } from '../support/random.ts';

const POSTS = 100_000;
const POSTS_SQL = postsSql(20);
const BATCH = 2_000;
/** A frame at 60 Hz. */
const FRAME_MS = 16;

const below = randomFrom(20261124);
const SYLLABLES = 'ba ri to len mur ok ste gan vi dor pla hem sun cre fog zil nor tak wes lim'.split(' ');
const VOCABULARY = Array.from({ length: 8000 }, () =>
  Array.from({ length: 2 + below(3) }, () => SYLLABLES[below(SYLLABLES.length)]).join(''),
);
/** As in real text, few words are in most places. */
const word = (): string => VOCABULARY[Math.floor(VOCABULARY.length * (below(1e6) / 1e6) ** 3)] ?? '';
const words = (count: number): string => Array.from({ length: count }, word).join(' ');

interface Post {
  id: string;
  title: string;
  description: string;
}

const makePost = (n: number): Post => ({
  id: `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  title: words(4),
  description: words(20),
});

/** What a program without a database would do: each word with its posts, newest first, as sorted arrays in memory. */
function memoryIndex(posts: readonly Post[]) {
  const places = new Map<string, number[]>();
  for (const [at, { title, description }] of posts.entries())
    for (const one of new Set(wordsAt(`${title} ${description}`))) {
      const list = places.get(one);
      if (list) list.push(at);
      else places.set(one, [at]);
    }
  const sorted = [...places.keys()].toSorted();
  const beginning = (start: string): Set<number> => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sorted[middle] ?? '') < start) low = middle + 1;
      else high = middle;
    }
    const found = new Set<number>();
    for (let at = low; sorted[at]?.startsWith(start); at += 1)
      for (const place of places.get(sorted[at] ?? '') ?? []) found.add(place);
    return found;
  };
  return (term: string): number[] => {
    const [first, ...others] = wordsOf(term).map(beginning);
    const all = [...(first ?? [])].filter((place) => others.every((found) => found.has(place)));
    return all.toSorted((one, other) => other - one).slice(0, 20);
  };
}
/** `wordsOf` takes only the first words of a text. */
const wordsAt = (text: string): string[] => text.split(' ');

setReplicaOpener(() => import('#data/connection/lifecycle.ts'));

test('search', async ({ task }) => {
  await boot();
  adoptSession({ kind: 'member', userId: crypto.randomUUID(), email: 'a@example.test', username: 'alice' });
  const db = (await openedReplica())?.db;
  if (!db) throw new Error('The database could not be opened.');
  const posts = Array.from({ length: POSTS }, (_, n) => makePost(n));
  for (let first = 0; first < POSTS; first += BATCH)
    await db.writeTransaction(async (tx) => {
      for (const { id, ...text } of posts.slice(first, first + BATCH)) {
        const created_at = new Date(Date.UTC(2020, 0) + Number(id.slice(-12)) * 60_000).toISOString();
        await showRow(tx, 'posts', id, { ...text, user_id: 'bob', status: 'live', created_at });
      }
    });
  const size = async (): Promise<number> => {
    const { n } = await db.get<{ n: number }>(
      'SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size',
    );
    return n / 1e6;
  };
  const before = await size();

  // What another query waits for while the index is built.
  const waits: number[] = [];
  const building = performance.now();
  let isBuilt = false;
  const build = buildSearchIndex(db).built.then(() => (isBuilt = true));
  while (!isBuilt) {
    const start = performance.now();
    await db.writeTransaction((tx) => tx.getAll('SELECT 1'));
    waits.push(performance.now() - start);
  }
  await build;
  const built = performance.now() - building;
  const after = await size();
  const memory = memoryIndex(posts);
  const device: number[] = [];
  /** Later: nothing is read from the file. Of three tries the fastest, because other programs use the processor. */
  const again: number[] = [];
  const inMemory: number[] = [];
  // As typed: each beginning of a word from the second letter, then a second word.
  const terms = Array.from({ length: 40 }, word).flatMap((one) => [
    ...Array.from({ length: Math.min(one.length - 1, 6) }, (_, n) => one.slice(0, n + 2)),
    `${one} ${word().slice(0, 3)}`,
  ]);
  for (const term of terms) {
    const start = performance.now();
    const found = await db.getAll<{ id: string }>(POSTS_SQL, [matchOf(term)]);
    const middle = performance.now();
    const expected = memory(term);
    inMemory.push(performance.now() - middle);
    device.push(middle - start);
    const repeats: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const repeated = performance.now();
      await db.getAll(POSTS_SQL, [matchOf(term)]);
      repeats.push(performance.now() - repeated);
    }
    again.push(Math.min(...repeats));
    if (found.length !== expected.length) throw new Error(`${term}: ${found.length} found, not ${expected.length}.`);
  }
  const of = `search in ${POSTS.toLocaleString('en')} posts`;
  const p95 = quantile(device, 0.95);
  task.meta.rows = [
    { what: `${of}: results, median of ${terms.length} terms`, value: quantile(device, 0.5), unit: 'ms' },
    { what: `${of}: results, p95`, value: p95, unit: 'ms', goal: { most: FRAME_MS } },
    {
      what: `${of}: p95 of a repeated term, the best of 3`,
      value: quantile(again, 0.95),
      unit: 'ms',
      goal: { most: FRAME_MS },
    },
    { what: `${of}: p95, in those of an index in memory`, value: p95 / quantile(inMemory, 0.95), unit: '×' },
    { what: `${of}: the index is built in`, value: built / 1000, unit: 's' },
    { what: `${of}: wait of a write meanwhile, p95`, value: quantile(waits, 0.95), unit: 'ms' },
    { what: `${of}: longest wait of a write meanwhile`, value: Math.max(...waits), unit: 'ms', goal: { most: 100 } },
    { what: `${of}: size of the index`, value: after - before, unit: 'MB' },
    { what: `${of}: size of the index, in that of the posts`, value: (after - before) / before, unit: '×' },
  ];
  await closeReplica({ wipe: true });
});
