import '#ui/testing/house-styles.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { meOf } from '#contract/testing/me-of.ts';
import { adoptSnapshot } from '#data/first-screen/snapshot.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { takePicture } from '#features/media/mutations.ts';
import { pickEmoji } from '#ui/testing/pick-emoji.ts';
import { render } from '#ui/testing/render.tsx';
import { createPost } from './mutations.ts';
import { Harness } from './testing/composer-harness.tsx';

vi.mock('#features/media/mutations.ts', () => ({ takePicture: vi.fn(), isDeviceFull: async () => false }));
vi.mock('./mutations.ts', () => ({ createPost: vi.fn(async () => ({ ok: true, id: 'p' })) }));
vi.mock('#data/outbox/write.ts', async (load) => ({
  ...(await load<object>()),
  memberReplica: async () => ({ ok: true, userId: '', replica: {} }),
}));

test('an empty post shows an error and is not stored, and the first letter removes the error', async () => {
  const onPosted = vi.fn();
  await render(<Harness onPosted={onPosted} />);
  vi.mocked(createPost).mockResolvedValueOnce({ ok: false, code: 'post_empty' });
  await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }));
  const complaint = page.getByText('Please include at least a title, description, gif or image.');
  await expect.element(complaint).toBeVisible();
  vi.mocked(createPost).mockClear();
  await userEvent.fill(page.getByLabelText('Text'), 'Cold morning');
  await expect.element(complaint).not.toBeInTheDocument();

  await userEvent.click(page.getByRole('button', { name: 'Who sees it Everyone' }));
  await userEvent.click(page.getByRole('radio', { name: /^Friends/ }));
  await userEvent.click(page.getByRole('button', { name: 'Done' }));
  await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }));
  await vi.waitFor(() => expect(onPosted).toHaveBeenCalledOnce());
  expect(createPost).toHaveBeenCalledExactlyOnceWith({
    draftId: 'draft',
    title: '',
    description: 'Cold morning',
    visibility: 'friends',
  });
});

test('an emoji goes into the text, and into the title only after the member has moved there or has written in it', async () => {
  await render(<Harness start={{ title: 'Saturday', description: 'Coffee' }} onPosted={() => {}} />);
  const title = page.getByLabelText('Title');
  const text = page.getByLabelText('Text');
  // The start of the form, without a choice of the member.
  await expect.element(title).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: 'Emoji', exact: true }));
  await pickEmoji('hot beverage');
  await expect.element(text).toHaveValue('Coffee☕');
  await expect.element(title).toHaveValue('Saturday');
  await userEvent.type(title, '!');
  await pickEmoji('hot beverage');
  await expect.element(title).toHaveValue('Saturday!☕');
  await expect.element(text).toHaveValue('Coffee☕');
});

test('an unexpected error is shown with its message, and the form can be sent again', async () => {
  const onPosted = vi.fn();
  await render(<Harness start={{ title: 'Saturday' }} onPosted={onPosted} />);
  vi.mocked(createPost).mockRejectedValueOnce(new TypeError('x is not a function'));
  const send = page.getByRole('button', { name: 'Post', exact: true });
  await userEvent.click(send);
  await expect.element(page.getByText('Unexpected error: x is not a function')).toBeVisible();
  await userEvent.click(send);
  await vi.waitFor(() => expect(onPosted).toHaveBeenCalledOnce());
});

