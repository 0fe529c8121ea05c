type Part =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string; shown: string }
  | { kind: 'mention'; text: string }
  | { kind: 'drawn'; text: string }
  | { kind: 'hashtag'; text: string; tag: string };

/** `at`: where in the input it begins. `shown`: the address with its real host. A mention may end with the dots of its sentence. */
export type TextToken = Part & { at: number };

/* One pass: an address swallows the @, # and : inside it. A letter before www, @ or # means it is part of a word (a mail address). */
const PATTERN =
  /(?<![\p{L}\p{N}_])(?:https?:\/\/|www\.)[^\s<>"']+|(?<![\p{L}\p{N}_@/])@[A-Za-z0-9._-]+|(?<![\p{L}\p{N}_#/&])#[\w-]+|:(?:brass|clay|ears|flag|fog|steel|target|wind):/giu;

/** Punctuation that ends the sentence, not the address. */
const TRAILING = '.,;:!?…';

/**
 * Splits text into plain runs, http(s) addresses, @mentions and #hashtags. Joining all `text` gives the input again. The time is
 * linear in the input: a regular expression that ends in `+$` starts again at every character.
 */
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
    const token = toToken(match[0]);
    if (token) tokens.push({ ...token, at: match.index });
    const taken = token?.text.length ?? 0;
    plain(match[0].slice(taken), match.index + taken);
    end = match.index + match[0].length;
  }
  plain(input.slice(end), end);
  return tokens;
}

function toToken(raw: string): Part | null {
  if (raw.startsWith('#')) return { kind: 'hashtag', text: raw, tag: raw.slice(1).toLowerCase() };
  // In lower case, as the picker writes it.
  if (raw.startsWith(':')) return raw === raw.toLowerCase() ? { kind: 'drawn', text: raw } : null;
  if (raw.startsWith('@')) return withoutDots(raw).length > 1 ? { kind: 'mention', text: raw } : null;
  return toLink(trimAddress(raw));
}

export const withoutDots = (text: string): string => trimEnd(text, (mark) => mark === '.');

/** @param isOver asked for each character from the end, until it returns false */
function trimEnd(text: string, isOver: (mark: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isOver(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function trimAddress(raw: string): string {
  // "(see https://example.com/a)" ends before its bracket; "…/a_(b)" keeps it.
  let unopened = raw.split(')').length - raw.split('(').length;
  return trimEnd(raw, (mark) => TRAILING.includes(mark) || (mark === ')' && unopened-- > 0));
}

/** An address of this length is no page that anybody reads. */
const LONGEST = 2048;

/**
 * Only http and https ever become a link; a bare www gets https. An address with a user name is none: in
 * `https://accounts.google.com@evil.example` it is there to look like the host.
 */
function toLink(text: string): Part | null {
  const address = /^www\./i.test(text) ? `https://${text}` : text;
  if (address.length > LONGEST || !URL.canParse(address)) return null;
  const { protocol, host, hostname, username, password, href } = new URL(address);
  if (!/^https?:$/.test(protocol) || !hostname.includes('.') || username || password) return null;
  // As typed only if that tells the real host; otherwise as the browser reads it, with the host in punycode.
  const isPlain = address.split(/[/?#]/)[2]?.toLowerCase() === host && !HIDDEN.test(text);
  return { kind: 'link', text, href, shown: isPlain ? text : href };
}

/** Reverses, joins or hides what is around it. */
const HIDDEN = /[\p{C}\p{DI}]/u;
