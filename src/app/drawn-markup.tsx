import { RouterContextProvider } from '@tanstack/react-router';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import { syncCopy } from '#copy/sync.ts';
import type { Ad } from '#contract/ad-row.ts';
import { AD_AFTER, AdFrame } from '#features/feed/ad-slot.tsx';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { ON_FIRST_SCREEN } from '#features/feed/feed.tsx';
import { ADDRESS_ATTRIBUTE, escapeMarkup, PLAIN_ATTRIBUTE, SAFE_ADDRESS, TAGS } from '#lib/safe-markup.ts';
import { Flag } from '#ui/flag.tsx';
import list from '#ui/virtual-list.module.css';
import type { AppRouter } from './router.tsx';

const VOID = new Set(['img', 'br']);

/** Entries by their posts, which stay the same objects until they change. */
const drawn = new WeakMap<FeedPost, { look: string; isFirst: boolean; markup: string }>();

/**
 * An entry's markup for a window of this look (public/head.js), and its place. Rendered anew: the list may be scrolled.
 */
export function drawEntry(router: AppRouter, look: string, post: FeedPost, index: number): string {
  const isFirst = index < ON_FIRST_SCREEN;
  const known = drawn.get(post);
  if (known?.look === look && known.isFirst === isFirst) return inItem(post.id, index, known.markup);
  const markup = drawPart(router, <FeedEntry post={post} first={isFirst} />);
  drawn.set(post, { look, isFirst, markup });
  return inItem(post.id, index, markup);
}

/** The markup of the slot of this ad (null: our own) in the feed. */
export const drawAd = (router: AppRouter, ad: Ad | null): string =>
  inItem('ad', AD_AFTER, drawPart(router, <AdFrame ad={ad} />));

/** The markup of a post on its own page, as its first frame has it. */
export const drawPost = (router: AppRouter, post: FeedPost): string =>
  drawPart(router, <FeedEntry post={post} whole menu={false} end={false} />);

/** The markup of a component below the router, or of what its first `within` contains. */
export const drawPart = (router: AppRouter, part: ReactNode, within?: string): string =>
  render(<RouterContextProvider router={router}>{part}</RouterContextProvider>, within);

