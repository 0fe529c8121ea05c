import './testing/house-styles.ts';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { GrowingLine } from './growing-line.tsx';
import { render } from './testing/render.tsx';

function Lines() {
  const [title, setTitle] = useState('');
  return (
    <>
      <textarea aria-label="Source" defaultValue={'one\ntwo'} />
      <GrowingLine aria-label="Title" value={title} onChange={setTitle} onEnter={() => {}} />
      <output>{title}</output>
    </>
  );
}

const title = () => page.getByLabelText('Title');
const press = (key: string) => userEvent.keyboard(`{Control>}${key}{/Control}`);

async function expectValue(value: string): Promise<void> {
  await expect.element(title()).toHaveValue(value);
  await expect.element(page.getByRole('status')).toHaveTextContent(value);
}

test('two pasted lines become one at the caret, and undo takes back the paste and then what was typed', async () => {
  await render(<Lines />);
  await userEvent.click(page.getByLabelText('Source'));
  await press('a');
  await press('c');
  await userEvent.type(title(), 'Range day');
  await userEvent.keyboard('{ArrowLeft>3/}');
  await press('v');
  await expectValue('Range one twoday');
  await userEvent.keyboard('!');
  await expectValue('Range one two!day');
  await press('z');
  await press('z');
  await expectValue('Range day');
  await press('y');
  await expectValue('Range one twoday');
  // Typed letter by letter.
  for (let times = 0; times < 12; times += 1) await press('z');
  await expectValue('');
});

test('two lines that are dropped become one, and undo takes them back', async () => {
  await render(<Lines />);
  await userEvent.type(title(), 'Range');
  const data = new DataTransfer();
  data.setData('text/plain', ' one\r\ntwo');
  const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
  title().element().dispatchEvent(drop);
  await expectValue('Range one two');
  await press('z');
  await expectValue('Range');
});
