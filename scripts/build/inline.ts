import { createHash } from 'node:crypto';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { minify } from 'vite';

/** Sources of the Content-Security-Policy that allow exactly the inlined texts. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** What the service worker writes in place of `place`, behind a drawn page. */
export interface DrawnScript {
  readonly place: string;
  readonly script: string;
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const SCRIPT = /<script src="\/((?:head|first-posts)\.js)"([^>]*)><\/script>/g;
const SHEET = /<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/g;

const PLACE = '<!--drawn-->';

/**
 * Writes the first stylesheet and the scripts of `public/` into the built page at `folder`, so that its first frame
 * needs no other request. Returns their hashes for the policy, which allows no other inline text.
 *
 * sw/drawn.js is only needed with a drawn page, so a first visit does not load it: the service worker, which gets it
 * from here, adds it. The page names its version, because the worker stores the page with its policy, and only again
 * when the page has changed.
 */
export async function inlineFirstFrame(
  root: string,
  folder: string,
): Promise<{ hashes: InlineHashes; drawn: DrawnScript }> {
  const path = join(folder, 'index.html');
  const scripts: string[] = [];
  const styles: string[] = [];
  let page = await readFile(path, 'utf8');
  const found = [...page.matchAll(SCRIPT), ...page.matchAll(SHEET)];
  if (found.length !== 3) throw new Error('index.html does not contain its stylesheet, head.js and first-posts.js.');
  for (const [tag, name = '', attributes = ''] of found) {
    const source = await readFile(join(folder, name), 'utf8');
    const isSheet = name.endsWith('.css');
    const text = isSheet ? source.trim() : await minified(name, source);
    if (/<\/(?:style|script)/i.test(text)) throw new Error(`${name} would end its own element.`);
    (isSheet ? styles : scripts).push(hashOf(text));
    // An inline script runs where it stands.
    const data = attributes.replaceAll(/ (?:async|blocking="render")(?=[ >]|$)/g, '');
    page = page.replace(tag, () => (isSheet ? `<style>${text}</style>` : `<script${data}>${text}</script>`));
    await rm(join(folder, name));
    if (isSheet) await forgetSheet(folder, name, page);
  }
  const script = await minified('drawn.js', await readFile(join(root, 'sw/drawn.js'), 'utf8'));
  const hash = hashOf(script);
  const drawn = { place: PLACE.replace('drawn', `drawn ${hash.slice(8, 16)}`), script: `<script>${script}</script>` };
  if (!page.includes(PLACE)) throw new Error(`index.html does not contain ${PLACE}.`);
  await writeFile(path, page.replace(PLACE, drawn.place));
  return { hashes: { scripts: [...scripts, hash], styles }, drawn };
}

async function minified(name: string, source: string): Promise<string> {
  const { code, errors } = await minify(name, source, {});
  if (errors.length > 0) throw new Error(`${name} cannot be read: ${errors[0]?.message}`);
  return code.trim();
}

const CODE = /<script type="module"[^>]*src="\/(assets\/[^"]+\.js)"/;

/**
 * Parts of the app list the first sheet among the files to load before them. They get the page's script instead, which
 * is loaded.
 */
async function forgetSheet(folder: string, sheet: string, page: string): Promise<void> {
  const code = CODE.exec(page)?.[1];
  if (!code) throw new Error('index.html does not contain its code.');
  for await (const name of glob('assets/*.js', { cwd: folder })) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    if (text.includes(sheet)) await writeFile(path, text.replaceAll(sheet, code));
  }
}
