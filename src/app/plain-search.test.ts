import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './plain-search.ts';

test.each(['007', 'true', 'null', '1e5', '"quoted"', '{"a":1}', 'a & b = c', '50 %', 'Größe'])(
  'a search for %s is the same after it was in the address',
  (q) => {
    expect(parseSearch(stringifySearch({ q }))).toEqual({ q });
  },
);

test('numbers and flags are written plainly, and what is undefined is omitted', () => {
  expect(stringifySearch({ at: 2, edit: true, next: undefined })).toBe('?at=2&edit=true');
  expect(stringifySearch({ tab: undefined })).toBe('');
});
