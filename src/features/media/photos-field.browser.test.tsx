import '#ui/testing/house-styles.ts';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Picture } from '#contract/media.ts';
import { errorText } from '#copy/errors.ts';
import { heavyPicture } from '#data/media/testing/heavy-picture.ts';
import { withLocation } from '#data/media/testing/with-location.ts';
import { render } from '#ui/testing/render.tsx';
import { PhotoButtons } from './photo-buttons.tsx';
import { PhotosField } from './photos-field.tsx';
import { usePhotos } from './use-photos.ts';

/** `saved`: the result of saving the pictures. */
function Form({ max, saved }: { max?: number; saved?: string }) {
  const [pictures, edit] = useState<Picture[]>([]);
  const [id] = useState(() => crypto.randomUUID());
  const photos = usePhotos({
    draft: { id, place: 'post' },
    pictures,
    edit(change) {
      edit(change);
      return saved && Promise.resolve(saved);
    },
    ...(max && { max }),
  });
  return (
    <form>
      <textarea aria-label="Text" />
      <PhotosField photos={photos} />
      <PhotoButtons photos={photos} />
      <output>{pictures.map(({ name, alt }) => `${name}:${alt}`).join(' ')}</output>
    </form>
  );
}

async function photo(name: string, { located = false } = {}): Promise<File> {
  const canvas = new OffscreenCanvas(60, 40);
  canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer());
  return new File([located ? withLocation('image/jpeg', bytes) : bytes], name, { type: 'image/jpeg' });
}

const input = (label: string) =>
  document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`) ??
  expect.fail(`There is no input ${label}.`);

function choose(files: File[], label = 'Photos'): void {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  input(label).files = data.files;
  input(label).dispatchEvent(new Event('change', { bubbles: true }));
}

const names = () => page.getByRole('status');

test('photos are reduced in their order, described, moved by keys and removed', async () => {
  await render(<Form />);
  choose([await photo('a', { located: true }), await photo('b', { located: true })]);
  choose([await photo('c')], 'Take a photo');
  await expect.element(names()).toHaveTextContent('a: b: c:');
  await expect.element(page.getByText('Location removed from 2 photos')).toBeVisible();

  await userEvent.click(page.getByRole('button', { name: 'ALT: describe photo 2' }));
  await expect.element(page.getByRole('heading', { name: 'Photo 2 of 3' })).toBeVisible();
  await userEvent.fill(page.getByLabelText('Description'), 'Steel');
  await userEvent.click(page.getByRole('button', { name: 'Move back' }));
  await userEvent.click(page.getByRole('button', { name: 'Done' }));
  await expect.element(names()).toHaveTextContent('b:Steel a: c:');

  page.getByRole('button', { name: 'ALT: edit description of photo 1' }).element().focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.element(names()).toHaveTextContent('a: b:Steel c:');
  await userEvent.click(page.getByRole('button', { name: 'Remove photo 1' }));
  await expect.element(names()).toHaveTextContent('b:Steel c:');
});

test('a sixth photo, one above 5 MB and a file that is no picture are refused by name', async () => {
  await render(<Form />);
  const many = await Promise.all(['1', '2', '3', '4', '5', '6', '7'].map((name) => photo(name)));
  choose(many);
  await expect.element(page.getByText('You can only upload up to 5 images. For now!')).toBeVisible();
  await expect.element(page.getByText('2 were left out: 6, 7')).toBeVisible();
  await expect.element(names()).toHaveTextContent('1: 2: 3: 4: 5:');

  await userEvent.click(page.getByRole('button', { name: 'Remove photo 5' }));
  // Exactly 5 MB passes the limit, but it is no picture.
  choose([new File([new Uint8Array(5_242_881)], 'large')]);
  await expect.element(page.getByText('Please upload an image smaller than 5MB.')).toBeVisible();
  choose([new File([new Uint8Array(5_242_880)], 'zeros')]);
  await expect.element(page.getByText(/^This file is not a picture that can be posted/)).toBeVisible();
  await expect.element(page.getByText('1 was left out: zeros')).toBeVisible();
  // From the camera it would be reduced, but this one cannot be.
  const canvas = new OffscreenCanvas(4, 4);
  canvas.getContext('2d');
  const png = await canvas.convertToBlob();
  choose([new File([heavyPicture(new Uint8Array(await png.arrayBuffer()))], 'shot')], 'Take a photo');
  await expect.element(page.getByText('Please upload an image smaller than 5MB.')).toBeVisible();
  await expect.element(page.getByText('1 was left out: shot')).toBeVisible();
});

test('a picture can be pasted, and dropped on the form', async () => {
  await render(<Form max={1} />);
  const data = new DataTransfer();
  data.items.add(await photo('pasted'));
  page
    .getByLabelText('Text')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  await expect.element(names()).toHaveTextContent('pasted:');
  page
    .getByLabelText('Text')
    .element()
    .dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  await expect.element(page.getByText('A comment can have one image.')).toBeVisible();
});

test('cells of a spreadsheet are pasted as text, although they come with a picture of themselves', async () => {
  await render(<Form max={1} />);
  const data = new DataTransfer();
  data.items.add(await photo('cells'));
  data.setData('text/plain', 'Lane\tScore');
  data.setData('text/html', '<table><tr><td>Lane</td><td>Score</td></tr></table>');
  const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
  // False: the browser does not insert the text.
  expect(page.getByLabelText('Text').element().dispatchEvent(paste)).toBe(true);
  expect(paste.defaultPrevented).toBe(false);
});

test('F24: a full disk is noticed before a photo is taken in, and the text stays', async () => {
  await render(<Form />);
  await userEvent.fill(page.getByLabelText('Text'), 'Cold morning');
  const full = vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ usage: 9_000_000, quota: 10_000_000 });
  const read = vi.spyOn(File.prototype, 'arrayBuffer');
  choose([await photo('a')]);
  await expect.element(page.getByText(errorText('storage_full'))).toBeVisible();
  expect(read).not.toHaveBeenCalled();
  await expect.element(names()).toHaveTextContent('');
  await expect.element(page.getByLabelText('Text')).toHaveValue('Cold morning');
  full.mockRestore();
  read.mockRestore();
  choose([await photo('a')]);
  await expect.element(names()).toHaveTextContent('a:');
});

test('F24: a photo that a full disk does not store is left out by name, and the text stays', async () => {
  await render(<Form saved="full" />);
  await userEvent.fill(page.getByLabelText('Text'), 'Cold morning');
  choose([await photo('a')]);
  await expect.element(page.getByText(errorText('storage_full'))).toBeVisible();
  await expect.element(page.getByText('1 was left out: a')).toBeVisible();
  await expect.element(names()).toHaveTextContent('');
  await expect.element(page.getByLabelText('Text')).toHaveValue('Cold morning');
});
