import type { IncomingMessage } from 'node:http';

import { expect, it } from 'vitest';

import { originOf } from './http.ts';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the client at %s is counted as %s', (remoteAddress, origin) => {
  expect(originOf({ socket: { remoteAddress } } as unknown as IncomingMessage)).toBe(origin);
});
