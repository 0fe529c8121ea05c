import type { Plugin } from 'vite';

/**
 * Components that render once, or again only with the post they belong to, which is memoized: there the React
 * Compiler's caches are bytes without use. In these folders no effect depends on an object or function of a render.
 */
const RARELY_RENDERED =
  /\/src\/(?:(?:app|routes|features\/(?:ads|author|photos|polls|sync|text|votes))\/.*|features\/(?:feed\/(?:ad-slot|nothing-shown))|ui\/(?:avatar|banner|button|empty-state|flag|link-button|log-time|rank-ring|skeleton|stamp|text-link))\.tsx?$/;

/**
 * Keeps the React Compiler from files whose memoization saves nothing. Before the compiler, which respects the
 * directive.
 */
export function skipCompiler(): Plugin {
  return {
    name: 'rangeday:skip-compiler',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: RARELY_RENDERED },
      handler: (code) => ({ code: `'use no memo';\n${code}`, map: null }),
    },
  };
}
