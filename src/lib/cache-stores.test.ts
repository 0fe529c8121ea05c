import { expect, test } from 'vitest';
import { cacheStores } from './cache-stores.ts';
import { createStore, type Store } from './store.ts';

const doNothing = () => {};

test('the stores that were asked for last, and those with listeners, stay the same', () => {
  const storeOf = cacheStores<Store<string>>(2);
  const made: string[] = [];
  const open = (key: string) =>
    storeOf(key, (count) => {
      made.push(key);
      return count(createStore(key));
    });
  const stop = open('read').subscribe(doNothing);
  const first = open('first');
  expect(open('first')).toBe(first);
  for (const key of ['second', 'third', 'fourth']) open(key);
  open('read');
  open('fourth');
  expect(made).toEqual(['read', 'first', 'second', 'third', 'fourth']);
  expect(open('first')).not.toBe(first);
  stop();
  for (const key of ['fifth', 'sixth', 'read']) open(key);
  expect(made.slice(5)).toEqual(['first', 'fifth', 'sixth', 'read']);
});
