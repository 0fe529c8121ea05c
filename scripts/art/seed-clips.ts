import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser } from 'playwright';

import { videoName } from '#contract/video-name.ts';
import { gifFile } from './gif.ts';

const PALETTE = [
  '#f3b562',
  '#e58f4f',
  '#6f8a4a',
  '#56703a',
  '#5d3f28',
  '#7a5a3a',
  '#fbf7ea',
  '#d8d2bf',
  '#2a2e35',
  '#e0541f',
  '#f7dca0',
  '#c9704f',
  '#8e9aa3',
  '#46593a',
  '#b9655e',
  '#fff1c4',
];
const GIF = { width: 360, height: 240, frames: 14, delay: 11 } as const;
/** Milliseconds of the video. */
const LENGTH = 3000;
const SIZE = { width: 640, height: 360 } as const;

/**
 * Draws a gif of a plate rack and records a short video of the lamps of a range. The gif is the same each time, the
 * video nearly.
 */
export async function drawSeedClips(browser: Browser, target: string): Promise<void> {
  const page = await browser.newPage();
  const frames = await page.evaluate(drawPlates, { ...GIF, palette: PALETTE });
  const pixels = frames.map((frame) => new Uint8Array(Buffer.from(frame, 'base64')));
  await writeFile(join(target, 'plates.gif'), gifFile(pixels, { ...GIF, palette: PALETTE }));
  const video = Buffer.from(await page.evaluate(recordLane, LENGTH), 'base64');
  // Its facts are in its name, as of every stored video: local/seed/year.txt has the name.
  await writeFile(
    join(target, `${videoName('lane', { ...SIZE, seconds: LENGTH / 1000, bytes: video.length, preview: '' })}.webm`),
    video,
  );
  await page.close();
}

/**
 * Runs in the page: six plates that fall and rise one after the other. Returns the nearest colour of each pixel, per
 * frame.
 */
function drawPlates(input: { width: number; height: number; frames: number; palette: string[] }): string[] {
  const { width, height } = input;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return [];
  const colours = input.palette.map((colour) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)));
  const nearest = (r: number, g: number, b: number): number => {
    let [best, distance] = [0, Infinity];
    colours.forEach(([x = 0, y = 0, z = 0], index) => {
      const d = (r - x) ** 2 + (g - y) ** 2 + (b - z) ** 2;
      if (d < distance) [best, distance] = [index, d];
    });
    return best;
  };
  return Array.from({ length: input.frames }, (_, frame) => {
    pen.fillStyle = '#f7dca0';
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = '#f3b562';
    pen.fillRect(0, 60, width, height);
    pen.fillStyle = '#6f8a4a';
    pen.beginPath();
    pen.ellipse(width / 2, 190, width * 0.8, 80, 0, 0, 7);
    pen.fill();
    pen.fillStyle = '#56703a';
    pen.fillRect(0, 188, width, 60);
    pen.fillStyle = '#5d3f28';
    pen.fillRect(30, 168, width - 60, 14);
    pen.fillRect(50, 168, 12, 60);
    pen.fillRect(width - 62, 168, 12, 60);
    for (let plate = 0; plate < 6; plate += 1) {
      const turn = Math.abs(frame - 2 - plate * 1.6);
      const upright = Math.min(1, Math.max(0.12, turn / 1.7));
      const [x, r] = [58 + plate * 49, 20];
      pen.fillStyle = '#8e9aa3';
      pen.fillRect(x - 3, 150, 6, 20);
      pen.fillStyle = upright < 0.5 ? '#d8d2bf' : '#fbf7ea';
      pen.beginPath();
      pen.ellipse(x, 152 - r * upright, r, r * upright, 0, 0, 7);
      pen.fill();
    }
    const { data } = pen.getImageData(0, 0, width, height);
    let text = '';
    for (let at = 0; at < data.length; at += 4)
      text += String.fromCharCode(nearest(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0));
    return btoa(text);
  });
}

/** Runs in the page: three lamps that sway above a dark lane. */
async function recordLane(length: number): Promise<string> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [640, 360];
  const pen = canvas.getContext('2d');
  const recorder = new MediaRecorder(canvas.captureStream(20), {
    mimeType: 'video/webm;codecs=vp8',
    videoBitsPerSecond: 180_000,
  });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  const began = performance.now();
  await new Promise<void>((resolve) => {
    const draw = (): void => {
      const time = performance.now() - began;
      if (!pen || time > length) return resolve();
      pen.fillStyle = '#16202d';
      pen.fillRect(0, 0, 640, 360);
      pen.fillStyle = '#2c3a4a';
      pen.beginPath();
      pen.moveTo(250, 150);
      pen.lineTo(390, 150);
      pen.lineTo(620, 360);
      pen.lineTo(20, 360);
      pen.fill();
      for (let lamp = 0; lamp < 3; lamp += 1) {
        const x = 160 + lamp * 160 + Math.sin(time / 600 + lamp) * 14;
        pen.fillStyle = 'rgba(255, 233, 168, 0.16)';
        pen.beginPath();
        pen.moveTo(x - 14, 46);
        pen.lineTo(x + 14, 46);
        pen.lineTo(x + 90, 330);
        pen.lineTo(x - 90, 330);
        pen.fill();
        pen.fillStyle = '#ffe9a8';
        pen.fillRect(x - 14, 36, 28, 10);
      }
      for (const x of [270, 320, 370]) {
        pen.fillStyle = '#f2ead6';
        pen.fillRect(x - 14, 120, 28, 32);
        pen.fillStyle = '#20242c';
        pen.beginPath();
        pen.arc(x, 136, 9, 0, 7);
        pen.fill();
      }
      requestAnimationFrame(draw);
    };
    draw();
  });
  recorder.stop();
  await stopped;
  let text = '';
  for (const byte of new Uint8Array(await new Blob(parts).arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}
