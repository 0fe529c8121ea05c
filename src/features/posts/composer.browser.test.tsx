import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { Composer } from './composer.tsx';
import { createPost } from './mutations.ts';

vi.mock('./mutations.ts', () => ({ createPost: vi.fn(async () => ({ ok: true, id: 'p' })) }));

function Held({ start = {}, onPosted }: { start?: Record<string, string>; onPosted: () => void }) {
  const [text, setText] = useState(start);
  const change = (part: Record<string, string>) => setText({ ...text, ...part });
  return <Composer draftId="draft" text={text} onChange={change} offline onPosted={onPosted} />;
}

test('an empty post is refused in words and nothing is stored; the first letter takes the words away', async () => {
  const onPosted = vi.fn();
  await render(<Held onPosted={onPosted} />);
  await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }));
  const complaint = page.getByText('Please include at least a title, description, gif or image.');
  await expect.element(complaint).toBeVisible();
  expect(createPost).not.toHaveBeenCalled();
  await userEvent.fill(page.getByLabelText('Text'), 'Cold morning');
  await expect.element(complaint).not.toBeInTheDocument();

  await userEvent.click(page.getByText('Friends'));
  await userEvent.click(page.getByRole('button', { name: 'Post', exact: true }));
  await vi.waitFor(() => expect(onPosted).toHaveBeenCalledOnce());
  expect(createPost).toHaveBeenCalledExactlyOnceWith({
    draftId: 'draft',
    title: '',
    description: 'Cold morning',
    visibility: 'friends',
  });
});

test('too long cannot be posted, and says by how much', async () => {
  await render(<Held start={{ title: 'x'.repeat(203) }} onPosted={() => {}} />);
  await expect.element(page.getByText('3 characters too many')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Post', exact: true })).toBeDisabled();
});
