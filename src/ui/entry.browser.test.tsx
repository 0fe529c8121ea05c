import './testing/house-styles.ts';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { entryProps, marginOf, type Margin } from './entry.ts';
import { render } from './testing/render.tsx';

const lineOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element, '::after');

test('each state has a line of its own over the double rule, and a normal entry has none', async () => {
  const margins: Margin[] = ['unsent', 'stopped', 'sent', 'linked'];
  const host = await render([null, ...margins].map((margin) => <p key={margin} {...entryProps(undefined, margin)} />));
  const [plain, ...others] = [...host.querySelectorAll('p')];
  expect(plain?.hasAttribute('data-margin')).toBe(false);
  expect(lineOf(plain!).transform).toBe('matrix(1, 0, 0, 0, 0, 0)');
  const looks = others.map((each) => `${lineOf(each).backgroundColor} ${lineOf(each).backgroundImage}`);
  expect(new Set(looks).size).toBe(margins.length);
  for (const each of others) expect(lineOf(each).transform).toBe('none');
});

test('the line does not cover what is below it', async () => {
  let presses = 0;
  const host = await render(
    <div {...entryProps(undefined, 'unsent')}>
      <button
        type="button"
        aria-label="Open"
        style={{ position: 'absolute', inset: 0 }}
        onClick={() => {
          presses += 1;
        }}
      />
      <p style={{ height: '80px' }} />
    </div>,
  );
  const box = host.querySelector('button')!.getBoundingClientRect();
  const margin = Number.parseFloat(getComputedStyle(host.querySelector('div')!).gridTemplateColumns);
  const position = { x: margin, y: 40 };
  expect(document.elementFromPoint(box.x + position.x, box.y + position.y)?.tagName).toBe('BUTTON');
  await userEvent.click(host.querySelector('button')!, { position });
  expect(presses).toBe(1);
});

test('what was sent is a normal entry, and what was refused needs the member', () => {
  expect([marginOf('queued'), marginOf('sending'), marginOf('sent'), marginOf('refused'), marginOf(null)]).toEqual([
    'unsent',
    'unsent',
    undefined,
    'stopped',
    undefined,
  ]);
});
