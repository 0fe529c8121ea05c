import { z } from './zod.ts';

/** Characters as Postgres counts them: an emoji is one where it is two UTF-16 units. White space around is not kept. */
export const countCharacters = (value: string): number => Array.from(value.trim()).length;

/** Text as Postgres can keep it: without NUL characters and halves of surrogate pairs, and without white space around it. */
export const text = (max: number) =>
  z
    .pipe(
      z.string(),
      z.transform((value: string) => value.replaceAll('\0', '').toWellFormed().trim()),
    )
    .check(z.refine((value) => countCharacters(value) <= max, { message: 'too_long' }));
