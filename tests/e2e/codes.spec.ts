import type { Page } from '@playwright/test';

import type { Backend } from '../support/backend.ts';
import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';
import { expect, test } from './support/fixtures.ts';

/** Registers a member and opens their profile. Returns their id and name. */
async function join(page: Page, backend: Backend): Promise<{ id: string; username: string }> {
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  await visit(page, '/profile');
  const [profile] = await backend.query<{ id: string; username: string }>(
    'select id, username from profiles where email = $1',
    [member.email],
  );
  await expect(page.getByRole('button', { name: 'Show my code' })).toBeVisible();
  return profile!;
}

/** What the camera of another phone sees: the screen with the code. */
async function showCode(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Show my code' }).click();
  const code = page.getByRole('dialog', { name: 'Your code' });
  await expect(code.locator('svg[shape-rendering]')).toBeVisible();
  return (await code.screenshot()).toString('base64');
}

/** The camera of this page sees the picture. */
const lookAt = (page: Page, picture: string): Promise<void> =>
  page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    navigator.mediaDevices.getUserMedia = async () => {
      const stream = canvas.captureStream(0);
      const [track] = stream.getVideoTracks();
      // A new picture of the same scene, as a camera gives it.
      requestAnimationFrame(function draw() {
        canvas.getContext('2d')?.drawImage(image, 0, 0);
        if (track && 'requestFrame' in track) (track as CanvasCaptureMediaStreamTrack).requestFrame();
        if (track?.readyState === 'live') requestAnimationFrame(draw);
      });
      return stream;
    };
  }, picture);

test('two phones without a network read each other’s code, and become friends when there is one', async ({
  newDevice,
  backend,
}) => {
  test.slow();
  const expected = /^Failed to load resource: |ERR_FAILED/;
  const [one, other] = [await (await newDevice({ expected })).page(), await (await newDevice({ expected })).page()];
  const [ann, ben] = [await join(one, backend), await join(other, backend)];
  await backend.kill();

  for (const [reader, shown, named] of [
    [one, other, ben],
    [other, one, ann],
  ] as const) {
    await lookAt(reader, await showCode(shown));
    await shown.getByRole('button', { name: 'Close' }).click();
    await reader.getByRole('button', { name: 'Show my code' }).click();
    await reader.getByRole('dialog').getByRole('button', { name: 'Scan a code' }).click();
    const found = reader.getByRole('dialog', { name: 'Scan a code' });
    await expect(found.getByRole('heading', { name: `@${named.username}` })).toBeVisible();
    await found.getByRole('button', { name: 'Add friend' }).click();
    await expect(found.getByRole('button', { name: `Cancel request to @${named.username}` })).toBeVisible();
    await found.getByRole('button', { name: 'Close' }).click();
    await expect(reader.getByRole('main').getByText(`@${named.username}`).first()).toBeVisible();
  }

  // The address of the code, as the phone's own camera opens it.
  await one.goto(`/user/${ben.username}?add=${ben.id}`);
  await expect(one.getByRole('heading', { level: 1, name: `@${ben.username}` })).toBeVisible();
  await one.getByRole('link', { name: 'Message', exact: true }).click();
  await expect(one).toHaveURL(`/messages/${ben.id}`);

  await backend.start();
  // A phone that has found no server for a minute looks again after half a minute, or when it is used.
  for (const phone of [one, other]) await phone.keyboard.press('Shift');
  const friends = () =>
    backend.query('select status from friends where user_id in ($1, $2) and friend_id in ($1, $2)', [ann.id, ben.id]);
  await expect.poll(friends).toEqual([{ status: 'accepted' }, { status: 'accepted' }]);
});
