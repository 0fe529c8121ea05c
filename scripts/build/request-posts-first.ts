import type { Plugin } from 'vite';

const CODE = /\n\s*<script type="module"[^>]*><\/script>/;
const FONTS = /\n\s*<link\s+rel="preload"\s+as="font"[^>]*>/g;
const HEAD = /\n\s*<script src="\/head\.js"/;

/**
 * Puts the app's code and its fonts into a template at the front of the built page, where the browser does not request
 * them. public/first-posts.js, at the end of the page, takes them out: the posts that public/head.js requests are all
 * that a first visit shows at first, and on a slow line a response that started before theirs would delay them
 * (docs/decisions/009-first-frame.md). The service worker stores the page without the template (sw/precache.ts).
 */
export function requestPostsFirst(): Plugin {
  return {
    name: 'rangeday:request-posts-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        // Other pages that are built with the same settings, such as the primitives', have no head.js.
        if (path !== '/index.html') return html;
        const code = CODE.exec(html)?.[0];
        const fonts = html.match(FONTS) ?? [];
        if (!code || fonts.length !== 2 || !HEAD.test(html))
          throw new Error('index.html does not contain its code, its fonts or public/head.js.');
        const ranked = code.replace('type="module"', 'type="module" fetchpriority="low"');
        const later = [ranked, ...fonts].map((tag) => tag.trim()).join('');
        return html
          .replace(code, '')
          .replaceAll(FONTS, '')
          .replace(HEAD, (head) => `\n    <template id="later">${later}</template>${head}`);
      },
    },
  };
}
