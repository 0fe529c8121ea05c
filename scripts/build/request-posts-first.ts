import type { Plugin } from 'vite';

const CODE = /\n\s*<script type="module"[^>]*><\/script>/;
const HEAD = /\n\s*<script src="\/head\.js"/;

/**
 * Moves the app's code to the front of the built page: the first request uses the connection that delivered the page, and the code is
 * by far the largest part of the first screen. Its priority is low all the same: the page itself is enough for the first frame (docs/decisions/009-first-frame.md).
 */
export function requestCodeFirst(): Plugin {
  return {
    name: 'rangeday:request-code-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        // Other pages that are built with the same settings, such as the primitives', have no head.js.
        if (path !== '/index.html') return html;
        const code = CODE.exec(html)?.[0];
        if (!code || !HEAD.test(html)) throw new Error('index.html does not contain its code or public/head.js.');
        const ranked = code.replace('type="module"', 'type="module" fetchpriority="low"');
        return html.replace(code, '').replace(HEAD, (head) => ranked + head);
      },
    },
  };
}
