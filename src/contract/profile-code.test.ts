import { expect, test } from 'vitest';
import { codeUrl, readCode, readCodeId } from './profile-code.ts';

const ORIGIN = 'https://rangeday.example';
const id = '018f0000-0000-7000-8000-00000000000a';

test.each(['marge_b', 'Old.Kip', 'a', 'x-'.repeat(15)])('the code of %s is read back', (username) => {
  expect(readCode(codeUrl({ id, username }, ORIGIN), ORIGIN)).toEqual({ id, username });
});

test.each([
  ['no address', 'marge_b'],
  ['an empty text', ''],
  ['an address of another site', codeUrl({ id, username: 'marge_b' }, 'https://rangeday.example.com')],
  ['the same site without encryption', codeUrl({ id, username: 'marge_b' }, 'http://rangeday.example')],
  ['a script', `javascript:alert(1)//rangeday.example/user/marge_b?add=${id}`],
  ['another page', `${ORIGIN}/posts/${id}?add=${id}`],
  ['a page below a profile', `${ORIGIN}/user/marge_b/x?add=${id}`],
  ['a profile without an id', `${ORIGIN}/user/marge_b`],
  ['an id that is none', `${ORIGIN}/user/marge_b?add=1`],
  ['an id in capitals', `${ORIGIN}/user/marge_b?add=${id.toUpperCase()}`],
  ['a name that nobody can have', `${ORIGIN}/user/%F0%9F%98%80?add=${id}`],
  ['a name that is too long', `${ORIGIN}/user/${'a'.repeat(31)}?add=${id}`],
  ['a text that is too long', `${ORIGIN}/user/marge_b?add=${id}&x=${'a'.repeat(512)}`],
])('%s is no code', (_what, text) => {
  expect(readCode(text, ORIGIN)).toBeNull();
});

test('the id of an address', () => {
  expect(readCodeId(id)).toBe(id);
  for (const other of [undefined, 1, '', `${id}x`, [id]]) expect(readCodeId(other)).toBeUndefined();
});
