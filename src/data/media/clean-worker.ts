import { cleanPicture } from './clean.ts';

/** A worker of its own, so that decoding 12 megapixels never blocks the page. Answers each message with the same id. */
addEventListener('message', (event: MessageEvent<{ id: number; bytes: ArrayBuffer }>) => {
  const { id, bytes } = event.data;
  void cleanPicture(bytes)
    .catch(() => ({ ok: false, code: 'unreadable' }) as const)
    .then((result) => {
      // In a page, whose types this file is compiled with, the second argument would be an origin.
      postMessage({ id, result }, { transfer: result.ok ? [result.picture.bytes] : [] });
    });
});
