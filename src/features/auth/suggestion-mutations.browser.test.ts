import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OPENING, syncState } from '#data/device/sync-state.ts';
import { logInWithPasskey, type Arrived } from './sign-in-mutations.ts';
import { suggestPasskeys } from './suggestion-mutations.ts';

vi.mock('./sign-in-mutations.ts', () => ({ logInWithPasskey: vi.fn() }));

/** The requests of the browser, each with the way to answer it. */
let asked: { signal: AbortSignal; choose: () => void; end: (result: Arrived) => void }[];
let answers: Arrived[];
let stop: () => void;

const MINUTE = 60_000;
const last = () => asked.at(-1)!;
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE);
const email = page.getByLabelText('Email');
const expired: Arrived = { ok: false, code: 'unknown', message: 'webauthn_challenge_expired' };

let hidden = false;
function hide(isHidden: boolean): void {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  hidden = false;
  syncState.set({ ...OPENING, phase: 'online' });
  asked = [];
  answers = [];
  vi.mocked(logInWithPasskey).mockImplementation((signal, choose = () => {}) => {
    const { promise, resolve: end } = Promise.withResolvers<Arrived>();
    asked.push({ signal, choose, end });
    return promise;
  });
  document.body.innerHTML = `<label>Email <input autocomplete="username webauthn"></label>
    <label>Password <input type="password"></label>`;
  stop = suggestPasskeys((result) => answers.push(result));
});

afterEach(() => {
  stop();
  expect(asked.every(({ signal }) => signal.aborted)).toBe(true);
  document.body.innerHTML = '';
  syncState.set(OPENING);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('the challenge is renewed before it expires', async () => {
  await pass(3.9);
  expect(asked).toHaveLength(1);
  await pass(0.2);
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await pass(4);
  expect(asked).toHaveLength(3);
});

test('from the use of the field on, the prompt may be open: no renewal until something else is used', async () => {
  await userEvent.click(email);
  await pass(4.5);
  // The prompt may hide the page, as on a phone that scans a code.
  hide(true);
  await pass(1);
  hide(false);
  syncState.set({ ...OPENING, phase: 'offline' });
  syncState.set({ ...OPENING, phase: 'online' });
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([false]);
  await userEvent.click(page.getByLabelText('Password'));
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});

test('an expired challenge is renewed when the member comes back to the field', async () => {
  await userEvent.click(email);
  await pass(4.5);
  await userEvent.keyboard('a');
  expect(asked).toHaveLength(1);
  await pass(1);
  await userEvent.keyboard('b');
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  // The new one is in use.
  await pass(4.5);
  expect(asked).toHaveLength(2);
});

test('a passkey that was chosen too late fails in words, and the next choice works', async () => {
  await userEvent.click(email);
  await pass(6);
  last().choose();
  // The answer of the auth service takes a while.
  await userEvent.click(page.getByLabelText('Password'));
  expect(asked).toHaveLength(1);
  last().end(expired);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(answers).toEqual([expired]);
  last().choose();
  last().end({ ok: true, pending: null });
  await vi.waitFor(() => expect(answers).toEqual([expired, { ok: true, pending: null }]));
});

test('a suggestion that was not chosen shows no error, and is made again when the network is back', async () => {
  syncState.set({ ...OPENING, phase: 'offline' });
  last().end({ ok: false, code: 'offline', message: '' });
  await pass(5);
  expect(asked).toHaveLength(1);
  syncState.set({ ...OPENING, phase: 'online' });
  expect(asked).toHaveLength(2);
  last().end({ ok: false, code: 'unknown', message: 'not_possible' });
  await pass(3.9);
  expect(asked).toHaveLength(2);
  expect(answers).toEqual([]);
});

test('a hidden page asks for no challenge', async () => {
  hide(true);
  await pass(10);
  expect(asked).toHaveLength(1);
  hide(false);
  expect(asked).toHaveLength(2);
});
