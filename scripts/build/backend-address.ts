import type { Plugin } from 'vite';

import { endpointsFor } from '#contract/endpoints.ts';

/** Writes into index.html where public/head.js asks for the first posts: that file is not compiled and reads no settings. */
export function backendAddress(): Plugin {
  let env: Record<string, string> = {};
  return {
    name: 'rangeday:backend-address',
    configResolved(config) {
      env = config.env as Record<string, string>;
    },
    transformIndexHtml: {
      // Before Vite looks for its own %NAMES%.
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
