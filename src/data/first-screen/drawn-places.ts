/* Storage keys of snapshot and drawn pages. Apart, because the first screen needs nothing else of them. */

export const snapshotKey = (account: string): string => `snapshot:${account}`;

const PLACES = [
  ['', /^\/$/],
  [':post', /^\/posts\/([\w-]+)$/],
  [':inbox', /^\/messages$/],
  [':thread', /^\/messages\/([\w-]+)$/],
] as const;
export type DrawnPlace = (typeof PLACES)[number][0];

/** Which of the stored pages has this address, and the id in it. Undefined for any other page. */
export function placeAt(path: string): { place: DrawnPlace; id: string | undefined } | undefined {
  for (const [place, address] of PLACES) {
    const found = address.exec(path);
    if (found) return { place, id: found[1] };
  }
  return undefined;
}

export const drawnPageKey = (account: string, path: string): string => `drawn:${account}${placeAt(path)?.place}`;
export const drawnPageKeys = (account: string): string[] => PLACES.map(([place]) => `drawn:${account}${place}`);

/** Messages are not in the snapshot: their page has its own rows, and only its shell is of the snapshot. */
export const isOfMessages = (path: string): boolean => path.startsWith('/messages');
