import './testing/house-styles.ts';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { followBars } from './follow-bars.ts';
import { PageBar } from './page-bar.tsx';
import { SearchBox } from './search-box.tsx';
import { render } from './testing/render.tsx';

afterEach(async () => {
  document.documentElement.removeAttribute('style');
  document.documentElement.removeAttribute('dir');
  scrollTo(0, 0);
  await page.viewport(414, 896);
});

const TITLE = 'Where you are logged in, and since when, on all of your devices';

function Page({ title }: { title: string }) {
  return (
    <main id="main">
      <PageBar title={title} />
      <SearchBox value="" onChange={() => {}} label="Find" clearLabel="Clear" maxLength={10} />
      {Array.from({ length: 40 }, (_, line) => (
        <p key={line} style={{ minHeight: 60 }}>
          <a href="#x">Line {line}</a>
        </p>
      ))}
    </main>
  );
}

for (const dir of ['ltr', 'rtl']) {
  test.each([
    [320, 32],
    [360, 16],
    [768, 32],
    [1280, 16],
  ])(`${dir}, %d px, text of %d px: the focus is never below the bars at the top`, async (width, size) => {
    document.documentElement.dir = dir;
    document.documentElement.style.fontSize = `${size}px`;
    await page.viewport(width, 700);
    const host = await render(<Page title={TITLE} />);
    const end = followBars();
    const bottom = () =>
      Math.max(...[...host.querySelectorAll('[data-top-bar]')].map((bar) => bar.getBoundingClientRect().bottom));
    scrollTo(0, document.documentElement.scrollHeight);
    // Backwards, as Shift+Tab does.
    for (const link of [...host.querySelectorAll('a')].toReversed()) {
      link.focus();
      const { top } = link.getBoundingClientRect();
      expect(top, link.textContent).toBeGreaterThanOrEqual(bottom());
    }
    // A bar stays below the other one, whose title takes several lines.
    scrollTo(0, 400);
    const [first, second] = [...host.querySelectorAll('[data-top-bar]')].map((bar) => bar.getBoundingClientRect());
    expect(Math.abs(second!.top - first!.bottom)).toBeLessThanOrEqual(1);
    end();
  });
}

test('the height follows a bar that grows, and the bar of the next page', async () => {
  await page.viewport(320, 700);
  const host = await render(<Page title="Short" />);
  const end = followBars();
  const bars = () => document.documentElement.style.getPropertyValue('--bars');
  const before = parseFloat(bars());
  host.querySelector('h1')!.textContent = TITLE.repeat(3);
  await expect.poll(() => parseFloat(bars())).toBeGreaterThan(before + 20);
  host.querySelector('[data-top-bar]')!.remove();
  await expect.poll(() => parseFloat(bars())).toBeLessThan(before);
  end();
  expect(bars()).toBe('');
});
