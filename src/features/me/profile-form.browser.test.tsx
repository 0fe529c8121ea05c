import '#ui/testing/house-styles.ts';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { checkUsername, suggestUsernames } from '#data/remote/usernames.ts';
import { showKeyboard } from '#ui/testing/keyboard.ts';
import { setScreen } from '#ui/testing/safe-area.ts';
import { toastStore } from '#ui/toast-store.ts';
import { render } from '#ui/testing/render.tsx';
import { saveProfile, type SaveOutcome } from './mutations.ts';
import { ProfileForm } from './profile-form.tsx';
import type { ProfileValues } from './profile-queries.ts';

vi.mock('./mutations.ts', () => ({ saveProfile: vi.fn(async () => ({ state: 'sent' })), updateProfile: vi.fn() }));
vi.mock('#data/remote/usernames.ts', () => ({
  checkUsername: vi.fn(async () => 'available'),
  suggestUsernames: vi.fn(async () => ['sam22', 'sam_29']),
}));

const PROFILE: ProfileValues = { username: 'sam', city: 'Dayton', dob: '1991-06-14', email: 'sam@example.test' };
const onDone = vi.fn();

function Form({ offline = false }: { offline?: boolean }) {
  const [changes, setChanges] = useState<ProfileValues>({});
  const draft = {
    values: { ...PROFILE, ...changes },
    isChanged: Object.keys(changes).length > 0,
    rejected: null,
    saved: { result: 'saved' as const, at: 0 },
    set: (name: string, value: string) => setChanges({ ...changes, [name]: value }),
    reset: () => {
      setChanges({});
      return () => setChanges(changes);
    },
    forget: async () => {},
  };
  return <ProfileForm draft={draft} own="sam" offline={offline} onDone={onDone} />;
}

const name = page.getByLabelText('Username', { exact: true });
const save = () => userEvent.click(page.getByRole('button', { name: 'Save', exact: true }));
const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();

beforeEach(() => {
  vi.clearAllMocks();
  toastStore.set([]);
});

test.each([
  ['available', 'This name is free.'],
  ['reserved', 'Username is reserved'],
  ['taken', 'Username already taken'],
  ['error', /^Not checked: an error occurred\./],
  ['offline', /^Not checked: you are offline\./],
] as const)('the answer %s about a name is shown', async (answer, text) => {
  vi.mocked(checkUsername).mockResolvedValueOnce(answer);
  await render(<Form />);
  await userEvent.fill(name, 'wren');
  await expect.element(page.getByText(text)).toBeVisible();
  expect(checkUsername).toHaveBeenCalledExactlyOnceWith('wren', expect.anything());
  expect(suggestUsernames).toHaveBeenCalledTimes(answer === 'taken' ? 1 : 0);
});

test('the server is asked once for a name typed quickly, and not for one that cannot be used', async () => {
  await render(<Form />);
  await userEvent.type(name, '_weller');
  await shows('This name is free.');
  expect(vi.mocked(checkUsername).mock.calls.map(([asked]) => asked)).toEqual(['sam_weller']);
  await userEvent.fill(name, 'sam weller');
  await expect.element(page.getByText(/^Username can only contain letters/)).toBeVisible();
  await userEvent.fill(name, 'SAM');
  await expect.element(page.getByText(/^Username can only contain letters/)).not.toBeInTheDocument();
  expect(checkUsername).toHaveBeenCalledOnce();
});

test('offline no name is asked for, and it can be saved', async () => {
  await render(<Form offline />);
  await userEvent.fill(name, 'wren');
  await expect.element(page.getByText(/^Not checked: you are offline\./)).toBeVisible();
  await save();
  expect(saveProfile).toHaveBeenCalledOnce();
  expect(checkUsername).not.toHaveBeenCalled();
});

