import type { Page } from '@playwright/test';

import { SECRET } from './photos.ts';

/**
 * A WebM of about a second (less than 1.5 s on a slow machine too) as a browser records it (it does not name its
 * length), with a location in its tags.
 */
export async function takeVideo(page: Page) {
  const encoded = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [160, 90];
    const context = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const stopped = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    const started = performance.now();
    await new Promise<void>((resolve) => {
      const draw = () => {
        const elapsed = performance.now() - started;
        if (context) context.fillStyle = `hsl(${elapsed / 5} 60% 50%)`;
        context?.fillRect(0, 0, 160, 90);
        if (elapsed < 1000) requestAnimationFrame(draw);
        else resolve();
      };
      draw();
    });
    recorder.stop();
    await stopped;
    let text = '';
    for (const byte of new Uint8Array(await new Blob(parts).arrayBuffer())) text += String.fromCharCode(byte);
    return btoa(text);
  });
  const words = Buffer.from(`LOCATION +48.8566+002.3522/ ${SECRET}`);
  const tags = Buffer.concat([Buffer.from([0x12, 0x54, 0xc3, 0x67, 0x80 | words.length]), words]);
  return {
    name: 'night-league.webm',
    mimeType: 'video/webm',
    buffer: Buffer.concat([Buffer.from(encoded, 'base64'), tags]),
  };
}
