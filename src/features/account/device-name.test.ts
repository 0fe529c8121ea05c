import { expect, test } from 'vitest';
import { nameDevice } from './device-name.ts';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    { kind: 'computer', system: 'Windows PC', browser: 'Edge' },
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    { kind: 'computer', system: 'Mac', browser: 'Safari' },
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
    { kind: 'phone', system: 'iPhone', browser: 'Chrome' },
  ],
  [
    'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
    { kind: 'phone', system: 'Android phone', browser: 'Firefox' },
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Safari/537.36',
    { kind: 'tablet', system: 'Android tablet', browser: 'Samsung Internet' },
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36',
    { kind: 'computer', system: 'Linux PC', browser: 'Chrome' },
  ],
  ['node', { kind: 'unknown', system: null, browser: null }],
  [null, { kind: 'unknown', system: null, browser: null }],
])('%s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toEqual(name);
});
