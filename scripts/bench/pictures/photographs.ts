/* Runs in the page: each function is sent there as text, so it uses nothing outside itself but the others here. */

/** A repeatable random number from 0 to 1. */
export function randomOf(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Clouds: noise of halving scale, drawn over the whole canvas. `depth`: octaves. */
export function drawClouds(context: OffscreenCanvasRenderingContext2D, random: () => number, depth: number): void {
  const { width, height } = context.canvas;
  for (let octave = 0; octave < depth; octave += 1) {
    const cells = 4 * 2 ** octave;
    const noise = new OffscreenCanvas(cells, Math.ceil((cells * height) / width));
    const grains = new ImageData(noise.width, noise.height);
    for (let at = 0; at < grains.data.length; at += 4) {
      const grey = random() * 255;
      grains.data.set([grey, grey, grey, 255], at);
    }
    noise.getContext('2d')?.putImageData(grains, 0, 0);
    context.globalAlpha = 0.35 / (1 + octave * 0.4);
    context.globalCompositeOperation = 'soft-light';
    context.drawImage(noise, 0, 0, width, height);
  }
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'source-over';
}

/** Light from one side, and sky above it. */
export function drawGround(context: OffscreenCanvasRenderingContext2D, random: () => number, hue: number): void {
  const { width, height } = context.canvas;
  const fill = context.createLinearGradient(0, 0, width * random(), height);
  fill.addColorStop(0, `hsl(${hue} ${20 + random() * 40}% ${60 + random() * 25}%)`);
  fill.addColorStop(0.4 + random() * 0.3, `hsl(${hue + 20} ${15 + random() * 25}% ${35 + random() * 20}%)`);
  fill.addColorStop(1, `hsl(${hue - 30} ${10 + random() * 30}% ${10 + random() * 20}%)`);
  context.fillStyle = fill;
  context.fillRect(0, 0, width, height);
}

/** Leaves and grass: thousands of small curved edges. */
export function drawFoliage(context: OffscreenCanvasRenderingContext2D, random: () => number, leaves: number): void {
  const { width, height } = context.canvas;
  for (let leaf = 0; leaf < leaves; leaf += 1) {
    const depth = leaf / leaves;
    context.fillStyle = `hsl(${70 + random() * 60} ${25 + random() * 40}% ${8 + depth * 40 + random() * 14}%)`;
    context.beginPath();
    const size = (6 + random() * 26) * (0.5 + depth);
    context.ellipse(random() * width, height * (0.25 + random() * 0.8), size, size / 3, random() * 6, 0, 7);
    context.fill();
  }
}

/** Boards, plates and posts: long straight edges with grain between them. */
export function drawEdges(context: OffscreenCanvasRenderingContext2D, random: () => number, parts: number): void {
  const { width, height } = context.canvas;
  for (let part = 0; part < parts; part += 1) {
    context.save();
    context.translate(random() * width, random() * height);
    context.rotate((random() - 0.5) * 0.3 + (part % 2) * 1.57);
    const [long, broad] = [200 + random() * width * 0.6, 20 + random() * 160];
    const fill = context.createLinearGradient(0, 0, 0, broad);
    fill.addColorStop(0, `hsl(${random() * 360} ${random() * 30}% ${30 + random() * 60}%)`);
    fill.addColorStop(1, `hsl(${random() * 360} ${random() * 30}% ${10 + random() * 50}%)`);
    context.fillStyle = fill;
    context.fillRect(0, 0, long, broad);
    context.strokeStyle = 'rgb(0 0 0 / 20%)';
    for (let line = 0; line < broad; line += 3 + random() * 9) {
      context.beginPath();
      context.moveTo(0, line);
      context.bezierCurveTo(long / 3, line + random() * 8, long / 2, line - random() * 8, long, line);
      context.stroke();
    }
    context.restore();
  }
}

/** Faces of steel, paper targets, lamps: soft round shading with rings and text. */
export function drawRounds(context: OffscreenCanvasRenderingContext2D, random: () => number, rounds: number): void {
  const { width, height } = context.canvas;
  for (let round = 0; round < rounds; round += 1) {
    const [x, y, radius] = [random() * width, random() * height, 40 + random() * 320];
    const fill = context.createRadialGradient(x - radius / 3, y - radius / 3, radius / 10, x, y, radius);
    const hue = random() * 360;
    fill.addColorStop(0, `hsl(${hue} ${random() * 50}% ${70 + random() * 25}%)`);
    fill.addColorStop(1, `hsl(${hue} ${random() * 40}% ${15 + random() * 30}%)`);
    context.fillStyle = fill;
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.fill();
    context.strokeStyle = `rgb(0 0 0 / ${30 + random() * 50}%)`;
    for (let ring = radius; ring > 20; ring -= 20 + random() * 40) {
      context.beginPath();
      context.arc(x, y, ring, 0, 7);
      context.stroke();
    }
    context.fillStyle = '#111';
    context.font = `700 ${Math.round(radius / 5)}px sans-serif`;
    context.fillText(String(Math.round(random() * 1000)), x - radius / 4, y);
  }
}

/** Noise of the sensor: stronger in the dark and in colours. `strength`: of 255. */
export function addGrain(context: OffscreenCanvasRenderingContext2D, random: () => number, strength: number): void {
  const { width, height } = context.canvas;
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  for (let at = 0; at < data.length; at += 4) {
    const shared = random() + random() - 1;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = data[at + channel] ?? 0;
      data[at + channel] = value + (shared + (random() - 0.5)) * strength * (1.4 - value / 255);
    }
  }
  context.putImageData(image, 0, 0);
}

/** A photograph of 12 megapixels: its kind and the JPEG that a camera would store. The same for the same index. */
export async function takePhotograph(index: number): Promise<{ kind: string; file: Blob }> {
  const random = randomOf(index);
  const kinds = ['foliage', 'edges', 'rounds', 'haze', 'night'] as const;
  const kind = kinds[index % kinds.length] ?? 'haze';
  const isUpright = index % 3 === 0;
  const canvas = new OffscreenCanvas(isUpright ? 3024 : 4032, isUpright ? 4032 : 3024);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas.');
  drawGround(context, random, kind === 'foliage' ? 200 : random() * 360);
  drawClouds(context, random, kind === 'haze' ? 4 : 8);
  if (kind === 'foliage') drawFoliage(context, random, 6000 + random() * 14_000);
  if (kind === 'edges') drawEdges(context, random, 20 + random() * 40);
  if (kind === 'rounds') drawRounds(context, random, 6 + random() * 20);
  if (kind === 'night') {
    drawRounds(context, random, 4);
    context.fillStyle = 'rgb(0 0 10 / 70%)';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  if (kind === 'haze') drawEdges(context, random, 3);
  addGrain(context, random, kind === 'night' ? 40 : 8 + random() * 16);
  return { kind, file: await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 }) };
}
