import { meOf } from '#contract/testing/me-of.ts';
import '#ui/testing/house-styles.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { wearGloves } from '#ui/testing/wear-gloves.ts';
import { CropDialog } from './crop-dialog.tsx';
import { saveProfilePicture } from './mutations.ts';
import { cropPicture, openPicture, turnPicture } from './picture-file.ts';
import { useMe } from './queries.ts';

vi.mock('./mutations.ts', () => ({ saveProfilePicture: vi.fn(async () => ({ state: 'sent' })) }));
vi.mock('./queries.ts', () => ({ useMe: vi.fn(() => null) }));
vi.mock('./picture-file.ts', { spy: true });

const onSaved = vi.fn();
const UNREADABLE = 'This file is not a picture that this browser can open.';

async function open(): Promise<void> {
  const canvas = document.createElement('canvas');
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('No picture.');
  await render(<CropDialog kind="avatar" image={await openPicture(blob)} onClose={() => {}} onSaved={onSaved} />);
}
const use = () => userEvent.click(page.getByRole('button', { name: 'Use picture' }));

beforeEach(() => vi.clearAllMocks());

test.each([
  ['the part cannot be encoded', () => vi.mocked(cropPicture).mockRejectedValueOnce(new Error('no memory'))],
  ['saving throws', () => vi.mocked(saveProfilePicture).mockRejectedValueOnce(new Error('no chunk'))],
])('%s: this is reported, and the picture can be used again', async (_name, breakIt) => {
  breakIt();
  await open();
  await use();
  await expect.element(page.getByText(UNREADABLE)).toBeVisible();
  expect(onSaved).not.toHaveBeenCalled();
  await use();
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith('sent'));
});

test('a picture that cannot be turned stays as it is', async () => {
  vi.mocked(turnPicture).mockRejectedValueOnce(new Error('no memory'));
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Turn right' }));
  await expect.element(page.getByText(UNREADABLE)).toBeVisible();
  await use();
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
});

test.each([
  [0, 1],
  [1, 1],
  [4, 4],
])('the frame of a member of rank %i has %i rings', async (rank, rings) => {
  vi.mocked(useMe).mockReturnValue(meOf('sam', { rank }));
  await open();
  await expect.element(page.getByRole('button', { name: /^Picture\./ })).toBeVisible();
  expect(document.querySelectorAll('[data-dotted]')).toHaveLength(rings);
  expect(document.querySelectorAll('[data-dotted="true"]')).toHaveLength(rank === 0 ? 1 : 0);
});

test('for gloves, buttons zoom the picture and move it under its frame', async () => {
  await wearGloves();
  await open();
  const { style } = document.querySelector<HTMLImageElement>('[data-frame] img')!;
  const press = (name: string) => userEvent.click(page.getByRole('button', { name }));
  const width = Number.parseFloat(style.width);
  await press('Zoom in');
  await expect.poll(() => Number.parseFloat(style.width)).toBeGreaterThan(width);
  const left = Number.parseFloat(style.left);
  await press('Move right');
  await expect.poll(() => Number.parseFloat(style.left)).toBeLessThan(left);
  await press('Move left');
  await expect.poll(() => Number.parseFloat(style.left)).toBeCloseTo(left);
  await use();
  await vi.waitFor(() => expect(onSaved).toHaveBeenCalledOnce());
});
