/* An update costs what has changed: a release has a patch (`zstd --patch-from`) of each file from the one it
   replaces (scripts/build/patches.ts), which sw/patched-file.ts applies to the stored file. */

/** Files with fewer bytes before compression have no patches: a patch that is missing costs a request. */
export const PATCHED_FROM = 4_096;

/** The address of the patch between two files, by the beginnings of their SHA-256 in base64url. */
export const patchPath = (from: string, to: string): string => `/assets/patches/${from}.${to}.patch`;

/** What stays of a file's path from release to release: `/assets/index-abcdefgh.js` becomes `/assets/index.js`. */
export const lastingName = (path: string): string => path.replace(/-[\w-]{8}(?=\.\w+$)/, '');

/** Code and fonts, which only a first visit requests after its posts: scripts/build/request-posts-first.ts. */
const LATER = /<template id="later">(.*?)<\/template>/s;

/** The page as the service worker stores it: the browser requests code and fonts at once, from the worker. */
export const installedPage = (html: string): string => html.replace(LATER, '$1');
