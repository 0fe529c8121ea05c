type Part =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mention'; text: string; name: string }
  | { kind: 'hashtag'; text: string; tag: string };

/** `at`: where in the input it begins. */
export type TextToken = Part & { at: number };

/* One pass: an address swallows the @ and # inside it. A letter before www, @ or # means it is part of a word (a mail address). */
const PATTERN =
  /(?<![\p{L}\p{N}_])(?:https?:\/\/|www\.)[^\s<>"']+|(?<![\p{L}\p{N}_@/])@[A-Za-z0-9._-]+|(?<![\p{L}\p{N}_#/&])#[\w-]+/giu;

/** Punctuation that ends the sentence, not the address. */
const TRAILING = /[.,;:!?…]+$/;

/** Splits text into plain runs, http(s) addresses, @mentions and #hashtags. Joining all `text` gives the input again. */
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
  if (raw.startsWith('@')) {
    const text = raw.replace(/\.+$/, '');
    return text.length > 1 ? { kind: 'mention', text, name: text.slice(1).toLowerCase() } : null;
  }
  const text = trimAddress(raw);
  const href = safeHref(text);
  return href ? { kind: 'link', text, href } : null;
}

function trimAddress(raw: string): string {
  let text = raw.replace(TRAILING, '');
  // "(see https://example.com/a)" ends before its bracket; "…/a_(b)" keeps it.
  while (text.endsWith(')') && text.split(')').length > text.split('(').length)
    text = text.slice(0, -1).replace(TRAILING, '');
  return text;
}

/** Only http and https ever become a link; a bare www gets https. */
function safeHref(text: string): string | null {
  const address = /^www\./i.test(text) ? `https://${text}` : text;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, href } = new URL(address);
  return (protocol === 'https:' || protocol === 'http:') && hostname.includes('.') ? href : null;
}
