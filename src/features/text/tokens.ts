import { isTagName, tagName } from '#contract/hashtag.ts';

type Part =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string; shown: string }
  | { kind: 'mention'; text: string }
  | { kind: 'drawn'; text: string }
  | { kind: 'hashtag'; text: string; tag: string };

/** `at`: its start in the input. `shown`: the address with its real host. Mentions may end with punctuation. */
export type TextToken = Part & { at: number };

/*
 * The server finds the same tags and mentions (private.marks_in). One pass: an address swallows the @ and # inside it.
 *
 * An address ends at white space, quotes, brackets that it has not opened, and punctuation and symbols outside of
 * ASCII, because many scripts have no space after them. Its last label is in one script, so that letters of another may
 * follow it.
 */
const { raw } = String;
const LETTER = raw`[^\s\p{P}\p{S}]`;
const HOST = raw`(?:(?:${LETTER}|[-%:@_])+\.)*(?:[\w%:@-]+|[^\0-\x7F\s\p{P}\p{S}]+(?::\d+)?)`;
const IN_PATH = raw`(?:${LETTER}|[!#$%&*+,./:;=?@\\^_~-]|['’–·・]${LETTER})`;
const PATH = raw`[/?#\\](?:${IN_PATH}|\(${IN_PATH}*\)|\[${IN_PATH}*\]|\{${IN_PATH}*\})*`;
const START = raw`(?:(?<![A-Za-z0-9])[Hh][Tt]{2}[Pp][Ss]?:\/\/|(?<![\w@./-])[Ww]{3}\.)`;

/** What makes a @ or # after it part of a word, such as a mail address. Not the marks at the end of emoji. */
const WORD = raw`(?![\uFE0F\u20E3])[\p{L}\p{M}\p{N}`;
/** Persian and Indic words have joiners. */
const TAG = raw`[\p{L}\p{M}\p{N}_\u200C\u200D]+`;
const MENTION = raw`(?<!${WORD}@/]_*)@[\w.-]+`;
const HASHTAG = raw`(?<!${WORD}_#＃&])[#＃](?![\uFE0F\u20E3\u200C\u200D])${TAG}(?:-+${TAG})*`;
/** The end of an address without its scheme: its # begins no tag. */
const BARE = raw`\.[\w/-]*\/[#＃]`;
/** The product's own marks (src/ui/icons/marks.ts). */
const DRAWN = ':(?:brass|clay|ears|flag|fog|steel|target|wind):';
const PATTERN = new RegExp(`${START}${HOST}(?:${PATH})?|${BARE}|${MENTION}|${HASHTAG}|${DRAWN}`, 'gu');

/** Splits text into runs, addresses, @mentions and #tags; joined they are the input. Linear time. */
export function tokenize(input: string): TextToken[] {
  const tokens: TextToken[] = [];
  let end = 0;
  const plain = (text: string, at: number) => {
    const last = tokens.at(-1);
    if (last?.kind === 'text') last.text += text;
    else if (text) tokens.push({ kind: 'text', text, at });
  };
  for (const match of input.matchAll(PATTERN)) {
    plain(input.slice(end, match.index), end);
    const token = toToken(match[0], input[match.index - 1]);
    if (token) tokens.push({ ...token, at: match.index });
    const taken = token?.text.length ?? 0;
    plain(match[0].slice(taken), match.index + taken);
    end = match.index + match[0].length;
  }
  plain(input.slice(end), end);
  return tokens;
}

/** @param before the character before it */
function toToken(text: string, before: string | undefined): Part | null {
  if (/^[#＃]/.test(text)) {
    const tag = tagName(text.slice(1));
    return isTagName(tag) ? { kind: 'hashtag', text, tag } : null;
  }
  if (text.startsWith(':')) return { kind: 'drawn', text };
  if (text.startsWith('@')) return withoutMarks(text, '.').length > 1 ? { kind: 'mention', text } : null;
  return toLink(trimEnd(text, (mark) => TRAILING.test(mark) || (mark === '_' && before === '_')));
}

/** @param marks all that may end a mention and be of its sentence, or some of them */
export const withoutMarks = (text: string, marks = '._-'): string => trimEnd(text, (mark) => marks.includes(mark));

/** @param isOver asked for each character from the end, until it returns false */
function trimEnd(text: string, isOver: (mark: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isOver(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Of the sentence or its markup, not of the address. */
const TRAILING = /[.,;:!?*~\p{Cf}]/u;

/** An address of this length is no page that anybody reads. */
const LONGEST = 2048;

/** Only http(s) becomes a link, www gets https. No user names: `https://accounts.google.com@evil.example` misleads. */
function toLink(text: string): Part | null {
  const address = /^www\./i.test(text) ? `https://${text}` : text;
  if (address.length > LONGEST || !URL.canParse(address)) return null;
  const { protocol, host, hostname, username, password, href } = new URL(address);
  if (!/^https?:$/.test(protocol) || !hostname.includes('.') || username || password) return null;
  // As typed only if that shows the real host; otherwise as the browser reads it, with the host in punycode.
  const isPlain = address.split(/[/?#]/)[2]?.toLowerCase() === host && !HIDDEN.test(text);
  return { kind: 'link', text, href, shown: isPlain ? text : href };
}

/** Reverses, joins or hides what is around it. */
const HIDDEN = /[\p{C}\p{DI}]/u;
