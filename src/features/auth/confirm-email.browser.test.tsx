import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { confirmEmail, type AuthFailure } from './sign-in-mutations.ts';

vi.mock('./sign-in-mutations.ts', () => ({
  confirmEmail: vi.fn(),
  requestPasswordReset: vi.fn(),
  resendConfirmation: vi.fn(),
}));

const onConfirmed = vi.fn();
const open = (type: string, tokenHash = 'abc') =>
  render(
    <ConfirmEmail
      tokenHash={tokenHash}
      type={type}
      next={undefined}
      present=""
      onConfirmed={onConfirmed}
      onStay={vi.fn()}
    />,
  );
const failed = (code: AuthFailure['code'], message = ''): AuthFailure => ({ ok: false, code, message });
const shows = (text: string) => expect.element(page.getByText(text)).toBeVisible();

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(confirmEmail).mockResolvedValue({ ok: true, pending: null });
});

test.each([
  ['signup', 'Confirm', '/editprofile'],
  ['recovery', 'Continue', '/reset-password'],
  ['magiclink', 'Log In', '/'],
  ['email_change', 'Confirm', '/'],
  ['invite', 'Accept', '/'],
])('%s: opening the link sends nothing, and Enter then sends the token once', async (type, button, target) => {
  await open(type);
  await expect.element(page.getByRole('button', { name: button })).toHaveFocus();
  expect(confirmEmail).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}{Enter}');
  await vi.waitFor(() => expect(onConfirmed).toHaveBeenCalledExactlyOnceWith(target));
  expect(confirmEmail).toHaveBeenCalledExactlyOnceWith({ token_hash: 'abc', type });
});

test.each([
  ['offline', '', 'You are offline. The link is still valid: try again when you are online.'],
  ['server', 'The database is restarting', 'The database is restarting'],
] as const)('%s: the same button tries again and keeps the focus', async (code, message, text) => {
  vi.mocked(confirmEmail).mockResolvedValueOnce(failed(code, message));
  await open('recovery');
  await userEvent.keyboard('{Enter}');
  await shows(text);
  await expect.element(page.getByRole('button', { name: 'Try again' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(onConfirmed).toHaveBeenCalledExactlyOnceWith('/reset-password'));
});

test.each([
  [
    'signup',
    failed('link_expired'),
    'It may have expired or already been used. Log in if you have already confirmed, or request a new link.',
  ],
  ['recovery', failed('link_expired'), 'It may have expired or already been used. Request a new link.'],
  ['magiclink', failed('unknown', 'User is banned'), 'User is banned'],
] as const)('%s, refused: says why, and offers a new link', async (type, failure, text) => {
  vi.mocked(confirmEmail).mockResolvedValueOnce(failure);
  await open(type);
  await userEvent.keyboard('{Enter}');
  await shows(text);
  await expect.element(page.getByRole('heading', { name: 'This link does not work' })).toHaveFocus();
  await userEvent.fill(page.getByLabelText('Email'), 'ann@example.test');
  await expect.element(page.getByRole('button', { name: 'Send it again' })).toBeEnabled();
});

test('a link without a token does not offer to press anything', async () => {
  await open('recovery', '');
  await shows('This link does not work');
  expect(confirmEmail).not.toHaveBeenCalled();
});
