import type { Plugin } from 'vite';

const CODE = /\n\s*<script type="module"[^>]*><\/script>/;
const HEAD = /\n\s*<script src="\/head\.js"/;

/**
 * Names the app's code before all else in the built page: the first request goes out on the connection that brought the page, which
 * is open and warm, and the code is by far the largest of what the first screen needs. It is low in rank all the same: the sheet and
 * head.js are a tenth of it, and with them something is painted (docs/decisions/009-first-frame.md).
 */
export function codeFirst(): Plugin {
  return {
    name: 'rangeday:code-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path }) {
        // Other pages that the same settings build, such as the primitives', have no head.js.
        if (path !== '/index.html') return html;
        const code = CODE.exec(html)?.[0];
        if (!code || !HEAD.test(html)) throw new Error('index.html has lost its code or public/head.js.');
        const ranked = code.replace('type="module"', 'type="module" fetchpriority="low"');
        return html.replace(code, '').replace(HEAD, (head) => ranked + head);
      },
    },
  };
}
