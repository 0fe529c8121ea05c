import { readAuthor, type Author } from '../author.ts';

/** An author with this name, and nothing else. A new public field needs no change in tests that use this. */
export const authorOf = (username: string): Author => readAuthor({ username }, '', { kind: 'guest' });
