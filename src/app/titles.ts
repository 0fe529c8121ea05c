import { titlesCopy } from '#copy/titles.ts';

/** For the routes, which must not import copy. */
export const titles = titlesCopy;
