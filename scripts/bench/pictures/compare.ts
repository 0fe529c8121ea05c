import { takePhotograph } from './photographs.ts';

/* Runs in the page: each function is sent there as text, so it uses nothing outside itself but the others. */

/** Bytes of an encoded picture and its likeness to what was encoded. */
export interface Encoded {
  bytes: number;
  /** Mean SSIM of the luma (Wang et al. 2004: Gaussian window of 11 px, σ 1.5). */
  ssim: number;
}
export interface Compared {
  kind: string;
  /** As the app writes it. */
  jpeg: Encoded;
  /** The smallest one with at least the SSIM of the JPEG. */
  webp: Encoded & { quality: number };
  /** At the quality of the JPEG. */
  same: Encoded;
}

/** The luma of each pixel, 0 to 255. */
export function lumaOf({ data }: ImageData): Float32Array {
  const luma = new Float32Array(data.length / 4);
  for (let at = 0; at < luma.length; at += 1) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at * 4, at * 4 + 3);
    luma[at] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return luma;
}

/** Weighted means of the windows that lie wholly in the picture. */
export function blurred(values: Float32Array, width: number, height: number): Float32Array {
  const window = Array.from({ length: 11 }, (_, at) => Math.exp(-((at - 5) ** 2) / (2 * 1.5 ** 2)));
  const total = window.reduce((all, weight) => all + weight, 0);
  const [wide, high] = [width - 10, height - 10];
  const rows = new Float32Array(wide * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < wide; x += 1) {
      let mean = 0;
      for (let k = 0; k < 11; k += 1) mean += (window[k] ?? 0) * (values[y * width + x + k] ?? 0);
      rows[y * wide + x] = mean / total;
    }
  const means = new Float32Array(wide * high);
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      let mean = 0;
      for (let k = 0; k < 11; k += 1) mean += (window[k] ?? 0) * (rows[(y + k) * wide + x] ?? 0);
      means[y * wide + x] = mean / total;
    }
  return means;
}

/** Mean SSIM of two pictures of the same size. */
export function ssimOf(one: Float32Array, other: Float32Array, width: number, height: number): number {
  const product = (a: Float32Array, b: Float32Array) => a.map((value, at) => value * (b[at] ?? 0));
  const meanOne = blurred(one, width, height);
  const meanOther = blurred(other, width, height);
  const squaresOne = blurred(product(one, one), width, height);
  const squaresOther = blurred(product(other, other), width, height);
  const products = blurred(product(one, other), width, height);
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  let sum = 0;
  for (let at = 0; at < meanOne.length; at += 1) {
    const [a, b] = [meanOne[at] ?? 0, meanOther[at] ?? 0];
    const varianceA = (squaresOne[at] ?? 0) - a * a;
    const varianceB = (squaresOther[at] ?? 0) - b * b;
    const covariance = (products[at] ?? 0) - a * b;
    sum += ((2 * a * b + c1) * (2 * covariance + c2)) / ((a * a + b * b + c1) * (varianceA + varianceB + c2));
  }
  return sum / meanOne.length;
}

/** Takes a photograph, scales it as the app does, and encodes it in both formats. */
export async function comparePicture(index: number, side: number, quality: number): Promise<Compared> {
  const { kind, file } = await takePhotograph(index);
  const photograph = await createImageBitmap(file);
  const scale = Math.min(1, side / Math.max(photograph.width, photograph.height));
  const canvas = new OffscreenCanvas(Math.round(photograph.width * scale), Math.round(photograph.height * scale));
  const { width, height } = canvas;
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('There is no canvas.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(photograph, 0, 0, width, height);
  const original = lumaOf(context.getImageData(0, 0, width, height));
  const reader = new OffscreenCanvas(width, height).getContext('2d', { alpha: false, willReadFrequently: true });
  if (!reader) throw new Error('There is no canvas.');
  const encode = async (type: string, part: number): Promise<Encoded> => {
    const blob = await canvas.convertToBlob({ type, quality: part });
    if (blob.type !== type) throw new Error(`This browser writes no ${type}.`);
    reader.drawImage(await createImageBitmap(blob), 0, 0);
    const ssim = ssimOf(original, lumaOf(reader.getImageData(0, 0, width, height)), width, height);
    return { bytes: blob.size, ssim };
  };
  const jpeg = await encode('image/jpeg', quality);
  const same = await encode('image/webp', quality);
  // The last percent is another encoder: without loss.
  let [low, high] = [1, 99];
  let webp: Compared['webp'] | null = null;
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const tried = await encode('image/webp', middle / 100);
    if (tried.ssim >= jpeg.ssim) {
      webp = { ...tried, quality: middle };
      high = middle - 1;
    } else low = middle + 1;
  }
  if (!webp) throw new Error(`No WebP of ${kind} is as like as the JPEG.`);
  return { kind, jpeg, webp, same };
}
