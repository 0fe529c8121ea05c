import { titlesCopy } from '#copy/titles.ts';

/** For the routes, which may not import copy. */
export const titles = titlesCopy;
