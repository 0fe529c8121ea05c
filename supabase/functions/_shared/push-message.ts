import { utf8 } from './encoding.ts';

/**
 * What a push service takes is 4,096 bytes, and encryption adds a header of 86 and a tag of 16, and one byte that ends
 * the padding (RFC 8188, 8291).
 */
export const MOST_BYTES = 4096 - 86 - 16 - 1;

/**
 * The message of a queued push: the fields that our service worker reads, and beside them a Declarative Web Push, which
 * Safari (18.4 and later) shows without the worker. `app` is the app's origin. A text that is too long is cut.
 */
export function pushMessage(payload: Record<string, unknown>, app: string): string {
  const textOf = (name: string): string => (typeof payload[name] === 'string' ? payload[name] : '');
  const [title, body] = [textOf('title'), textOf('body')];
  const most = Math.max(title.length, body.length);
  for (let length = most; length > 1; length = Math.floor(length / 2)) {
    const message = write({ ...payload, title: cut(title, length), body: cut(body, length) }, app);
    if (utf8(message).length <= MOST_BYTES) return message;
  }
  // The worker shows that there is news.
  return write({ title: 'Rangeday: something new', url: '/notifications' }, app);
}

function write(payload: Record<string, unknown>, app: string): string {
  const { title, body, url, tag, unread } = payload;
  return JSON.stringify({
    ...payload,
    web_push: 8030,
    // Here in the standard, below `notification` in Safari.
    app_badge: unread,
    notification: {
      title,
      body,
      navigate: new URL(String(url), app).href,
      lang: 'en',
      dir: 'auto',
      tag,
      icon: new URL('/icons/icon-192.png', app).href,
      app_badge: unread,
    },
  });
}

/** By code points, so that none is cut in two. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : `${[...text].slice(0, most - 1).join('')}…`;
}
