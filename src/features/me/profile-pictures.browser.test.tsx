import '#ui/testing/house-styles.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { saveProfilePicture } from './mutations.ts';
import { ProfilePictures } from './profile-pictures.tsx';

vi.mock('./mutations.ts', () => ({ saveProfilePicture: vi.fn() }));
vi.mock('./queries.ts', () => ({ useMe: () => null }));
vi.mock('./profile-queries.ts', () => ({ useOwnPictures: () => ({ avatar: null, banner: null }) }));

test.each([
  ['sent', 'Change banner', 'Banner updated.'],
  ['sent', 'Change picture', 'Profile picture updated.'],
  ['queued', 'Change banner', 'The picture is kept on this device and will send automatically.'],
] as const)('a picture that is %s by "%s" is announced with "%s"', async (state, label, text) => {
  vi.mocked(saveProfilePicture).mockResolvedValueOnce({ state });
  await render(<ProfilePictures />);
  const canvas = document.createElement('canvas');
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  if (!blob) throw new Error('No picture.');
  const input = document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);
  if (!input) throw new Error('No input.');
  await userEvent.upload(input, new File([blob], 'range.png', { type: 'image/png' }));
  await userEvent.click(page.getByRole('button', { name: 'Use picture' }));
  await vi.waitFor(() => expect(toastStore.get().at(-1)).toMatchObject({ text }));
});

test('half a photo is refused with the reason, and not cropped with a grey half', async () => {
  await render(<ProfilePictures />);
  const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 300 });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg'));
  const input = document.querySelector<HTMLInputElement>('input[aria-label="Change picture"]');
  if (!blob || !input) throw new Error('No picture.');
  await userEvent.upload(input, new File([blob.slice(0, blob.size / 2)], 'half.jpg', { type: 'image/jpeg' }));
  await vi.waitFor(() =>
    expect(toastStore.get().at(-1)).toMatchObject({
      text: 'This file is damaged or not complete. Choose another copy of it.',
    }),
  );
  expect(page.getByRole('dialog').query()).toBeNull();
});
