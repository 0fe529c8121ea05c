import '#ui/testing/house-styles.ts';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { openedReplica, type Replica, setReplicaOpener } from '#data/replica/replica.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { CodeScreen } from './code-screen.tsx';
import { ProfilePage } from '#features/profile/profile-page.tsx';

const BOB = '018f0000-0000-7000-8000-000000000002';
let account: string;
let db: Replica['db'];

beforeEach(async () => {
  account = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
  setReplicaOpener(() => import('#data/connection/lifecycle.ts'));
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  ({ db } = replica);
  await showRow(db, 'my_profile', account, { username: 'alice' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});

const dialog = () => page.getByRole('dialog');
const own = () => ({ id: account, username: 'alice' });

/** A camera that sees what was drawn: nothing, or a code as another device shows it. */
function openCamera(): { see: (code: SVGElement | null) => Promise<void>; tracks: () => MediaStreamTrack[] } {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  let image: HTMLImageElement | undefined;
  const paint = () => {
    context.fillStyle = '#888';
    context.fillRect(0, 0, 640, 480);
    // As from a hand: turned, and not in the middle.
    context.save();
    context.translate(340, 250);
    context.rotate(0.2);
    if (image) context.drawImage(image, -150, -150, 300, 300);
    context.restore();
  };
  // A camera gives pictures also where nothing moves.
  let frame = requestAnimationFrame(function next() {
    paint();
    frame = requestAnimationFrame(next);
  });
  onTestFinished(() => cancelAnimationFrame(frame));
  const streams: MediaStream[] = [];
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const stream = canvas.captureStream(30);
    streams.push(stream);
    return stream;
  });
  return {
    tracks: () => streams.flatMap((stream) => stream.getTracks()),
    async see(code) {
      image = undefined;
      if (!code) return;
      const copy = code.cloneNode(true) as SVGElement;
      for (const [name, value] of [
        ['xmlns', 'http://www.w3.org/2000/svg'],
        ['width', '300'],
        ['height', '300'],
      ] as const)
        copy.setAttribute(name, value);
      copy.setAttribute('style', 'background: #fff');
      const seen = new Image();
      seen.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
      await seen.decode();
      image = seen;
    },
  };
}

/** The code of another member, as their device draws it. */
async function codeOf(code: { id: string; username: string }): Promise<SVGElement> {
  const host = document.createElement('div');
  const { createRoot } = await import('react-dom/client');
  const { flushSync } = await import('react-dom');
  const { CodeImage } = await import('./code-image.tsx');
  const root = createRoot(host);
  flushSync(() => root.render(<CodeImage code={code} />));
  const svg = host.querySelector('svg')?.cloneNode(true) as SVGElement;
  root.unmount();
  return svg;
}

test('a code that one device shows is read by another, whose member is not on it: the request and the thread are there', async () => {
  const camera = openCamera();
  await render(<CodeScreen code={own()} first="scan" onClose={() => {}} />);
  await expect.element(dialog().getByText(/^Hold the code of another member/)).toBeVisible();
  // The own one first, on the screen of the other member.
  await camera.see(await codeOf(own()));
  await expect.element(dialog().getByText(/^This is your own code/)).toBeVisible();
  await camera.see(await codeOf({ id: BOB, username: 'bob' }));
  await expect.element(dialog().getByRole('heading', { name: '@bob' })).toBeVisible();
  // The camera ends with the reading.
  await expect.poll(() => camera.tracks().map(({ readyState }) => readyState)).toEqual(['ended']);
  await expect.element(dialog().getByText(/^A request is kept on this device/)).toBeVisible();
  await expect.element(dialog().getByRole('link', { name: 'Message' })).toHaveAttribute('href', `/messages/${BOB}`);
  await userEvent.click(dialog().getByRole('button', { name: 'Add friend' }));
  await expect.element(dialog().getByRole('button', { name: 'Cancel request to @bob' })).toBeVisible();
  const row = await db.get('SELECT user_id, friend_id, status FROM friends');
  expect(row).toEqual({ user_id: account, friend_id: BOB, status: 'pending' });
  // The outbox and the list of requests name them, too.
  expect(await db.get('SELECT kind, about FROM outbox')).toEqual({ kind: 'friend_request', about: '@bob' });
  await camera.see(null);
  await userEvent.click(dialog().getByRole('button', { name: 'Scan another code' }));
  await expect.element(dialog().getByText(/^Hold the code of another member/)).toBeVisible();
});

