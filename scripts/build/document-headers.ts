import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Every document has `no-store`, also that of a first visit, which the service worker does not answer yet. A page that
 * is left with another header goes into the back-forward cache, where WebKit freezes its transactions of IndexedDB and
 * its workers as they are: the next page waits for them, and opens no database. No page of the worker is kept there
 * either (sw/drawn-page.ts), so this costs one page of each browser, of about 10 kB.
 *
 * @param screens paths of the router
 * @returns rules for `_headers`, which has none for all documents: its paths are those that the browser requests
 */
export function documentHeaders(screens: readonly string[]): string {
  const paths = [...new Set(screens.map(patternOf))].filter((path) => path !== '/');
  // A static host would join the values of two rules.
  const wider = (path: string) => paths.some((other) => other !== path && other.endsWith('/*') && covers(other, path));
  const rules = paths.filter((path) => !wider(path)).map((path) => `\n${path}\n  Cache-Control: no-store\n`);
  return rules.join('');
}

const patternOf = (screen: string): string => screen.replace(/\$.*/, '*').replace(/(?<=.)\/$/, '');

const covers = (pattern: string, path: string): boolean => path.startsWith(pattern.slice(0, -1));

/** Paths of all screens, as the router writes them, from the route tree, which `scripts/routes.ts` writes. */
export async function readScreens(root: string): Promise<string[]> {
  const tree = await readFile(join(root, 'src/routeTree.gen.ts'), 'utf8');
  const paths = /interface FileRoutesByFullPath \{([^}]+)\}/.exec(tree)?.[1] ?? '';
  const screens = [...paths.matchAll(/'([^']+)':/g)].map(([, path = '']) => path);
  if (screens.length === 0) throw new Error('The route tree names no screen.');
  return screens;
}
