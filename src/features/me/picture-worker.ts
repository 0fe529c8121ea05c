import { type Drawing, drawPicture, ENCODING } from './draw-picture.ts';

/** Decoding and encoding 12 megapixels takes longer than a frame. Answers null if it cannot be decoded. */
addEventListener('message', (event: MessageEvent<{ file: Blob; drawing: Drawing }>) => {
  const { file, drawing } = event.data;
  void draw(file, drawing)
    .catch(() => null)
    .then((picture) => postMessage(picture));
});

async function draw(file: Blob, drawing: Drawing): Promise<Blob | null> {
  const image = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(drawing.width, drawing.height);
  const context = canvas.getContext('2d');
  if (context) drawPicture(context, image, drawing);
  image.close();
  return context && canvas.convertToBlob(ENCODING);
}
