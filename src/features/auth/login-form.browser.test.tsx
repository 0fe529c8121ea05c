import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toastStore } from '#ui/toast-store.ts';
import { render } from '#ui/testing/render.tsx';
import { LoginForm } from './login-form.tsx';
import { logIn, requestCode, requestPasswordReset, type AuthFailure } from './sign-in-mutations.ts';

vi.mock('./sign-in-mutations.ts', () => ({
  logIn: vi.fn(),
  logInWithGoogle: vi.fn(async () => ({ ok: false, code: 'unknown', message: 'not_set_up' })),
  requestCode: vi.fn(async () => ({ ok: false, code: 'rate_limited', message: 'Email rate limit exceeded' })),
  requestPasswordReset: vi.fn(async () => ({ ok: false, code: 'unknown', message: 'Not today' })),
}));

const ways = { onCodeSent: vi.fn(), onLoggedIn: vi.fn(), onUnconfirmed: vi.fn() };

function Form() {
  const [email, setEmail] = useState('ann@example.test');
  return <LoginForm email={email} next="/" onEmail={setEmail} {...ways} />;
}

const shows = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();
const toasts = () => toastStore.get().map(({ text }) => text);
const refusal = (message: string, code: AuthFailure['code'] = 'unknown'): AuthFailure => ({ ok: false, code, message });

async function submit(): Promise<void> {
  await render(<Form />);
  await userEvent.fill(page.getByLabelText('Password'), 'Range-day-2026!');
  await userEvent.click(page.getByRole('button', { name: 'Log In' }));
}

beforeEach(() => {
  vi.clearAllMocks();
  toastStore.set([]);
});

test.each([
  ['Email not found in the list', 'Email', 'Email not found'],
  ['The password is not the one', 'Password', 'Incorrect password'],
])('%s: shown at the field', async (message, field, text) => {
  vi.mocked(logIn).mockResolvedValue(refusal(message));
  await submit();
  await shows(text);
  await expect.element(page.getByLabelText(field)).toHaveAttribute('aria-invalid', 'true');
  expect(toasts()).toEqual(['Login failed']);
});

test('another message is shown as it is, with the way to a new password', async () => {
  vi.mocked(logIn).mockResolvedValue(refusal('Invalid login credentials', 'invalid_credentials'));
  await submit();
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('Invalid login credentials');
  await userEvent.click(page.getByRole('button', { name: 'Forgot your password' }));
  expect(requestPasswordReset).toHaveBeenCalledWith('ann@example.test');
  await shows('Reset failed: Not today');
});

test('a server that fails is told in its own words above the form, at no field and not as being offline', async () => {
  vi.mocked(logIn).mockResolvedValue(refusal('Database error querying the email', 'server'));
  vi.mocked(requestPasswordReset).mockResolvedValueOnce(refusal('Error sending recovery email', 'server'));
  await submit();
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('Database error querying the email');
  await expect.element(page.getByText('Email not found')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Forgot your password' }));
  await shows('Reset failed: Error sending recovery email');
});

test('a mail for a new password needs an address, and is announced', async () => {
  vi.mocked(requestPasswordReset).mockResolvedValueOnce({ ok: true, data: null });
  await render(<Form />);
  const forgot = page.getByRole('button', { name: 'Forgot your password' });
  await userEvent.fill(page.getByLabelText('Email'), '');
  await userEvent.click(forgot);
  await shows('Please enter your email first.');
  expect(requestPasswordReset).not.toHaveBeenCalled();
  await userEvent.fill(page.getByLabelText('Email'), 'ann@example.test');
  await userEvent.click(forgot);
  await expect.poll(toasts).toEqual(['Password reset email sent.']);
});

test('without a message, the text of the code is shown as a general error', async () => {
  vi.mocked(logIn).mockResolvedValue(refusal('', 'invalid_credentials'));
  await submit();
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('Incorrect email or password.');
  await expect.element(page.getByText('Email not found')).not.toBeInTheDocument();
});

test('an unexpected error', async () => {
  vi.mocked(logIn).mockRejectedValue(new TypeError('x'));
  await submit();
  await expect.poll(toasts).toEqual(['Unexpected login error.']);
});

test('an address that is not confirmed leads to the page about its mail', async () => {
  vi.mocked(logIn).mockResolvedValue(refusal('Email not confirmed', 'email_not_confirmed'));
  await submit();
  await expect.poll(() => ways.onUnconfirmed.mock.calls).toEqual([['ann@example.test']]);
});

test('a code that is not sent, and Google without keys, show the reason', async () => {
  await render(<Form />);
  await userEvent.click(page.getByRole('button', { name: 'Email me a code' }));
  await shows('Too many attempts. Wait a minute and try again.');
  expect(requestCode).toHaveBeenCalledWith('ann@example.test');
  expect(ways.onCodeSent).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: 'Continue with Google' }));
  await shows('Log-in with Google is not available here.');
});
