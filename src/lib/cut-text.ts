let graphemes: Intl.Segmenter | undefined;

/** UTF-16 units of one character at most: emoji families have up to 35, accented letters a few. */
const LONGEST_CHARACTER = 64;

/** The start of a text, at most `most` UTF-16 units, cut after a whole grapheme or drawn mark (`:flag:`). */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  // Loaded when a text is long: the data of a locale take a few milliseconds.
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const from = Math.max(0, most - LONGEST_CHARACTER);
  let end = from;
  for (const { index, segment } of graphemes.segment(text.slice(from, most + LONGEST_CHARACTER))) {
    if (from + index + segment.length > most) break;
    end = from + index + segment.length;
  }
  const cut = text.slice(0, end === 0 ? most : end);
  const mark = /(?<!:[a-z]{1,6}):[a-z]{0,6}$/.exec(cut)?.index;
  return mark && /^:[a-z]+:/.test(text.slice(mark, mark + 8)) ? cut.slice(0, mark) : cut;
}
