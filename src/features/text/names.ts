import type { KnownNames } from './names-queries.ts';
import { withoutMarks } from './tokens.ts';

/** §5: a username has at most 30 characters. */
const LONGEST_NAME = 30;

/** The names that a mention may mean, in lower case: as written, without dots, without trailing marks. */
export function candidatesOf(text: string): string[] {
  const exact = text.slice(1).toLowerCase();
  return [...new Set([exact, withoutMarks(exact, '.'), withoutMarks(exact)])].filter(
    (name) => name !== '' && name.length <= LONGEST_NAME,
  );
}

/** The mentioned member with the part that names them; null if nobody, or not known yet. */
export function resolveMention(text: string, names: KnownNames): { username: string; text: string } | null {
  for (const name of candidatesOf(text)) {
    const username = names.get(name);
    if (username != null) return { username, text: text.slice(0, name.length + 1) };
  }
  return null;
}
