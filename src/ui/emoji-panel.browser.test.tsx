import './testing/house-styles.ts';
import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useEmojiPanel } from './emoji-panel.tsx';
import { pickEmoji } from './testing/pick-emoji.ts';
import { render } from './testing/render.tsx';

function Harness() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [value, setValue] = useState('');
  const emoji = useEmojiPanel(() => field.current);
  return (
    <div>
      <textarea ref={field} aria-label="Text" value={value} onChange={(event) => setValue(event.target.value)} />
      {emoji.button}
      {emoji.panel}
    </div>
  );
}

test('an emoji goes to the caret; Escape closes the picker wherever the focus is', async () => {
  await render(<Harness />);
  const field = page.getByLabelText('Text');
  await userEvent.fill(field, 'Hot  please');
  (field.element() as HTMLTextAreaElement).setSelectionRange(4, 4);
  const button = page.getByRole('button', { name: 'Emoji', exact: true });
  for (const times of [1, 2]) {
    await userEvent.click(button);
    await pickEmoji('hot beverage');
    await expect.element(field).toHaveValue(`Hot ${'☕'.repeat(times)} please`);
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('textbox', { name: 'Search emoji' })).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  }
});

test('undo in the field takes back an emoji and then what was typed', async () => {
  await render(<Harness />);
  const field = page.getByLabelText('Text');
  await userEvent.type(field, 'Hot');
  await userEvent.click(page.getByRole('button', { name: 'Emoji', exact: true }));
  await pickEmoji('hot beverage');
  await expect.element(field).toHaveValue('Hot☕');
  // The picker keeps the focus, for the next one.
  await expect.element(field).not.toHaveFocus();
  await userEvent.click(field);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(field).toHaveValue('Hot');
  // Typed letter by letter.
  for (let times = 0; times < 3; times += 1) await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(field).toHaveValue('');
});

test('it opens with the seven quick reactions, which go to the caret', async () => {
  await render(<Harness />);
  await userEvent.click(page.getByRole('button', { name: 'Emoji', exact: true }));
  const quick = () => [...document.querySelectorAll<HTMLElement>('[data-epr-part="reaction"]')];
  await vi.waitFor(() => expect(quick()).toHaveLength(7));
  await userEvent.click(quick()[1]!);
  await expect.element(page.getByLabelText('Text')).toHaveValue('❤️');
});
