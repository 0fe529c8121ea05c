import type { Plugin } from 'vite';

/**
 * Features with long lists, or with effects that depend on an object or function of a render: only the React Compiler
 * keeps such an effect from running at every render.
 */
const COMPILED = 'comments|csae|feed|members|mentions|messages|notifications|profile|replica|saved|search|tags';

/**
 * Forms, pages and parts that render seldom, or again only with the entry they belong to, which is memoized. There the
 * compiler's caches are a fifth of the code and save nothing. No effect here depends on an object or function of a
 * render.
 */
const RARELY_RENDERED = new RegExp(
  String.raw`/src/(?:(?:app|routes)/.*|features/(?:(?!(?:${COMPILED})/).*|feed/(?:ad-slot|nothing-shown))|` +
    String.raw`ui/(?!virtual-list|use-|photo|toaster|later).*)\.tsx?$`,
);

/**
 * Keeps the React Compiler from files whose memoization saves nothing. Before the compiler, which respects the
 * directive. Also in tests, so that they run what is built.
 */
export function skipCompiler(): Plugin {
  return {
    name: 'rangeday:skip-compiler',
    enforce: 'pre',
    transform: {
      filter: { id: RARELY_RENDERED },
      handler: (code) => ({ code: `'use no memo';${code}`, map: null }),
    },
  };
}