test('a suggested name can be chosen for a taken one', async () => {
  vi.mocked(checkUsername).mockResolvedValueOnce('taken');
  await render(<Form />);
  await userEvent.fill(name, 'wren');
  await shows('Username already taken');
  await save();
  await shows('Choose a free username first.');
  expect(saveProfile).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: 'Use @sam22' }));
  await shows('This name is free.');
});

test.each([
  [{ state: 'refused', reason: 'Username already taken' }, 'Failed to update profile.'],
  [{ state: 'failed', code: 'storage_full' }, 'Update failed.'],
  [{ state: 'failed', code: 'signed_out' }, 'Missing userId'],
] as const)('%j is reported beside the button, and the text is kept', async (outcome, text) => {
  vi.mocked(saveProfile).mockResolvedValueOnce(outcome);
  await render(<Form />);
  await userEvent.fill(page.getByLabelText('City', { exact: true }), 'Xenia');
  await save();
  await shows(text);
  await expect.element(page.getByLabelText('City', { exact: true })).toHaveValue('Xenia');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(toastStore.get()).toEqual([]);
});

test('success is announced, and the redirect follows 1.5 s later', async () => {
  await render(<Form />);
  const start = performance.now();
  await save();
  await vi.waitFor(() => expect(toastStore.get()).toMatchObject([{ text: 'Profile updated!', tone: 'done' }]));
  expect(onDone).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce(), { timeout: 5000 });
  expect(performance.now() - start).toBeGreaterThan(1450);
});

test('nothing can be typed while the form is saved, and the button keeps the focus', async () => {
  const { promise, resolve } = Promise.withResolvers<SaveOutcome>();
  vi.mocked(saveProfile).mockReturnValueOnce(promise);
  await render(<Form />);
  const city = page.getByLabelText('City', { exact: true });
  await userEvent.fill(city, 'Xenia');
  await userEvent.keyboard('{Enter}');
  await expect.element(city).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Saving...' })).toHaveFocus();
  resolve({ state: 'refused', reason: 'Username already taken' });
  await expect.element(city).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveFocus();
});

test('saving that throws is reported, and can be repeated', async () => {
  vi.mocked(saveProfile).mockRejectedValueOnce(new Error('no chunk'));
  await render(<Form />);
  await save();
  await shows('Update failed.');
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(toastStore.get()).toMatchObject([{ text: 'Profile updated!' }]));
});

test('unsaved changes can be discarded, and the discard undone', async () => {
  await render(<Form />);
  const city = page.getByLabelText('City', { exact: true });
  await userEvent.fill(city, 'Xenia');
  await userEvent.click(page.getByRole('button', { name: 'Discard changes' }));
  await expect.element(city).toHaveValue('Dayton');
  toastStore.get()[0]?.action?.run();
  await expect.element(city).toHaveValue('Xenia');
});

test('the bar stays above an on-screen keyboard, and the field that is typed in above the bar', async () => {
  await setScreen({ width: 390, height: 844, insets: {} });
  await render(<Form />);
  const bar = document.querySelector('[data-above-keyboard]')!;
  const field = page.getByLabelText('City', { exact: true }).element() as HTMLInputElement;
  field.focus({ preventScroll: true });
  // Behind the bar.
  scrollTo(0, 0);
  scrollTo(0, field.getBoundingClientRect().bottom - 500);
  showKeyboard(336);
  await expect.poll(() => bar.getBoundingClientRect().bottom).toBe(508);
  expect(field.getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.getBoundingClientRect().top);
});

test('an incomplete date of birth is not saved as an empty one', async () => {
  await render(<Form />);
  const dob = page.getByLabelText('Date of birth', { exact: true });
  await userEvent.click(dob, { position: { x: 24, y: 24 } });
  await userEvent.keyboard('{Delete}');
  await expect.element(dob).toHaveValue('');
  await save();
  await shows('Please complete the date or clear it.');
  await expect.element(dob).toHaveFocus();
  expect(saveProfile).not.toHaveBeenCalled();
  await userEvent.fill(dob, '');
  await save();
  expect(saveProfile).toHaveBeenCalledOnce();
});
