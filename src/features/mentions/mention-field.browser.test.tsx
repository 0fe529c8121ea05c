import '#ui/testing/house-styles.ts';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { authorOf } from '#contract/testing/author-of.ts';
import { render } from '#ui/testing/render.tsx';
import { MentionField } from './mention-field.tsx';
import { type FoundMember, useMemberSearch } from './queries.ts';

const found = (username: string, isFriend = false): FoundMember => ({
  id: username,
  author: authorOf(username),
  isFriend,
});
const MEMBERS = [found('marge_b', true), found('marlon.hale')];

vi.mock('./queries.ts', () => ({ useMemberSearch: vi.fn() }));
vi.mocked(useMemberSearch).mockImplementation((prefix) => ({
  members: prefix === null ? [] : MEMBERS.filter(({ author }) => author.username.startsWith(prefix)),
  isSearching: prefix === 'marl',
}));

function Harness({ onEnter }: { onEnter: () => void }) {
  const [value, setValue] = useState('');
  return (
    <MentionField
      aria-label="Text"
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onEnter()}
    />
  );
}

test('the keys choose a member, and only while the list is open', async () => {
  const enter = vi.fn();
  await render(<Harness onEnter={enter} />);
  const field = page.getByLabelText('Text');
  await userEvent.click(field);
  await userEvent.keyboard('With @m');
  const option = (name: string) => page.getByRole('option', { name });
  await expect.element(option('@marge_b Friend')).toHaveAttribute('aria-selected', 'true');
  const id = option('@marge_b Friend').element().id;
  await expect.element(field).toHaveAttribute('aria-activedescendant', id);
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(option('@marlon.hale')).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{Enter}');
  await expect.element(field).toHaveValue('With @marge_b ');
  expect(enter).not.toHaveBeenCalled();
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await userEvent.keyboard('and @marl');
  await expect.element(page.getByText('Searching...')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('listbox')).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(enter).toHaveBeenCalledOnce();
});

test('a tap puts the name at the caret', async () => {
  await render(<Harness onEnter={() => {}} />);
  const field = page.getByLabelText('Text');
  await userEvent.fill(field, 'Ask  about bay 4');
  (field.element() as HTMLTextAreaElement).setSelectionRange(4, 4);
  await userEvent.keyboard('@marl');
  await userEvent.click(page.getByRole('option', { name: '@marlon.hale' }));
  await expect.element(field).toHaveValue('Ask @marlon.hale  about bay 4');
  await expect.element(field).toHaveFocus();
});
