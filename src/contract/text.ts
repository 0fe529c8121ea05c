import { z } from './zod.ts';

/**
 * Number of characters as Postgres counts them: an emoji is one, although it is two UTF-16 units. Surrounding white
 * space is not counted.
 */
export const countCharacters = (value: string): number => Array.from(value.trim()).length;

/** A visible character: no white space, control, zero-width or filler character. private.has_text has the same list. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\u{1d159}]/u;

/**
 * Text that Postgres can store: without NUL characters, halves of surrogate pairs and surrounding white space. Empty if
 * no character is visible.
 */
export function cleanText(value: string): string {
  const trimmed = value.replaceAll('\0', '').toWellFormed().trim();
  return VISIBLE.test(trimmed) ? trimmed : '';
}

export const text = (max: number) =>
  z
    .pipe(z.string(), z.transform(cleanText))
    .check(z.refine((value) => countCharacters(value) <= max, { message: 'too_long' }));
