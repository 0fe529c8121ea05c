import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BarChart } from './bar-chart.tsx';
import { render } from './testing/render.tsx';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu'];

function Chart({ values, line }: { values: readonly number[]; line?: readonly number[] }) {
  const [selected, setSelected] = useState('Thu');
  return (
    <div style={{ width: 400 }}>
      <BarChart
        bars={values.map((value, index) => ({
          key: DAYS[index] ?? '',
          value,
          label: index === 0 ? 'Mon 3' : undefined,
        }))}
        line={line && { values: line, legend: (top) => `Clicks up to ${top}` }}
        label="Views of four days"
        selected={selected}
        onSelect={setSelected}
        format={(value) => value.toLocaleString('en-US')}
      />
      <p role="note">{selected}</p>
    </div>
  );
}

const chart = () => page.getByRole('img', { name: 'Views of four days' }).element();
const drawn = () => [...chart().querySelectorAll('rect[data-selected]')];
/** In percent of the height of the chart. */
const heights = () => {
  const { height } = chart().getBoundingClientRect();
  return drawn().map((bar) => Math.round((bar.getBoundingClientRect().height / height) * 100));
};

test('bars begin at 0 under a round top, and stand on the lower line', async () => {
  await render(<Chart values={[0, 250, 380, 500]} />);
  expect(heights()).toEqual([0, 50, 76, 100]);
  const { bottom } = chart().getBoundingClientRect();
  for (const bar of drawn()) expect(Math.abs(bar.getBoundingClientRect().bottom - bottom)).toBeLessThan(1);
  for (const mark of ['500', '250', '0', 'Mon 3'])
    await expect.element(page.getByText(mark, { exact: true })).toBeVisible();
});

test('without figures the scale ends at 2', async () => {
  await render(<Chart values={[0, 0, 0, 0]} />);
  expect(heights()).toEqual([0, 0, 0, 0]);
  await expect.element(page.getByText('2', { exact: true })).toBeVisible();
});

test('the line has a scale of its own, whose top the legend names', async () => {
  await render(<Chart values={[1000, 900, 800, 700]} line={[0, 5, 10, 20]} />);
  await expect.element(page.getByText('Clicks up to 20')).toBeVisible();
  expect(chart().querySelector('polyline')?.getAttribute('points')).toBe('5,100 15,75 25,50 35,0');
});

test('a day is chosen by a tap anywhere in its column, also where its bar is low', async () => {
  await render(<Chart values={[1, 250, 380, 500]} />);
  const { width } = chart().getBoundingClientRect();
  await userEvent.click(page.elementLocator(chart()), { position: { x: width / 8, y: 5 } });
  await expect.element(page.getByRole('note')).toHaveTextContent('Mon');
  expect(drawn().map((bar) => bar.getAttribute('data-selected'))).toEqual(['true', 'false', 'false', 'false']);
});
