import type { Plugin } from 'vite';

import { endpointsFor } from '#contract/endpoints.ts';

/**
 * Writes the address of the first posts into index.html, for public/head.js, which is not compiled and has no settings.
 */
export function backendAddress(): Plugin {
  let env: Record<string, string> = {};
  return {
    name: 'rangeday:backend-address',
    configResolved(config) {
      env = config.env as Record<string, string>;
    },
    transformIndexHtml: {
      // Before Vite resolves its own %NAMES%.
      order: 'pre',
      handler(html) {
        // '': the page's own origin.
        const { supabaseUrl, publishableKey } = endpointsFor('', env);
        return html
          .replace('%RANGEDAY_API%', encodeURI(supabaseUrl))
          .replace('%RANGEDAY_KEY%', encodeURI(publishableKey));
      },
    },
  };
}
