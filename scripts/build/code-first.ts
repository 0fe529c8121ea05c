import type { Plugin } from 'vite';

const CODE = /\n\s*<script type="module"[^>]*><\/script>/;
const HEAD = /\n\s*<script src="\/head\.js"/;

/**
 * Names the app's code before all else in the built page: the first request goes out on the connection that brought the page, which
 * is open and warm, and the code is by far the largest of what the first paint needs.
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
        return html.replace(code, '').replace(HEAD, (head) => code + head);
      },
    },
  };
}
