import { expect, test } from 'vitest';
import { safePath } from './safe-path.ts';

const ORIGIN = 'https://rangeday.example';

test('A59 control: accepts paths of this site', () => {
  for (const path of ['/', '/create-post', '/posts/1?commentId=2#c', '/a//b'])
    expect(safePath(path, ORIGIN)).toBe(path);
});

test('A59: rejects everything that could leave the site', () => {
  const bad = [
    null,
    7,
    '',
    'create-post',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /x',
    '/.//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/a\u0000b',
  ];
  for (const value of bad) expect(safePath(value, ORIGIN), String(value)).toBeNull();
});
