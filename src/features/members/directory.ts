import type { DirectoryPage, ListedMember } from '#contract/directory-rows.ts';

/** A capital, '#' for digits and marks, '!' for official accounts. In the list's order. */
export type Letter = string;
export const LETTERS: readonly Letter[] = ['#', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '!'];

/** A line of the list: a member, or a place on a page that has not loaded. */
export type Line =
  | { key: string; letter: Letter; opens: boolean; member: ListedMember; page: number | null }
  | { key: string; letter: Letter; opens: boolean; member: null; page: number };

const inOrder = (one: ListedMember, other: ListedMember): number =>
  Number(one.isOfficial) - Number(other.isOfficial) || (one.name < other.name ? -1 : Number(one.name > other.name));

/** @param name in lower case; null: the official accounts */
export function letterOf(name: string | null): Letter {
  if (name === null) return '!';
  const first = name.charAt(0).toUpperCase();
  return first >= 'A' && first <= 'Z' ? first : '#';
}

/** What a member typed as part of a name, in lower case. */
export const toFilter = (typed: string): string => typed.trim().replace(/^@/, '').toLowerCase();

/** An unchanged line stays the same object, which is not rendered again. */
const linesOf = new WeakMap<ListedMember, { first?: Line; later?: Line }>();

function toLine(member: ListedMember, opens = false): Line {
  const known = linesOf.get(member) ?? {};
  linesOf.set(member, known);
  const letter = letterOf(member.isOfficial ? null : member.name);
  return (known[opens ? 'first' : 'later'] ??= { key: member.id, letter, opens, member, page: member.page });
}

/** Marks the first line of each letter. */
function withOpenings(lines: Line[]): Line[] {
  let before = '';
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index];
    if (line?.member && line.letter !== before) lines[index] = toLine(line.member, true);
    // A letter may begin anywhere in a page that has not loaded.
    before = line?.member ? line.letter : '';
  }
  return lines;
}

/** Members on this device whose names contain `filter`. */
export const localLines = (members: readonly ListedMember[], filter: string): Line[] =>
  withOpenings(
    members
      .filter(({ name }) => name.includes(filter))
      .toSorted(inOrder)
      .map((member) => toLine(member)),
  );

/** A page of the list, with the start of the next one. */
interface Range {
  page: DirectoryPage;
  next: string | null;
}

/** Pages in the order of the list. */
function inOrderOfList(pages: readonly DirectoryPage[]): Range[] {
  const rank = ({ startsAt }: DirectoryPage) => (startsAt === null ? 1 : 0);
  const sorted = pages.toSorted(
    (one, other) => rank(one) - rank(other) || ((one.startsAt ?? '') < (other.startsAt ?? '') ? -1 : 1),
  );
  return sorted.map((page, index) => ({ page, next: sorted[index + 1]?.startsAt ?? null }));
}

const isInRange = ({ page: { startsAt }, next }: Range, filter: string): boolean =>
  startsAt === null || ((startsAt.startsWith(filter) || startsAt <= filter) && (next === null || next > filter));

/** The members on this device by page. One known by the author card alone goes to the page of its name. */
function byPageOf(ranges: readonly Range[], members: readonly ListedMember[]): Map<number, ListedMember[]> {
  const starts = ranges.filter(({ page }) => page.startsAt !== null);
  const official = ranges.find(({ page }) => page.startsAt === null)?.page.id;
  const pageOf = ({ name, page, isOfficial }: ListedMember): number | undefined => {
    if (page !== null) return page;
    if (isOfficial) return official;
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle]?.page.startsAt ?? '') <= name) low = middle + 1;
      else high = middle;
    }
    return starts[low - 1]?.page.id;
  };
  return Map.groupBy(members, (member) => pageOf(member) ?? -1);
}

/**
 * The whole list: members of loaded pages; of all other pages the members that are here, which thus stay on screen, and
 * places for the others. With a filter: all names that begin with it, wherever they are, then names on this device that
 * contain it.
 * @param loaded ids of pages that have synced
 */
export function directoryLines(
  pages: readonly DirectoryPage[],
  members: readonly ListedMember[],
  loaded: ReadonlySet<number>,
  filter: string,
): Line[] {
  const ranges = inOrderOfList(pages);
  const byPage = byPageOf(ranges, members);
  const parts: (readonly Line[])[] = [];
  for (const { page, next } of ranges.filter((range) => isInRange(range, filter))) {
    const known = byPage.get(page.id) ?? [];
    const own = known.filter((member) => member.page === page.id);
    // An earlier visit may have left all of its members on this device.
    const isLoaded = loaded.has(page.id) || own.length >= page.size;
    const local = isLoaded ? own : known;
    const matching = local.filter(({ name }) => name.startsWith(filter));
    parts.push(matching.toSorted(inOrder).map((member) => toLine(member)));
    if (isLoaded) continue;
    const isWithin = filter === '' || (page.startsAt?.startsWith(filter) && next?.startsWith(filter));
    // How many names of a page at the edge begin with the filter is not known.
    parts.push(isWithin ? placeholdersOn(page).slice(local.length) : placeholdersOn(page).slice(0, 1));
  }
  const inside = filter
    ? members.filter(({ name }) => name.includes(filter) && !name.startsWith(filter)).toSorted(inOrder)
    : [];
  return [...withOpenings(parts.flat()), ...inside.map((member) => toLine(member))];
}

const places = new WeakMap<DirectoryPage, readonly Line[]>();

/** Placeholders for a page's members. Made once: most lines of 100,000 are such, rendered again per loaded page. */
function placeholdersOn(page: DirectoryPage): readonly Line[] {
  const known = places.get(page);
  if (known) return known;
  const letter = letterOf(page.startsAt);
  const made = Array.from({ length: page.size }, (_, place): Line => ({
    key: `${page.id}:${place}`,
    letter,
    opens: false,
    member: null,
    page: page.id,
  }));
  places.set(page, made);
  return made;
}

/** Letters that have a line, or may have one on a page that has not loaded. */
export function lettersIn(lines: readonly Line[]): Set<Letter> {
  const found = new Set<Letter>();
  let open: Letter | null = null;
  for (const { member, letter } of lines) {
    if (open !== null && letter !== open) {
      const [from, to] = [LETTERS.indexOf(open), LETTERS.indexOf(letter)];
      for (const between of LETTERS.slice(from, letter === '!' ? to : to + 1)) found.add(between);
    }
    open = member ? null : letter;
    found.add(letter);
  }
  return found;
}

/** Where a name or letter begins. `page`: somewhere on this page, not loaded yet, whose first line is `index`. */
export function positionOf(
  lines: readonly Line[],
  isBefore: (line: Line) => boolean,
): { index: number; page: number | null } {
  const found = lines.findIndex((line) => !isBefore(line));
  const index = found === -1 ? lines.length - 1 : found;
  const last = lines[index - 1];
  if (!last || last.member) return { index: Math.max(index, 0), page: null };
  return { index: lines.findIndex(({ member, page }) => !member && page === last.page), page: last.page };
}

/** For `positionOf`: lines above a letter. */
export const isAbove =
  (letter: Letter) =>
  (line: Line): boolean =>
    LETTERS.indexOf(line.letter) < LETTERS.indexOf(letter);

/** For `positionOf`: lines above a name. */
export const isAboveName =
  (name: string) =>
  (line: Line): boolean =>
    line.member ? !line.member.isOfficial && line.member.name < name : isAbove(letterOf(name))(line);