test.each([
  ['a friend', 'You are friends already.', true],
  ['a blocked member', 'You blocked @bob.', false],
  ['an official account', 'An official account needs no friend request.', true],
  ['a name of another member', 'Another member has this name now. Ask for a new code.', false],
])('the code of %s: “%s”', async (who, sentence, hasMessage) => {
  if (who === 'a friend') {
    await showRow(db, 'people', BOB, { author: '{"username":"bob"}' });
    await showRow(db, 'friends', crypto.randomUUID(), { user_id: account, friend_id: BOB, status: 'accepted' });
  }
  if (who === 'a blocked member')
    await showRow(db, 'blocks', crypto.randomUUID(), { user_id: account, blocked_id: BOB });
  if (who === 'an official account')
    await showRow(db, 'profiles_public', BOB, { author: '{"username":"bob"}', is_official: 1 });
  if (who === 'a name of another member')
    await showRow(db, 'people', crypto.randomUUID(), { author: '{"username":"BOB"}' });
  const camera = openCamera();
  await render(<CodeScreen code={own()} first="scan" onClose={() => {}} />);
  await camera.see(await codeOf({ id: BOB, username: 'bob' }));
  await expect.element(dialog().getByText(sentence)).toBeVisible();
  await expect.element(dialog().getByRole('heading', { name: '@bob' })).toBeVisible();
  expect(dialog().getByRole('button', { name: 'Add friend' }).elements()).toEqual([]);
  expect(dialog().getByRole('link', { name: 'Message' }).elements()).toHaveLength(hasMessage ? 1 : 0);
});

test('another code is no member’s; the camera goes on', async () => {
  const camera = openCamera();
  await render(<CodeScreen code={own()} first="scan" onClose={() => {}} />);
  // An id in capitals is in no code of ours.
  await camera.see(await codeOf({ id: BOB.toUpperCase(), username: 'bob' }));
  await expect.element(dialog().getByText('This is not the code of a Rangeday member.')).toBeVisible();
  await camera.see(await codeOf({ id: BOB, username: 'bob' }));
  await expect.element(dialog().getByRole('heading', { name: '@bob' })).toBeVisible();
});

test.each([
  ['NotAllowedError', 'The camera is blocked for Rangeday.'],
  ['NotFoundError', 'This device has no camera.'],
  ['NotReadableError', 'The camera does not start.'],
])('%s: a sentence, the name as a way without the camera, and the own code', async (name, sentence) => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name));
  await render(<CodeScreen code={own()} first="scan" onClose={() => {}} />);
  await expect.element(dialog().getByText(new RegExp(`^${sentence}`))).toBeVisible();
  await expect.element(dialog().getByLabelText('Username of the other member')).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: 'Show my code' }));
  await expect.element(dialog().getByText('@alice')).toBeVisible();
});

test('the own code is black on white in every theme, fills the window, and its controls are for gloves', async () => {
  document.documentElement.dataset['theme'] = 'dark';
  const onClose = vi.fn();
  await render(<CodeScreen code={own()} first="show" onClose={onClose} />);
  const screen = dialog().element();
  expect(getComputedStyle(screen).backgroundColor).toBe('rgb(255, 255, 255)');
  const { width, height } = screen.getBoundingClientRect();
  // Beside it is the space of the page's scrollbar.
  expect([width, height]).toEqual([document.body.getBoundingClientRect().width, innerHeight]);
  for (const name of ['Scan a code', 'Close']) {
    const box = dialog().getByRole('button', { name }).element().getBoundingClientRect();
    expect(Math.min(box.width, box.height), name).toBeGreaterThanOrEqual(64);
  }
  await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
  expect(onClose).toHaveBeenCalledOnce();
  delete document.documentElement.dataset['theme'];
});

test('the address of a code whose name another member has now is not the page of that member', async () => {
  await showRow(db, 'profiles_public', crypto.randomUUID(), { author: '{"username":"bob"}' });
  await render(<ProfilePage username="bob" id={BOB} />);
  await expect.element(page.getByText('Another member has this name now. Ask for a new code.')).toBeVisible();
  expect(page.getByRole('button', { name: 'Add friend' }).elements()).toEqual([]);
});

test('the address of the own code with an earlier name offers no thread with oneself', async () => {
  await render(<ProfilePage username="alice_before" id={account} />);
  await expect.element(page.getByText(/^This is your own code/)).toBeVisible();
  expect(page.getByRole('link', { name: 'Message' }).elements()).toEqual([]);
});
