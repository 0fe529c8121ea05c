import type { FeedPost } from '#contract/feed-post.ts';
import { readPoll } from '#contract/poll-row.ts';
import { readPostImages } from '#contract/post-images.ts';
import { readAloudCopy } from '#copy/read-aloud.ts';
import { type TextToken, tokenize, withoutMarks } from '#features/text/tokens.ts';

/** Characters of a line: some voices of Chromium stop after 15 seconds of one, and read 15 characters a second. */
const MOST = 150;

const EMOJI = String.raw`\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u{FE0F}|\u{20E3}|\u{200D}\p{Extended_Pictographic})*`;
const EMOJIS = new RegExp(EMOJI, 'gu');
/** A row of equal ones. */
const ROW = new RegExp(String.raw`(${EMOJI})(?:\s*\1)+`, 'gu');

/** Emoji in words, each of a row of equal ones once. */
const emojiInWords = (text: string): string =>
  text
    .replaceAll(ROW, '$1')
    .replaceAll(
      EMOJIS,
      (emoji) => ` ${readAloudCopy.emojis[String.fromCodePoint(emoji.codePointAt(0) ?? 0)] ?? readAloudCopy.emoji} `,
    );

/** `_`, `-` and dots of a name are not read. */
const nameInWords = (name: string): string => name.replaceAll(/[._-]+/g, ' ').trim();

function inWords(token: TextToken): string {
  switch (token.kind) {
    case 'link':
      return readAloudCopy.link(new URL(token.href).hostname.replace(/^www\./, ''));
    case 'mention':
      return nameInWords(token.text.slice(1)) + token.text.slice(withoutMarks(token.text).length);
    case 'hashtag':
      return readAloudCopy.hashtag(nameInWords(token.tag));
    case 'drawn':
      return token.text.slice(1, -1);
    case 'text':
      return emojiInWords(token.text);
  }
}

/** A member's text as it is read. */
export const spokenText = (text: string): string =>
  tokenize(text)
    .map(inWords)
    .join('')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ([.,;:!?…])/g, '$1')
    .trim();

/** Sentences of at most 150 characters; a longer one is cut between words. */
export function sentencesOf(text: string): string[] {
  const sentences = text
    .split('\n')
    .flatMap((line) =>
      'Segmenter' in Intl
        ? [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(line)].map(({ segment }) => segment)
        : line.split(/(?<=[.!?…])\s+/),
    );
  return sentences.flatMap(cut).filter((line) => /[\p{L}\p{N}]/u.test(line));
}

function cut(sentence: string): string[] {
  const parts: string[] = [];
  let rest = sentence.trim();
  while (rest.length > MOST) {
    const head = rest.slice(0, MOST);
    const comma = Math.max(...[', ', '; ', ': ', ' – '].map((mark) => head.lastIndexOf(mark)));
    const space = head.lastIndexOf(' ');
    // Not within a letter of two units, either.
    const end = comma > MOST / 2 ? comma + 1 : space > 0 ? space : [...head].slice(0, -1).join('').length;
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return [...parts, rest];
}

/** What is read of a post, line by line: author, title, text, poll, pictures. */
export function linesOf({ author, title, description, poll, images, gif_url, video_url }: FeedPost): string[] {
  const asked = poll ? readPoll(poll) : null;
  const options = asked?.options.map((option, index) =>
    // As on the card: the result is for those who have voted.
    asked.mine === null ? spokenText(option) : readAloudCopy.option(spokenText(option), asked.counts[index] ?? 0),
  );
  const alts = readPostImages(images).flatMap(({ alt }) => alt || []);
  return [
    readAloudCopy.by(nameInWords(author.username)),
    ...[title, description].flatMap((text) => sentencesOf(spokenText(text))),
    ...(asked ? sentencesOf(readAloudCopy.poll(spokenText(asked.question))) : []),
    ...(options ?? []),
    ...alts.flatMap((alt) => sentencesOf(readAloudCopy.picture(spokenText(alt)))),
    ...(gif_url ? [readAloudCopy.gif] : []),
    ...(video_url ? [readAloudCopy.video] : []),
  ];
}
