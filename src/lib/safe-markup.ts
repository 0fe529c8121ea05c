/*
 * The only markup that a kept page may contain: elements that show something, plain attributes, addresses without code.
 * The page writes it (src/app/drawn-markup.tsx), and the service worker checks it again before it puts it into a
 * document.
 */

/** Elements that show text, pictures and controls. None of them loads code, sends a form or contains raw text. */
export const TAGS: readonly string[] = [
  ...['a', 'article', 'aside', 'b', 'bdi', 'br', 'button', 'div', 'em', 'fieldset', 'footer', 'g', 'h1', 'h2', 'h3'],
  ...['header', 'i', 'img', 'legend', 'li', 'main', 'nav', 'ol', 'output', 'p', 'path', 'circle', 'rect', 'line'],
  ...['polyline', 'section', 'small', 'span', 'strong', 'svg', 'time', 'ul'],
];

const PLAIN =
  'class|role|lang|dir|title|alt|width|height|rows|placeholder|type|datetime|loading|fetchpriority|decoding|popover|hidden|disabled|tabindex|target|rel|' +
  'd|viewBox|fill|stroke|stroke-width|stroke-linecap|stroke-linejoin|cx|cy|r|x|y|x1|x2|y1|y2|points|aria-[a-z]+|data-(?!src\\b)[a-z-]+';

/** Attributes that are kept: no `style`, which the policy blocks, no `on…`, no `id`. */
export const PLAIN_ATTRIBUTE = new RegExp(`^(?:${PLAIN})$`);
/** In the markup, a picture's is `data-src`: sw/drawn.js. */
export const ADDRESS_ATTRIBUTE = /^(?:href|src)$/;

const ADDRESS = String.raw`\/(?!\/)|https?:\/\/|#`;
/** Paths of this origin, web addresses, places in the page; no `javascript:` and no `data:`. */
export const SAFE_ADDRESS = new RegExp(`^(?:${ADDRESS})`);

const TEXT = `(?:[^<>&"]|&(?:amp|lt|gt|quot);)*`;
const TOKEN = new RegExp(
  String.raw`(?:[^<>&]|&(?:amp|lt|gt|quot);)+|<\/(?:${TAGS.join('|')})>|` +
    `<(?:${TAGS.join('|')})(?: (?:${PLAIN})="${TEXT}"| (?:href|data-src)="(?:${ADDRESS})${TEXT}")*>|` +
    // Empty: everything in it would be text, also an end of what surrounds it.
    `<textarea(?: (?:${PLAIN})="${TEXT}")*></textarea>`,
  'gy',
);

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as markup, for an element's content or an attribute's value. */
export const escapeMarkup = (text: string): string =>
  text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '');

export function isSafeMarkup(markup: string): boolean {
  let end = 0;
  for (const { 0: token } of markup.matchAll(TOKEN)) end += token.length;
  return end === markup.length;
}
