import { z } from './zod.ts';

/** Characters as Postgres counts them (an emoji is one), without surrounding white space. */
export const countCharacters = (value: string): number => Array.from(value.trim()).length;

/** A visible character: no white space, control, zero-width or filler character. private.has_text has the same list. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800\u{1d159}]/u;

/** Text that Postgres can store: no NUL, no lone surrogates, trimmed. Empty if nothing is visible. */
export function cleanText(value: string): string {
  const trimmed = value.replaceAll('\0', '').toWellFormed().trim();
  return VISIBLE.test(trimmed) ? trimmed : '';
}

export const text = (max: number) =>
  z
    .pipe(z.string(), z.transform(cleanText))
    .check(z.refine((value) => countCharacters(value) <= max, { message: 'too_long' }));
