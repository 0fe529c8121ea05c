import '#ui/testing/house-styles.ts';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DirectoryPage, ListedMember } from '#contract/directory-rows.ts';
import { authorOf } from '#contract/testing/author-of.ts';
import { render } from '#ui/testing/render.tsx';
import { directoryLines, LETTERS } from './directory.ts';
import type { MemberLine } from './member-line.tsx';
import { MemberList } from './member-list.tsx';

vi.mock('#features/me/queries.ts', () => ({ useMe: () => null, useIsMember: () => false }));
vi.mock('#features/friends/queries.ts', () => ({ useRelations: () => new Map() }));
vi.mock('./member-line.tsx', () => ({
  LetterMark: ({ letter }: { letter: string }) => letter,
  MemberLine: ({ line }: Parameters<typeof MemberLine>[0]) => (
    <div style={{ height: 60 }}>{line.member ? `@${line.member.name}` : ''}</div>
  ),
}));

/** Thirty of each letter in pages of a hundred, so that most letters begin within a page. */
const MEMBERS = LETTERS.slice(1, -1).flatMap((letter, at) =>
  Array.from({ length: 30 }, (_, n): ListedMember => {
    const name = `${letter.toLowerCase()}_${String(n).padStart(2, '0')}`;
    const author = authorOf(name);
    return { id: name, name, author, page: Math.floor((at * 30 + n) / 100), isOfficial: false, place: null };
  }),
);
const PAGES = Array.from(
  Map.groupBy(MEMBERS, ({ page }) => page),
  ([id, members]): DirectoryPage => ({ id: id ?? 0, startsAt: members[0]?.name ?? '', size: members.length }),
);

const linesWith = (loaded: ReadonlySet<number>) =>
  directoryLines(
    PAGES,
    MEMBERS.filter(({ page: id }) => id !== null && loaded.has(id)),
    loaded,
    '',
  );

test.each([0, 1, 3])('a jump ends at the letter when its page loads %i frames later', async (frames) => {
  const load = vi.fn<(pages: readonly number[]) => void>();
  function List() {
    const [loaded, setLoaded] = useState<ReadonlySet<number>>(new Set([0]));
    useEffect(() => void load.mockImplementation((pages) => setLoaded((before) => new Set([...before, ...pages]))), []);
    return <MemberList lines={linesWith(loaded)} filter="" isWhole busy={false} onNeed={() => undefined} />;
  }
  scrollTo({ top: 0 });
  await render(<List />);
  await expect.element(page.getByText('@a_00')).toBeInViewport();
  const letters = page.getByRole('slider', { name: 'Jump to a letter' });
  await letters.fill(String(LETTERS.indexOf('M')));
  for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame);
  load([3]);
  await expect.element(page.getByText('@m_00')).toBeInViewport();
  await expect.element(letters).toHaveAttribute('aria-valuetext', 'M');
});
