import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DirectoryPage, type ListedMember, toListedMember } from '#contract/directory-rows.ts';
import { authorOf } from '#contract/testing/author-of.ts';
import { directoryLines, localLines, isAbove, lettersIn, type Line, positionOf, toFilter } from './directory.ts';

const member = (username: string, page: number | null = null): ListedMember =>
  toListedMember({
    id: username,
    author: JSON.stringify(authorOf(username)),
    city: 'Xenia',
    state: null,
    is_official: page === 0 ? 1 : 0,
    directory_page: page,
  });

const shown = (lines: readonly Line[]) => lines.map((line) => line.member?.author.username ?? `(${line.page})`);

const PAGES: DirectoryPage[] = [
  { id: 0, startsAt: null, size: 1 },
  { id: 3, startsAt: 'kip', size: 2 },
  { id: 1, startsAt: '', size: 2 },
];
const FIRST = [member('bo', 1), member('Ada', 1)];

describe('localLines', () => {
  test('are in alphabetical order regardless of case, with the official accounts last', () => {
    const lines = localLines([member('zed'), member('rangeday_news'), member('_x'), member('Bo'), member('ada')], '');
    expect(shown(lines)).toEqual(['_x', 'ada', 'Bo', 'zed', 'rangeday_news']);
    expect(lines.map(({ letter }) => letter).join('')).toBe('#ABZ!');
  });
  test('are filtered by a part of the name', () => {
    expect(shown(localLines([member('old_kip'), member('Kipling'), member('ada')], toFilter(' @KIP ')))).toEqual([
      'Kipling',
      'old_kip',
    ]);
  });
  test('mark the first name of each letter', () => {
    const lines = localLines([member('ada'), member('al'), member('bo')], '');
    expect(lines.map(({ opens }) => opens)).toEqual([true, false, true]);
  });
});

describe('directoryLines', () => {
  test('keep a place for every member of a page that has not loaded', () => {
    expect(shown(directoryLines(PAGES, FIRST, new Set(), ''))).toEqual(['Ada', 'bo', '(3)', '(3)', '(0)']);
  });
  test('keep the members of such a page that are here, also those whose page is not known', () => {
    const known = [member('kip', 3), member('Cy'), member('rangeday')];
    expect(shown(directoryLines(PAGES, known, new Set(), ''))).toEqual(['Cy', '(1)', 'kip', '(3)', 'rangeday']);
    // Blocked members of a page are missing; one that has come meanwhile is too many.
    expect(shown(directoryLines(PAGES, [...known, member('lo'), member('mo')], new Set(), ''))).toEqual([
      ...['Cy', '(1)', 'kip', 'lo', 'mo', 'rangeday'],
    ]);
  });
  test('of a synced page are its members, even if the count differs', () => {
    const lines = directoryLines(PAGES, [...FIRST, member('kip', 3), member('rangeday', 0)], new Set([3]), '');
    expect(shown(lines)).toEqual(['Ada', 'bo', 'kip', 'rangeday']);
  });
  test('a filter finds names that begin with it on the server, then others on this device', () => {
    const known = [...FIRST, member('rangeday', 0), member('old_kip'), member('kipling', 3)];
    // Page 3 may have more.
    expect(shown(directoryLines(PAGES, known, new Set(), 'kip'))).toEqual(['kipling', '(3)', 'old_kip']);
    expect(shown(directoryLines(PAGES, known, new Set([3]), 'kip'))).toEqual(['kipling', 'old_kip']);
    expect(shown(directoryLines(PAGES, known, new Set(), 'bo'))).toEqual(['bo']);
    expect(shown(directoryLines(PAGES, known, new Set([3]), 'zzz'))).toEqual([]);
  });

  test('show every member once and in order, with any part loaded or filtered', () => {
    const name = fc.stringMatching(/^[a-c_][a-c]{0,4}$/);
    const names = fc.uniqueArray(name, { minLength: 1, maxLength: 40 });
    const shape = fc.tuple(
      names,
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.nat(12)),
      fc.stringMatching(/^[a-c]{0,2}$/),
    );
    fc.assert(
      fc.property(shape, ([all, size, loaded, filter]) => {
        const sorted = all.toSorted();
        const pages: DirectoryPage[] = [{ id: 0, startsAt: null, size: 0 }];
        const members: ListedMember[] = [];
        for (let at = 0; at < sorted.length; at += size) {
          const id = at / size + 1;
          const part = sorted.slice(at, at + size);
          pages.push({ id, startsAt: at === 0 ? '' : part[0]!, size: part.length });
          if (loaded.includes(id)) members.push(...part.map((username) => member(username, id)));
        }
        const lines = directoryLines(pages, members, new Set(loaded), filter);
        const matching = sorted.filter((one) => one.startsWith(filter));
        const found = lines.flatMap((line) => (line.member?.name.startsWith(filter) ? [line.member.name] : []));
        expect(found).toEqual(matching.filter((one) => members.some((other) => other.name === one)));
        // Each missing name has a place on its page.
        for (const missing of matching.filter((one) => !found.includes(one))) {
          const page = Math.floor(sorted.indexOf(missing) / size) + 1;
          expect(lines.some((line) => line.member === null && line.page === page)).toBe(true);
        }
        if (filter === '') expect(lines).toHaveLength(sorted.length);
        expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
      }),
      { numRuns: 200 },
    );
  });
});

describe('letters', () => {
  test('may be on a page that has not loaded, until the next page begins', () => {
    expect([...lettersIn(directoryLines(PAGES, [], new Set(), ''))].join('')).toBe('#ABCDEFGHIJKLMNOPQRSTUVWXYZ!');
    expect([...lettersIn(directoryLines(PAGES, FIRST, new Set([3, 0]), ''))].join('')).toBe('AB');
  });
  test('begin at their first name, or at the page that may have it', () => {
    const lines = directoryLines(PAGES, FIRST, new Set(), '');
    expect(positionOf(lines, isAbove('B'))).toEqual({ index: 1, page: null });
    expect(positionOf(lines, isAbove('K'))).toEqual({ index: 2, page: null });
    expect(positionOf(lines, isAbove('M'))).toEqual({ index: 2, page: 3 });
    expect(positionOf(lines, isAbove('!'))).toEqual({ index: 2, page: 3 });
    expect(positionOf([], isAbove('B'))).toEqual({ index: 0, page: null });
  });
});
