import '#ui/testing/house-styles.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { authorOf } from '#contract/testing/author-of.ts';
import { pickEmoji } from '#ui/testing/pick-emoji.ts';
import { render } from '#ui/testing/render.tsx';
import { CommentEdit } from './comment-edit.tsx';
import { editComment } from './mutations.ts';
import { comment } from './testing/comment.ts';

vi.mock('./mutations.ts', () => ({ editComment: vi.fn(async () => ({ ok: true, id: 'c' })) }));
vi.mock('#features/mentions/queries.ts', () => ({
  useMemberSearch: (prefix: string | null) => ({
    members: prefix === null ? [] : [{ id: 'm', author: authorOf('marge_b'), isFriend: false }],
    isSearching: false,
  }),
}));

test('a comment that is edited takes a mention and an emoji, and is saved with both', async () => {
  const onDone = vi.fn();
  await render(<CommentEdit comment={{ ...comment('c', 0), text: 'Key is with' }} onDone={onDone} />);
  const field = page.getByRole('textbox', { name: 'Edit comment' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{End} @ma{Enter}');
  await expect.element(field).toHaveValue('Key is with @marge_b ');
  await userEvent.click(page.getByRole('button', { name: 'Emoji', exact: true }));
  await pickEmoji('hot beverage');
  await expect.element(field).toHaveValue('Key is with @marge_b ☕');
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(editComment).toHaveBeenCalledExactlyOnceWith({ id: 'c', text: 'Key is with @marge_b ☕' });
});
