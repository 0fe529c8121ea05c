import { z } from './zod.ts';

/** Number of characters as Postgres counts them: an emoji is one, although it is two UTF-16 units. Surrounding white space is not counted. */
export const countCharacters = (value: string): number => Array.from(value.trim()).length;

/** Text that Postgres can store: without NUL characters, halves of surrogate pairs and surrounding white space. */
export const text = (max: number) =>
  z
    .pipe(
      z.string(),
      z.transform((value: string) => value.replaceAll('\0', '').toWellFormed().trim()),
    )
    .check(z.refine((value) => countCharacters(value) <= max, { message: 'too_long' }));
