import '#ui/testing/house-styles.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { meOf } from '#contract/testing/me-of.ts';
import { adoptSnapshot } from '#data/first-screen/snapshot.ts';
import { gifsStore } from '#data/remote/gifs.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { showKeyboard } from '#ui/testing/keyboard.ts';
import { render } from '#ui/testing/render.tsx';
import { setScreen } from '#ui/testing/safe-area.ts';
import { Harness } from './testing/composer-harness.tsx';

vi.mock('#features/media/mutations.ts', () => ({ takePicture: vi.fn(), isDeviceFull: async () => false }));
vi.mock('./mutations.ts', () => ({ createPost: vi.fn(async () => ({ ok: true, id: 'p' })) }));

test('the bar stays above an on-screen keyboard, and the end of a long text above the bar', async () => {
  await setScreen({ width: 390, height: 844, insets: { bottom: 34 } });
  await render(<Harness start={{ description: 'A line.\n'.repeat(40) }} onPosted={() => {}} />);
  const post = page.getByRole('button', { name: 'Post', exact: true }).element();
  const text = page.getByLabelText('Text').element() as HTMLTextAreaElement;
  expect(post.getBoundingClientRect().bottom).toBeGreaterThan(700);
  text.focus({ preventScroll: true });
  text.setSelectionRange(text.value.length, text.value.length);
  scrollTo(0, 0);
  showKeyboard(336);
  const bar = post.closest('[data-above-keyboard]')!.getBoundingClientRect();
  expect(bar.bottom).toBe(508);
  // No room for the home bar, which the keyboard covers.
  expect(post.getBoundingClientRect().bottom).toBeGreaterThan(495);
  expect(text.getBoundingClientRect().bottom).toBeLessThanOrEqual(bar.top);

  // A correction further up does not move the page.
  scrollTo(0, 0);
  text.setSelectionRange(0, 0);
  await userEvent.keyboard('x');
  expect(scrollY).toBe(0);
});

test('where the page is made shorter for a keyboard, what is typed stays above the bar', async () => {
  await setScreen({ width: 390, height: 508, insets: {} });
  await render(<Harness start={{ description: 'A line.\n'.repeat(40) }} onPosted={() => {}} />);
  const text = page.getByLabelText('Text').element() as HTMLTextAreaElement;
  text.focus({ preventScroll: true });
  text.setSelectionRange(text.value.length, text.value.length);
  await userEvent.keyboard('x');
  const bar = document.querySelector('[data-above-keyboard]')!;
  // Its last line.
  await expect.poll(() => text.getBoundingClientRect().bottom - bar.getBoundingClientRect().top).toBeLessThanOrEqual(2);
});

test('the tools and the emoji, which are always on screen, scroll nothing when they get the focus', async () => {
  await setScreen({ width: 390, height: 700, insets: {} });
  await render(
    <>
      <div style={{ display: 'flex', flexDirection: 'column', minHeight: 700 }}>
        <Harness onPosted={() => {}} />
      </div>
      <footer style={{ height: 200 }} />
    </>,
  );
  scrollTo(0, 0);
  await userEvent.click(page.getByRole('button', { name: 'Emoji', exact: true }));
  const parts = (name: string) => [...document.querySelectorAll<HTMLElement>(`[data-epr-part="${name}"]`)];
  await vi.waitFor(() => expect(parts('reaction')).toHaveLength(7));
  const tools = ['Post', 'Emoji'].map((name) => page.getByRole('button', { name, exact: true }).element());
  for (const control of [...parts('reaction'), ...parts('expand-reactions'), ...tools]) {
    (control as HTMLElement).focus();
    expect(scrollY, control.outerHTML).toBe(0);
  }
});

test('a long title wraps on a narrow screen and has no line breaks', async () => {
  await page.viewport(360, 780);
  await render(<Harness onPosted={() => {}} />);
  const title = page.getByLabelText('Title');
  await expect.element(title).toHaveFocus();
  const element = title.element() as HTMLTextAreaElement;
  const oneLine = element.clientHeight;
  await userEvent.keyboard('Frost on the berm and the kettle is on');
  await expect.poll(() => element.clientHeight).toBeGreaterThan(oneLine + 20);
  expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
  expect(element.scrollHeight).toBeLessThanOrEqual(element.clientHeight + 1);

  await userEvent.keyboard('{Enter}');
  await expect.element(title).toHaveValue('Frost on the berm and the kettle is on');
  await expect.element(page.getByLabelText('Text')).toHaveFocus();
});

test('on a wide screen the button is aligned with the end of the lines', async () => {
  await page.viewport(1280, 800);
  await render(<Harness onPosted={() => {}} />);
  await expect.element(page.getByLabelText('Title')).toHaveFocus();
  const end = (locator: ReturnType<typeof page.getByRole>) => locator.element().getBoundingClientRect().right;
  expect(end(page.getByRole('button', { name: 'Post', exact: true }))).toBe(end(page.getByLabelText('Title')));
});

test.each([360, 390, 1280])(
  'at %i px nothing moves when the server has told of the GIFs and of the role',
  async (width) => {
    await setScreen({ width, height: 844, insets: {} });
    gifsStore.set(false);
    const id = '018f0000-0000-7000-8000-0000000000c1';
    adoptSession({ kind: 'member', userId: id, email: '', username: 'ceo' });
    await render(<Harness onPosted={() => {}} />);
    const places = () =>
      ['Take a photo', 'Photos', 'Add a poll', 'Emoji', 'Post', 'Who sees it Everyone'].map((name) => {
        const { x, y } = page.getByRole('button', { name, exact: true }).element().getBoundingClientRect();
        return [name, x, y];
      });
    const first = places();
    gifsStore.set(true);
    const me = meOf('ceo', { id, role: 'ceo' });
    adoptSnapshot({ v: 2, account: id, posts: [], me, updatedAt: null });
    await expect.element(page.getByRole('button', { name: 'Add a GIF' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Add a video' })).toBeVisible();
    await expect.element(page.getByRole('switch', { name: 'Pin to Top' })).toBeVisible();
    expect(places()).toEqual(first);
    adoptSnapshot(null);
    adoptSession(GUEST);
  },
);
