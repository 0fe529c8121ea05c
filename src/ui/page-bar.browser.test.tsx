import './testing/house-styles.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { PageBar } from './page-bar.tsx';
import { render } from './testing/render.tsx';
import { setScreen } from './testing/safe-area.ts';
import { wearGloves } from './testing/wear-gloves.ts';

const Tool = ({ name }: { name: string }) => (
  <button type="button" aria-label={name}>
    ←
  </button>
);

test.each([
  ['Notifications', 1, 22, 33],
  ['Settings', 2, 22, 32],
  // There is no room for more.
  ['Messages', 3, 17, 17],
])('for gloves in 320 px, the title "%s" beside %i tools grows with the text', async (title, tools, usual, largest) => {
  await setScreen({ width: 320, height: 640, insets: {} });
  await wearGloves();
  const rest = Array.from({ length: tools - 1 }, (_, at) => <Tool key={at} name={`Tool ${at}`} />);
  await render(<PageBar title={title} start={<Tool name="Back" />} end={rest} />);
  const heading = page.getByRole('heading', { name: title }).element();
  const { documentElement: root } = document;
  onTestFinished(() => void delete root.dataset['textSize']);
  const lines = document.createRange();
  for (const [size, least] of [['', usual] as const, ['largest', largest] as const]) {
    root.dataset['textSize'] = size;
    expect(Number.parseFloat(getComputedStyle(heading).fontSize), size).toBeGreaterThanOrEqual(least);
    lines.selectNodeContents(heading);
    expect(lines.getClientRects(), size).toHaveLength(1);
  }
});
