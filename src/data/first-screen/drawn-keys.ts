/* Storage keys of snapshot and drawn pages. Apart, because the first screen needs nothing else of them. */

export const snapshotKey = (account: string): string => `snapshot:${account}`;

const SCREENS = [
  ['', /^\/$/],
  [':post', /^\/posts\/([\w-]+)$/],
  [':inbox', /^\/messages$/],
  [':thread', /^\/messages\/([\w-]+)$/],
] as const;
export type DrawnScreen = (typeof SCREENS)[number][0];

/** Which of the stored pages has this address, and the id in it. Undefined for any other page. */
export function screenAt(path: string): { screen: DrawnScreen; id: string | undefined } | undefined {
  for (const [screen, address] of SCREENS) {
    const found = address.exec(path);
    if (found) return { screen, id: found[1] };
  }
  return undefined;
}

export const drawnPageKey = (account: string, path: string): string => `drawn:${account}${screenAt(path)?.screen}`;
export const drawnPageKeys = (account: string): string[] => SCREENS.map(([screen]) => `drawn:${account}${screen}`);

/** Messages are not in the snapshot: their page has its own rows, and only its shell is of the snapshot. */
export const isOfMessages = (path: string): boolean => path.startsWith('/messages');
