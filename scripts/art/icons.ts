import { readFile } from 'node:fs/promises';

/** Colours of the light theme: icons on a home screen do not follow a theme. */
const PAPER = '#faf7ef';
const INK = '#17212b';
const INK_AT_DUSK = '#f5eee0';
const FLAG = '#ee5b16';

export interface Picture {
  /** Under public/. */
  readonly path: string;
  /** Edge in px; `null` writes the SVG itself. */
  readonly px: number | null;
  readonly svg: string;
}

interface Shapes {
  POLE: string;
  FLYING: string;
}

/** Reads the flag's paths from the app's source, so that logo and icons stay identical. */
export async function readShapes(path: string): Promise<Shapes> {
  const source = await readFile(path, 'utf8');
  const find = (name: string) => {
    const found = new RegExp(String.raw`export const ${name} =\s*'([^']+)'`).exec(source)?.[1];
    if (!found) throw new Error(`${path} has no ${name}.`);
    return found;
  };
  return { POLE: find('POLE'), FLYING: find('FLYING') };
}

/** The `d` of an icon in src/ui/icons. */
export async function readIcon(path: string, name: string): Promise<string> {
  const found = new RegExp(String.raw`export const ${name} = [^(]*icon\(\s*'([^']+)'`).exec(
    await readFile(path, 'utf8'),
  )?.[1];
  if (!found) throw new Error(`${path} has no ${name}.`);
  return found;
}

/** The flag in a square of 100, with `share` of its height, optically centred (the pole is lighter than the cloth). */
function flagIn({ POLE, FLYING }: Shapes, share: number, ink: string, flag: string, pole = 3.4): string {
  const scale = (share * 100) / 44;
  const x = 50 - 17.2 * scale;
  const y = 50 - 22.2 * scale;
  return `<g transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})"><path fill="${flag}" d="${FLYING}"/><path fill="none" stroke="${ink}" stroke-width="${pole}" stroke-linecap="round" d="${POLE}"/></g>`;
}

const square = (content: string, ground = PAPER) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${ground && `<rect width="100" height="100" fill="${ground}"/>`}${content}</svg>`;

const stroked = (d: string, colour: string) =>
  `<g transform="translate(26 26) scale(2)"><path fill="none" stroke="${colour}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="${d}"/></g>`;

/** All icons for the system. Maskable ones keep the flag within the middle 80 %, which no mask cuts off. */
export function pictures(
  shapes: Shapes,
  icons: Record<'compose' | 'outbox' | 'messages' | 'notifications' | 'range', string>,
): Picture[] {
  const plain = square(flagIn(shapes, 0.8, INK, FLAG));
  const maskable = square(flagIn(shapes, 0.6, INK, FLAG));
  const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><style>.p{stroke:${INK}}@media (prefers-color-scheme:dark){.p{stroke:${INK_AT_DUSK}}}</style>${flagIn(shapes, 1.04, INK, FLAG, 4.2).replace(`stroke="${INK}"`, 'class="p"')}</svg>`;
  return [
    { path: 'favicon.svg', px: null, svg: `${favicon}\n` },
    { path: 'favicon.ico', px: 32, svg: favicon },
    { path: 'icons/icon-192.png', px: 192, svg: plain },
    { path: 'icons/icon-512.png', px: 512, svg: plain },
    { path: 'icons/maskable-192.png', px: 192, svg: maskable },
    { path: 'icons/maskable-512.png', px: 512, svg: maskable },
    { path: 'icons/monochrome-512.png', px: 512, svg: square(flagIn(shapes, 0.6, '#000', '#000'), '') },
    { path: 'icons/apple-touch-icon.png', px: 180, svg: square(flagIn(shapes, 0.72, INK, FLAG)) },
    { path: 'icons/shortcut-post.png', px: 192, svg: square(stroked(icons.compose, INK), FLAG) },
    ...(['messages', 'notifications', 'range', 'outbox'] as const).map((name) => ({
      path: `icons/shortcut-${name}.png`,
      px: 192,
      svg: square(stroked(icons[name], INK)),
    })),
  ];
}

/**
 * An icon file with one PNG, at most 255 px wide. Browsers ask for /favicon.ico where a document names no icon, such as
 * a picture that is opened directly.
 */
export function icoFile(png: Buffer, px: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(px, 6);
  header.writeUInt8(px, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
