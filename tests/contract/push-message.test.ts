import { expect, test } from 'vitest';
import { readDeclarative } from '../../local/providers/declarative-push.ts';
import { MOST_BYTES, pushMessage } from '../../supabase/functions/_shared/push-message.ts';

const APP = 'https://rangeday.example';
const payload = {
  kind: 'message',
  id: '018f0000-0000-7000-8000-000000000001',
  from: '018f0000-0000-7000-8000-000000000002',
  to: '018f0000-0000-7000-8000-000000000003',
  title: 'New message',
  body: 'New message from @marge_b',
  url: '/messages/018f0000-0000-7000-8000-000000000002',
  tag: 'message:018f0000-0000-7000-8000-000000000002',
  unread: 3,
};
const bytes = (text: string) => new TextEncoder().encode(text).length;

test('a push is a declarative one and has the fields of the service worker', () => {
  const message = pushMessage(payload, APP);
  expect(JSON.parse(message)).toMatchObject(payload);
  expect(readDeclarative(message, APP)).toEqual({
    title: payload.title,
    body: payload.body,
    navigate: APP + payload.url,
    lang: 'en',
    dir: 'auto',
    tag: payload.tag,
    icon: `${APP}/icons/icon-192.png`,
    appBadge: 3,
    mutable: false,
  });
});

test.each(['a', 'é', '😀', '"', '\n', '\u0001'])('texts of %j are cut to what a push service takes', (character) => {
  for (const length of [100, 1000, 3000, 100_000]) {
    const long = { ...payload, body: character.repeat(length) };
    const message = pushMessage(long, APP);
    expect(bytes(message)).toBeLessThanOrEqual(MOST_BYTES);
    const shown = readDeclarative(message, APP);
    expect(shown?.title).toBe(payload.title);
    expect(shown?.navigate).toBe(APP + payload.url);
    expect(shown?.body.length).toBeGreaterThan(90);
    expect(shown?.body.isWellFormed()).toBe(true);
  }
});

test('what does not fit without its texts says that there is news', () => {
  const message = pushMessage({ ...payload, tag: 'x'.repeat(5000) }, APP);
  expect(readDeclarative(message, APP)).toMatchObject({
    title: 'Rangeday: something new',
    navigate: `${APP}/notifications`,
  });
});
