import { expect, test } from 'vitest';
import { cleanVideo } from './cleaner.ts';
import { latin } from './strip/parts.ts';
import { record } from './testing/record.ts';

async function play(bytes: ArrayBuffer, type: string) {
  const video = document.createElement('video');
  video.muted = true;
  video.src = URL.createObjectURL(new Blob([bytes], { type }));
  await new Promise((resolve, reject) => {
    video.onloadeddata = resolve;
    video.onerror = () => reject(new Error(video.error?.message));
  });
  const context = new OffscreenCanvas(1, 1).getContext('2d')!;
  context.drawImage(video, 0, 0, 1, 1);
  const pixel = [...context.getImageData(0, 0, 1, 1).data];
  URL.revokeObjectURL(video.src);
  return { width: video.videoWidth, height: video.videoHeight, pixel };
}

test.each(['video/webm', 'video/mp4'])(
  '%s of this browser plays after everything that it does not need was removed',
  async (type) => {
    if (!MediaRecorder.isTypeSupported(type)) return;
    const original = await record(type);
    const size = original.length;
    const before = await play(original.slice().buffer, type);
    const result = await cleanVideo(original.buffer);
    if (!result.ok) throw new Error('It was not cleaned.');
    expect(result.bytes.byteLength).toBe(size);
    expect(await play(result.bytes, type)).toEqual(before);
    const text = latin(new Uint8Array(result.bytes), 0, 2000);
    expect(text).not.toMatch(/Chrome|Handler|libwebm/i);
  },
);
