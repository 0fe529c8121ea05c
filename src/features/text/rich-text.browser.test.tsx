import '#ui/testing/house-styles.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { placeOf } from '#ui/testing/place-of.ts';
import { render } from '#ui/testing/render.tsx';
import { RichText } from './rich-text.tsx';

test('the text of a heading has links, and stays its name', async () => {
  await render(
    <h1>
      <RichText inline text="Fog at #reloading, see www.example.com" />
    </h1>,
  );
  const heading = page.getByRole('heading', { name: 'Fog at #reloading, see www.example.com', exact: true });
  await expect.element(heading.getByRole('link', { name: '#reloading' })).toHaveAttribute('href', '/tags/reloading');
  await expect.element(heading.getByRole('link', { name: 'www.example.com' })).toBeVisible();
  expect(heading.element().querySelector('p')).toBeNull();
});

test('A57, A58: markup stays text, links open in a new tab, line breaks stay', async () => {
  const host = await render(<RichText text={'<img src=x onerror=alert(1)>\njavascript:alert(2) www.example.com.'} />);
  const link = page.getByRole('link', { name: 'www.example.com' });
  await expect.element(link).toBeVisible();
  expect(host.querySelector('img')).toBeNull();
  expect(host.querySelectorAll('a')).toHaveLength(1);
  expect(link.element().getAttribute('href')).toBe('https://www.example.com/');
  expect(link.element().getAttribute('target')).toBe('_blank');
  expect(link.element().getAttribute('rel')).toContain('noopener');
  const text = host.querySelector('p');
  expect(text?.textContent).toBe('<img src=x onerror=alert(1)>\njavascript:alert(2) www.example.com.');
  expect(text && getComputedStyle(text).whiteSpace).toBe('pre-wrap');
});

test('each line has its own direction, whichever comes first', async () => {
  for (const text of ['Lane four is dry!\nשלום מטווח?', 'שלום מטווח?\nLane four is dry!']) {
    const host = await render(<RichText text={text} />);
    expect(placeOf(host, '!').left).toBeGreaterThan(placeOf(host, 'dry').left);
    expect(placeOf(host, '?').left).toBeLessThan(placeOf(host, 'שלום').left);
    // Each at its own side.
    expect(placeOf(host, 'Lane').left).toBeLessThan(placeOf(host, 'שלום').left - 100);
  }
});

test('a mention and a hashtag keep their sign at the beginning, and do not decide the direction', async () => {
  const host = await render(<RichText text={'@ann שלום!\nשלום @bob.x ו #reloading'} />);
  expect(placeOf(host, '@ann').left).toBeGreaterThan(placeOf(host, 'שלום').left);
  expect(placeOf(host, '!').left).toBeLessThan(placeOf(host, 'שלום').left);
  for (const [sign, rest] of [
    ['@', 'ann'],
    ['@', 'bob'],
    ['#', 'reloading'],
  ] as const)
    expect(placeOf(host, sign + rest).left).toBeCloseTo(placeOf(host, rest).left - placeOf(host, sign).width, 0);
});

test("the product's own marks are pictures with their name, also in a heading; an unknown one stays text", async () => {
  await render(
    <h1>
      <RichText inline text="Up :flag: with :nope:" />
    </h1>,
  );
  await expect.element(page.getByRole('img', { name: 'flag' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Up flag with :nope:', exact: true })).toBeVisible();
});
