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

const texts = () =>
  page
    .getByLabelText(/^Option \d$/)
    .elements()
    .map((input) => (input as HTMLInputElement).value);

test('an option moves with the pointer that drags its ring, and only while it is pressed', async () => {
  await render(<Held />);
  const rows = page.getByRole('listitem').elements();
  const ring = rows[0]?.firstElementChild as HTMLElement;
  // A pointer made by a script cannot be captured.
  ring.setPointerCapture = () => {};
  const middle = (row: Element | undefined) => {
    const { top = 0, height = 0 } = row?.getBoundingClientRect() ?? {};
    return top + height / 2;
  };
  const point = async (type: string, row: Element | undefined) => {
    ring.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, clientY: middle(row) }));
    await new Promise((done) => requestAnimationFrame(done));
  };
  await point('pointermove', rows[2]);
  expect(texts()).toEqual(['Fri', 'Sat', 'Sun']);
  await point('pointerdown', rows[0]);
  await expect.element(page.getByRole('listitem').nth(0)).toHaveAttribute('data-dragged', 'true');
  await point('pointermove', rows[1]);
  expect(texts()).toEqual(['Sat', 'Fri', 'Sun']);
  await point('pointermove', rows[2]);
  expect(texts()).toEqual(['Sat', 'Sun', 'Fri']);
  await expect.element(page.getByRole('status').getByText('Moved to place 3 of 3.')).toBeInTheDocument();
  await point('lostpointercapture', rows[2]);
  await point('pointermove', rows[0]);
  expect(texts()).toEqual(['Sat', 'Sun', 'Fri']);
});

test('an option moves by a tap or by keys, keeps the focus, and its place is announced', async () => {
  await render(<Held />);
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
