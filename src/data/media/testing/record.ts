/** Less than a second of red, 160 × 90, as this browser records it. */
export async function record(type: string): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [160, 90];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.fillStyle = '#f00';
  context.fillRect(0, 0, 160, 90);
  const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: type });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  await new Promise<void>((resolve) => {
    const until = performance.now() + 700;
    const draw = () => {
      context.fillStyle = performance.now() % 2 < 1 ? '#f00' : '#fe0000';
      context.fillRect(0, 0, 160, 90);
      if (performance.now() < until) requestAnimationFrame(draw);
      else resolve();
    };
    draw();
  });
  recorder.stop();
  await stopped;
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
