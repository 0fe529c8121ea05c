import { dayNamesCopy } from '#copy/day-names.ts';
import { findDrawnPage, type FoundPage, INSTALLED_SHEET } from '#data/first-screen/drawn-page.ts';
import { screenAt } from '#data/first-screen/drawn-keys.ts';
import { formatDay, nameOfDay } from '#lib/day-names.ts';
import { formatFull, formatLast, formatLogTime } from '#lib/log-time.ts';
import { escapeMarkup, isSafeMarkup } from '#lib/safe-markup.ts';
import { within } from '#lib/within.ts';

/**
 * After a crash Safari may leave an IndexedDB request pending; the page must not wait for it. A slow phone that has
 * just started takes a few tenths of a second, and without the answer the app would not open where it was left.
 */
const PATIENCE_MS = 500;

/**
 * The script that shows a drawn page (sw/drawn.js), as markup, and the place of both in the document of the same build.
 */
export interface DrawnScript {
  readonly place: string;
  readonly script: string;
}

const CODE = /<script type="module"[^>]* src="([^"]*)"><\/script>/;

/**
 * Safari keeps a page that is left in memory, with its workers and their locks on the database: no later page could
 * open it ("No storage"). It does not keep those with this header, on https (docs/decisions/021-webkit.md). Nothing is
 * stored less: the worker has the file.
 */
const NOT_KEPT = ['cache-control', 'no-store'] as const;

/**
 * Puts the stored first screen into the document of the feed, a post, the inbox or a thread. The document contains it
 * in a `<template>`, which shows and loads nothing until the script behind it (sw/drawn.js) has checked that it fits
 * this window. Any other address, and any doubtful markup, gets the plain document.
 */
export async function addDrawnPage(
  shell: Promise<Response>,
  { pathname, search }: URL,
  drawn: DrawnScript,
): Promise<Response> {
  const isDrawn = search === '' && screenAt(pathname) !== undefined;
  const looking = isDrawn ? within(PATIENCE_MS, findDrawnPage(pathname), null) : null;
  const response = await shell;
  const found = await looking;
  if (!response.ok) return response;
  const headers = new Headers(response.headers);
  // Of the file as it was sent.
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) headers.delete(name);
  headers.set(...NOT_KEPT);
  return new Response(found ? withDrawnPage(await response.text(), found, drawn) : response.body, { headers });
}

function withDrawnPage(html: string, found: FoundPage, { place, script }: DrawnScript): string {
  const { account, build, look, sheets, place: kept } = found.page;
  const [tag = '', src] = CODE.exec(html) ?? [];
  const markup = bringUpToDate(found);
  const isDrawable =
    markup !== '' && src === build && isSafeMarkup(markup) && sheets.every((path) => INSTALLED_SHEET.test(path));
  if (src === undefined || !html.includes(place) || (!isDrawable && !kept)) return html;
  const attributes = Object.entries({
    ...{ account, build: src, look: isDrawable ? look : '' },
    ...(kept && { place: JSON.stringify({ key: kept.key, y: kept.y, lists: kept.lists }) }),
  }).map(([name, value]) => `data-${name}="${escapeMarkup(value)}"`);
  const links = (isDrawable ? sheets : []).map((path) => `<link rel="stylesheet" crossorigin href="${path}">`);
  return (
    html
      // drawn.js adds it after the first frame. Even a preload delays that frame, by a quarter.
      .replace(tag, '')
      // The script behind the template, which shows it, waits for these.
      .replace(
        place,
        () => `${links.join('')}<template ${attributes.join(' ')}>${isDrawable ? markup : ''}</template>${script}`,
      )
  );
}

/**
 * Short times and the days of a thread depend on the day, and the status on the last sync: written as the app would
 * write them now.
 */
function bringUpToDate({ page: { markup, look }, updatedAt }: FoundPage): string {
  const wide = !look.startsWith('narrow');
  const now = new Date();
  return markup
    .replaceAll(/(<time (?![^>]* data-long=)[^>]*?datetime="([^"]*)"[^>]*>)[^<]*/g, (_, start: string, iso: string) => {
      const date = new Date(iso);
      return start + (Number.isNaN(date.getTime()) ? '' : wide ? formatFull(date, true) : formatLogTime(date, now));
    })
    .replaceAll(/(<h2 [^>]*data-day="([^"]*)"[^>]*>)[^<]*/g, (_, start: string, iso: string) => {
      const date = new Date(iso);
      const name = nameOfDay(date, now.getTime());
      return start + (name ? dayNamesCopy[name] : formatDay(date, now.getTime()));
    })
    .replaceAll(/(<\w+ [^>]*data-status="[^>]*>[^<]*?)\{clock\}/g, (_, start: string) => {
      return start + formatLast(updatedAt, now, wide);
    });
}