test('a post that is submitted while photos are reduced goes out once they are ready, unless one was left out', async () => {
  const release: (() => void)[] = [];
  vi.mocked(takePicture).mockImplementation(async (file, onProgress) => {
    onProgress?.(0.62);
    await new Promise<void>((resolve) => release.push(resolve));
    const picture = { name: file.name, type: 'image/jpeg', width: 4, height: 3, preview: '', alt: '', located: false };
    return file.name === 'bad.jpg'
      ? { ok: false, code: 'unreadable' }
      : { ok: true, picture: { ...picture, id: file.name, bytes: new ArrayBuffer(3) } };
  });
  vi.mocked(createPost).mockClear();
  const onPosted = vi.fn();
  await render(<Harness start={{ title: 'Steel' }} onPosted={onPosted} />);
  const choose = async (name: string) => {
    const input = document.querySelector<HTMLInputElement>('input[aria-label="Photos"]')!;
    const data = new DataTransfer();
    data.items.add(new File(['x'], name, { type: 'image/jpeg' }));
    input.files = data.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.poll(() => release.length).toBe(1);
  };
  await choose('bad.jpg');
  await expect.element(page.getByText(/You can post now; it goes out when they are ready\.$/)).toBeVisible();
  await expect.element(page.getByText('62%')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }));
  await expect.element(page.getByRole('button', { name: 'Posting...' })).toBeDisabled();
  release.pop()?.();
  await expect.element(page.getByText(/^This file is not a picture that can be posted/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Post', exact: true })).toBeEnabled();
  expect(createPost).not.toHaveBeenCalled();

  await choose('good.jpg');
  await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }));
  expect(createPost).not.toHaveBeenCalled();
  release.pop()?.();
  await vi.waitFor(() => expect(onPosted).toHaveBeenCalledOnce());
  expect(createPost).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ title: 'Steel', images: [expect.objectContaining({ name: 'good.jpg' })] }),
  );
});

test('a poll is switched on with two options and off without losing them, and its options move by keys', async () => {
  await render(<Harness start={{ title: 'Saturday' }} onPosted={() => {}} />);
  await userEvent.click(page.getByRole('button', { name: 'Add a poll' }));
  await expect.element(page.getByLabelText('Poll question')).toHaveFocus();
  await userEvent.keyboard('Which stage?{Enter}');
  const option = (place: number) => page.getByRole('textbox', { name: `Option ${place}` });
  await expect.element(option(1)).toHaveFocus();
  await expect.element(option(3)).not.toBeInTheDocument();
  await userEvent.keyboard('Five to go{Enter}Smoke and hope{Enter}Outer limits');
  await expect.element(option(3)).toHaveFocus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.element(option(2)).toHaveFocus();
  await expect.element(option(2)).toHaveValue('Outer limits');
  await expect.element(page.getByText('Moved to place 2 of 3.')).toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Remove: Five to go' }));
  const toggle = page.getByRole('button', { name: 'Add a poll', pressed: true });
  await userEvent.click(toggle);
  await expect.element(option(1)).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Add a poll', pressed: false }));
  await expect.element(toggle).toBeVisible();
  vi.mocked(createPost).mockClear();
  vi.mocked(createPost).mockResolvedValueOnce({ ok: false, code: 'poll_incomplete' });
  await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }));
  await expect.element(page.getByText('Poll question and all options must be filled.')).toBeVisible();
  expect(createPost).toHaveBeenCalledExactlyOnceWith({
    ...{ draftId: 'draft', title: 'Saturday', description: '', visibility: 'public' },
    poll: { question: 'Which stage?', options: ['Outer limits', 'Smoke and hope'] },
  });
  await userEvent.click(page.getByRole('button', { name: 'Remove the poll' }));
  await expect.element(option(1)).not.toBeInTheDocument();
});

