import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toastStore } from '#ui/toast-store.ts';
import { render } from '#ui/testing/render.tsx';
import { signUp } from './sign-in-mutations.ts';
import { SignupForm } from './signup-form.tsx';

vi.mock('./sign-in-mutations.ts', () => ({ signUp: vi.fn(async () => ({ ok: true })), logInWithGoogle: vi.fn() }));

const RULE = 'Password must be at least 8 characters, include a number, a letter, and a special character.';
const onSignedUp = vi.fn();
const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const submit = () => userEvent.click(page.getByRole('button', { name: 'Sign Up' }));

async function fill(password = 'Range-day-2026!'): Promise<void> {
  await render(<SignupForm onSignedUp={onSignedUp} />);
  await userEvent.fill(page.getByLabelText('Email'), ' ann@example.test ');
  await userEvent.fill(page.getByLabelText('Password'), password);
}
async function agree(): Promise<void> {
  await userEvent.click(page.getByRole('checkbox', { name: /^I agree to the/ }));
  await userEvent.click(page.getByRole('checkbox', { name: 'I am 18 or older' }));
}

beforeEach(() => {
  vi.clearAllMocks();
  toastStore.set([]);
});

test.each(['Short1!', 'no-number-here', '1234567890!', 'Password1'])('the password %s is refused', async (password) => {
  await fill(password);
  await agree();
  await submit();
  await shows(RULE);
  await expect.element(page.getByLabelText('Password')).toHaveFocus();
  expect(signUp).not.toHaveBeenCalled();
});

test('both boxes must be ticked', async () => {
  await fill();
  await submit();
  await shows('You must agree to the Terms & Conditions.');
  await shows('You must confirm you are 18 or older.');
  expect(signUp).not.toHaveBeenCalled();
});

test('the terms can be read without leaving the form', async () => {
  await fill();
  await userEvent.click(page.getByText('Read the Terms & Conditions'));
  await expect.element(page.getByText(/^You must be 18 or older\. You are responsible/)).toBeVisible();
  await expect.element(page.getByLabelText('Password')).toHaveValue('Range-day-2026!');
});

test('success is announced', async () => {
  await fill();
  await agree();
  await submit();
  await vi.waitFor(() => expect(onSignedUp).toHaveBeenCalledExactlyOnceWith('ann@example.test'));
  expect(toastStore.get().map(({ text }) => text)).toEqual(['Signup successful! Check your email.']);
});

test('the reason of the server is shown', async () => {
  vi.mocked(signUp).mockResolvedValueOnce({ ok: false, code: 'unknown', message: 'Signups not allowed' });
  await fill();
  await agree();
  await submit();
  await shows('Signup Error: Signups not allowed');
  expect(onSignedUp).not.toHaveBeenCalled();
});
