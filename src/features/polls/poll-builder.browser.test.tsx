import '#ui/testing/house-styles.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { PollBuilder } from './poll-builder.tsx';

function Held() {
  const [poll, setPoll] = useState({ question: 'When?', options: ['Fri', 'Sat', 'Sun'] as readonly string[] });
  return <PollBuilder poll={poll} invalid={false} onChange={setPoll} onRemove={() => {}} />;
}

test('an option moves by a tap or by keys, keeps the focus, and its place is announced', async () => {
  await render(<Held />);
  const texts = () =>
    page
      .getByLabelText(/^Option \d$/)
      .elements()
      .map((input) => (input as HTMLInputElement).value);
  await expect.element(page.getByRole('button', { name: 'Move up: Fri' })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Move up: Sun' }));
  expect(texts()).toEqual(['Fri', 'Sun', 'Sat']);
  await expect.element(page.getByRole('status').getByText('Moved to place 2 of 3.')).toBeInTheDocument();
  await expect.element(page.getByLabelText('Option 2')).toHaveFocus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(texts()).toEqual(['Sun', 'Fri', 'Sat']);
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect(texts()).toEqual(['Sun', 'Fri', 'Sat']);
});