test('a text that is too long cannot be posted and shows the excess', async () => {
  await render(<Harness start={{ title: 'x'.repeat(203) }} onPosted={() => {}} />);
  await expect.element(page.getByText('3 characters too many')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Post', exact: true })).toBeDisabled();
});

test('text pasted into the title loses its line breaks, and the caret is after it', async () => {
  await render(<Harness start={{ title: 'AZ' }} onPosted={() => {}} />);
  const title = page.getByLabelText('Title');
  await expect.element(title).toHaveFocus();
  const element = title.element() as HTMLTextAreaElement;
  element.setSelectionRange(1, 1);
  // Inserts like a paste, with undo and events.
  document.execCommand('insertText', false, ' one\ntwo ');
  await expect.element(title).toHaveValue('A one two Z');
  await userEvent.keyboard('!');
  await expect.element(title).toHaveValue('A one two !Z');
});

test('a post with a poll that cannot be stored says so of the poll, with the reason', async () => {
  const poll = { title: 'Saturday', poll: { question: 'Which stage?', options: ['Smoke', 'Five'] } };
  await render(<Harness start={poll} onPosted={() => {}} />);
  vi.mocked(createPost).mockResolvedValueOnce({ ok: false, code: 'storage_full' });
  await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }));
  await expect.element(page.getByText(/^Failed to create poll\. Device storage is full\./)).toBeVisible();
});

test('the ceo pins a post with Pin to Top, which others do not have', async () => {
  const host = await render(<Harness start={{ title: 'Rules' }} onPosted={() => {}} />);
  expect(page.getByRole('switch', { name: 'Pin to Top' }).query()).toBeNull();
  host.remove();
  const id = crypto.randomUUID();
  const me = meOf('sam', { id, role: 'ceo' });
  adoptSession({ kind: 'member', userId: id, email: 'sam@example.test', username: 'sam' });
  adoptSnapshot({ v: 2, account: id, posts: [], me, updatedAt: null });
  vi.mocked(createPost).mockClear();
  await render(<Harness start={{ title: 'Rules' }} onPosted={() => {}} />);
  await page.viewport(320, 640);
  // One line of 22 px.
  expect(page.getByText('Pin to Top').element().getBoundingClientRect().height).toBeLessThan(30);
  await userEvent.click(page.getByRole('switch', { name: 'Pin to Top' }));
  await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }));
  await vi.waitFor(() => expect(createPost).toHaveBeenCalledOnce());
  expect(vi.mocked(createPost).mock.lastCall?.[0]).toMatchObject({ title: 'Rules', sticky: true });
  adoptSnapshot(null);
  adoptSession(GUEST);
});

test('the preview shows how the text will read', async () => {
  await render(<Harness onPosted={() => {}} />);
  expect(page.getByText('Preview').query()).toBeNull();
  await userEvent.fill(page.getByLabelText('Title'), 'Bay #four');
  await userEvent.fill(page.getByLabelText('Text'), 'See www.example.com\nat nine');
  await userEvent.click(page.getByText('Preview'));
  const preview = page.getByRole('group').filter({ hasText: 'Preview' });
  await expect.element(preview.getByRole('heading', { name: 'Bay #four' })).toBeVisible();
  const link = preview.getByRole('link', { name: 'www.example.com' });
  await expect.element(link).toHaveAttribute('href', 'https://www.example.com/');
  const text = preview.getByRole('paragraph').element();
  expect(text.textContent).toBe('See www.example.com\nat nine');
  expect(getComputedStyle(text).whiteSpace).toBe('pre-wrap');
});

test('what is typed while the post is being stored is not lost: the fields wait, and can be changed after a failure', async () => {
  const stored = Promise.withResolvers<Awaited<ReturnType<typeof createPost>>>();
  vi.mocked(createPost).mockReturnValueOnce(stored.promise);
  await render(<Harness start={{ title: 'Saturday' }} onPosted={() => {}} />);
  await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }));
  const text = page.getByLabelText('Text');
  await expect.element(text).toHaveAttribute('readonly');
  await expect.element(page.getByLabelText('Title')).toHaveAttribute('readonly');
  await expect.element(page.getByRole('button', { name: 'Photos' })).toBeDisabled();
  await userEvent.click(page.getByRole('button', { name: 'Add a poll' }));
  expect(page.getByLabelText('Poll question').elements()).toEqual([]);
  stored.resolve({ ok: false, code: 'storage_full' });
  await userEvent.fill(text, 'Bay 4');
  await expect.element(text).toHaveValue('Bay 4');
});
