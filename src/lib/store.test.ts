import { expect, test } from 'vitest';
import { createStore, deriveStore, whenStore } from './store.ts';

test('notifies on change only, and runs while it has a listener', () => {
  const log: string[] = [];
  const store = createStore(1, { onActive: () => (log.push('start'), () => log.push('stop')) });
  const stop = store.subscribe(() => log.push(String(store.get())));
  store.set(1);
  store.set(2);
  stop();
  stop();
  store.set(3);
  expect(log).toEqual(['start', '2', 'stop']);
});

test('a derived value keeps its reference until a source changes', () => {
  const [a, b] = [createStore(1), createStore(2)];
  const sum = deriveStore([a, b], (x, y) => ({ sum: x + y }));
  const before = sum.get();
  expect(sum.get()).toBe(before);
  b.set(5);
  expect(sum.get()).toEqual({ sum: 6 });
});

test('whenStore resolves with the first value that passes', async () => {
  const store = createStore(0);
  const seven = whenStore(store, (value) => value === 7);
  store.set(7);
  expect(await seven).toBe(7);
});
