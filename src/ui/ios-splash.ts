import { FLYING, POLE } from './flag-shape.ts';

/** Copied from tokens.css: a canvas cannot read the custom properties of an inactive theme. */
const THEMES = {
  light: { paper: '#faf7ef', ink: '#17212b', flag: '#ee5b16' },
  dark: { paper: '#2b303c', ink: '#f5eee0', flag: '#ff8a45' },
} as const;

/** Px of the flag's height on the launch screen. */
const FLAG_HEIGHT = 132;

/**
 * Adds an iPhone's launch screen, light and dark, drawn for its exact screen size. iOS reads these links when the app
 * is added to the home screen, and only those of exactly its size: as files they would be thirty, and thirty lines in
 * every page.
 */
export async function addIosSplash(): Promise<void> {
  const width = Math.min(screen.width, screen.height);
  const height = Math.max(screen.width, screen.height);
  for (const [theme, colours] of Object.entries(THEMES)) {
    const link = document.createElement('link');
    link.rel = 'apple-touch-startup-image';
    link.media = `(orientation: portrait) and (prefers-color-scheme: ${theme})`;
    link.href = await draw(width, height, colours);
    document.head.append(link);
  }
}

/** A data: URL, the only kind besides files that iOS stores. Encoding takes 100 ms, so off the main thread. */
async function draw(width: number, height: number, colours: (typeof THEMES)[keyof typeof THEMES]): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = width * devicePixelRatio;
  canvas.height = height * devicePixelRatio;
  const pen = canvas.getContext('2d');
  if (!pen) return '';
  pen.scale(devicePixelRatio, devicePixelRatio);
  pen.fillStyle = colours.paper;
  pen.fillRect(0, 0, width, height);
  const scale = FLAG_HEIGHT / 44;
  pen.translate(width / 2 - 17 * scale, height / 2 - 22 * scale);
  pen.scale(scale, scale);
  pen.fillStyle = colours.flag;
  pen.fill(new Path2D(FLYING));
  pen.strokeStyle = colours.ink;
  pen.lineWidth = 2.5;
  pen.lineCap = 'round';
  pen.stroke(new Path2D(POLE));
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (!blob) return '';
  const reader = new FileReader();
  await new Promise((resolve) => {
    reader.addEventListener('loadend', resolve);
    reader.readAsDataURL(blob);
  });
  return typeof reader.result === 'string' ? reader.result : '';
}