function inItem(key: string, index: number, entry: string): string {
  const attributes = { class: list.item ?? '', role: 'presentation', 'data-index': String(index), 'data-key': key };
  const start = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`);
  return `<div${start.join('')}>${entry}</div>`;
}

/** The markup of what the page's lists contain, by the name of the list: see `nameOfList`. */
export type Entries = Readonly<Record<string, string>>;

/**
 * The markup that the first render gives for this page with these entries: the document's shell without `data-later`
 * parts, with a start's status, only what src/lib/safe-markup.ts lists. Empty if a list has no entry.
 */
export function drawPage(root: Element, entries: Entries): string {
  const filled = [...root.querySelectorAll(LISTS)]
    .filter((list) => list.checkVisibility() && list.querySelector('article, li'))
    .map(nameOfList);
  return Object.keys(entries).every((name) => filled.includes(name)) ? drawChildren(root, entries) : '';
}

/** Where the entries are. */
const LISTS = '[role="feed"], [data-entry]';

const nameOfList = (list: Element): string => list.getAttribute('data-entry') ?? 'feed';

const NO_ENTRIES: Entries = {};

const drawChildren = (parent: Node, entries: Entries): string =>
  childrenOf(parent)
    .map((node) => draw(node, entries))
    .join('');

const isWindowed = (node: Node): node is HTMLElement =>
  node instanceof HTMLElement && node.dataset['windowed'] === 'true';

/** Of a virtual list: the items on and near the screen, in their order. */
function childrenOf(parent: Node): ChildNode[] {
  if (!isWindowed(parent)) return [...parent.childNodes];
  const index = (item: HTMLElement) => Number(item.dataset['index']);
  return ([...parent.children] as HTMLElement[])
    .filter((item) => {
      const { top, bottom } = item.getBoundingClientRect();
      return bottom > -NEAR_PX && top < innerHeight + NEAR_PX;
    })
    .toSorted((one, other) => index(one) - index(other));
}

const NEAR_PX = 80;

/** Of a virtual list: its height and the space above its items, in px. sw/drawn.js makes them. */
function spaceOf(node: Element): string {
  if (!isWindowed(node)) return '';
  const [first] = childrenOf(node) as Element[];
  const above = first ? first.getBoundingClientRect().top - node.getBoundingClientRect().top : 0;
  return ` data-above="${Math.round(above)}" data-height="${node.offsetHeight}"`;
}

function draw(node: Node, entries: Entries): string {
  if (node instanceof Text) return escapeMarkup(node.data);
  // Its text is the member's draft, which the app reads after its first render.
  if (node instanceof HTMLTextAreaElement) return `<textarea${attributesOf(node)}></textarea>`;
  // Without the code it would send itself to the server.
  if (node instanceof HTMLFormElement) return `<div${attributesOf(node)}>${drawChildren(node, entries)}</div>`;
  if (!(node instanceof Element) || !TAGS.includes(node.localName) || node.hasAttribute('data-later')) return '';
  // The feed below an opened post.
  if (node.getAttribute('data-below') === 'true') return '';
  // A mark is a picture, and a mention a link, only after the first render.
  const typed = node.getAttribute('data-typed');
  if (typed !== null) return escapeMarkup(typed);
  if (node.hasAttribute('data-mention'))
    return `<span class="${escapeMarkup(node.className)}">${drawChildren(node, NO_ENTRIES)}</span>`;
  const start = `<${node.localName}${attributesOf(node)}${spaceOf(node)}>`;
  return VOID.has(node.localName) ? start : `${start}${contentOf(node, entries)}</${node.localName}>`;
}

/** The status at a start, before the connection and the queue are known. */
function contentOf(node: Element, entries: Entries): string {
  const status = node.getAttribute('data-status');
  if (status === 'flag') return render(<Flag up={false} />, 'svg');
  // The service worker writes the time.
  if (status === 'text') return `${syncCopy.opening} · ${syncCopy.updated('{clock}')}`;
  return (node.matches(LISTS) ? entries[nameOfList(node)] : undefined) ?? drawChildren(node, entries);
}

const AT_START: Readonly<Record<string, string>> = { 'data-windowed': 'false', 'data-moved': 'false' };

/** `loading="lazy"` alone loads pictures before the first frame and delays it. sw/drawn.js reads `data-src`. */
const LATER = ' loading="lazy"';

function attributesOf(node: Element): string {
  const isPicture = node instanceof HTMLImageElement;
  const attributes = [...node.attributes]
    .filter(
      ({ name, value }) => PLAIN_ATTRIBUTE.test(name) || (ADDRESS_ATTRIBUTE.test(name) && SAFE_ADDRESS.test(value)),
    )
    .filter(({ name }) => !isPicture || (name !== 'loading' && name !== 'fetchpriority'))
    .map(({ name, value }) => {
      const isFlag = name === 'aria-label' && node.getAttribute('data-status') === 'flag';
      return ` ${name === 'src' ? 'data-src' : name}="${escapeMarkup(isFlag ? syncCopy.flagDown : (AT_START[name] ?? value))}"`;
    });
  return attributes.join('') + (isPicture ? LATER : '');
}

/** The markup of a component outside of the document, or of what its first `within` contains. */
function render(component: ReactNode, within?: string): string {
  // In a document that is never shown, pictures are not loaded.
  const container = document.implementation.createHTMLDocument().createElement('div');
  const root = createRoot(container);
  flushSync(() => root.render(component));
  const markup = drawChildren((within ? container.querySelector(within) : null) ?? container, NO_ENTRIES);
  root.unmount();
  return markup;
}
