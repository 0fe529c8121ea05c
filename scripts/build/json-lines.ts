import type { Plugin } from 'vite';

import { replaceCalls } from './replace-calls.ts';

/**
 * Works around: PowerSync's client prefers BSON, whose lines are a tenth larger than JSON's once they are compressed
 * (a first sync at 100,000 posts: 488 and 436 kB). Can be deleted when the client has an option for it.
 */
export const preferJsonLines = (): Plugin =>
  replaceCalls({
    name: 'prefer-json-lines',
    id: /\/AbstractRemote\.js/,
    texts: { 'accept: `${bson};q=0.9,${ndJson};q=0.8`': 'accept: `${ndJson},${bson};q=0.8`' },
    ifChanged: 'The Accept header of PowerSync’s streams has changed: check scripts/build/json-lines.ts.',
  });
