import { cleanVideo } from './clean-video.ts';
import { cleanPicture } from './clean.ts';

/** A worker of its own, so that decoding 12 megapixels or reading 100 MB never blocks the page. Answers each message with the same id, for a picture with its progress first. */
addEventListener('message', (event: MessageEvent<{ id: number; bytes: ArrayBuffer; isVideo: boolean }>) => {
  const { id, bytes, isVideo } = event.data;
  void (isVideo ? Promise.resolve(cleanVideo(bytes)) : cleanPicture(bytes, (progress) => postMessage({ id, progress })))
    .catch(() => ({ ok: false, code: 'unreadable' }) as const)
    .then((result) => {
      const kept = !result.ok ? [] : 'picture' in result ? [result.picture.bytes] : [result.bytes];
      // In a page, whose types this file is compiled with, the second argument would be an origin.
      postMessage({ id, result }, { transfer: kept });
    });
});
