import './testing/house-styles.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { EmojiPicker } from './emoji-picker.tsx';
import { pickEmoji } from './testing/pick-emoji.ts';
import { render } from './testing/render.tsx';

const part = (name: string) => [...document.querySelectorAll<HTMLElement>(`[data-epr-part="${name}"]`)];

// What another test has picked would be suggested here, too.
beforeEach(() => localStorage.removeItem('epr_suggested'));

test('shows all non-empty categories, dark, at full width, without loading any picture', async () => {
  const pick = vi.fn();
  const host = await render(
    <div style={{ width: 320 }}>
      <EmojiPicker onPick={pick} />
    </div>,
  );
  await vi.waitFor(() => expect(part('category-tab').length).toBeGreaterThanOrEqual(9));
  const names = part('category-tab').map((tab) => tab.getAttribute('aria-label') ?? tab.title);
  for (const name of [
    'Smileys',
    'Animals',
    'Food',
    'Travel',
    'Activities',
    'Objects',
    'Symbols',
    'Flags',
    'Rangeday',
  ]) {
    expect(names.join()).toContain(name);
  }
  const root = part('root')[0]!;
  expect(root.getBoundingClientRect().width).toBe(320);
  expect(getComputedStyle(root).backgroundColor).toMatch(/^rgb\((\d|[1-5]\d), /);
  // The drawn marks are in the code.
  const pictures = [...host.querySelectorAll('img')].map((image) => new URL(image.src).protocol);
  expect(pictures.filter((protocol) => protocol !== 'data:')).toEqual([]);

  await pickEmoji('hot beverage');
  expect(pick).toHaveBeenCalledExactlyOnceWith('☕');
});

test("the product's own marks have a tab, and are written by their name", async () => {
  const pick = vi.fn();
  await render(<EmojiPicker onPick={pick} />);
  await pickEmoji('steel');
  expect(pick).toHaveBeenCalledExactlyOnceWith(':steel:');
});

test('six skin tones', async () => {
  await render(<EmojiPicker onPick={() => {}} />);
  await vi.waitFor(() => expect(part('skin-tone').length).toBeGreaterThan(0));
  part('skin-tone')[0]!.querySelector('button')?.click();
  await vi.waitFor(() => expect(part('skin-tone-button')).toHaveLength(6));
});

test('seven quick reactions, and a + that opens all', async () => {
  const pick = vi.fn();
  await render(
    <div style={{ width: 300 }}>
      <EmojiPicker reactions onPick={pick} />
    </div>,
  );
  await vi.waitFor(() => expect(part('reaction')).toHaveLength(7));
  expect(part('reaction').map((button) => button.textContent.trim())).toEqual([
    '👍',
    '❤️',
    '😃',
    '😢',
    '🙏',
    '👎',
    '😡',
  ]);
  const edge = part('root')[0]!.getBoundingClientRect();
  for (const button of [...part('reaction'), part('expand-reactions')[0]!]) {
    const { bottom, right } = button.getBoundingClientRect();
    expect(bottom, 'not cut off').toBeLessThanOrEqual(edge.bottom);
    expect(right, 'not cut off').toBeLessThanOrEqual(edge.right);
  }
  await userEvent.click(part('reaction')[1]!);
  expect(pick).toHaveBeenCalledExactlyOnceWith('❤️');
  await userEvent.click(part('expand-reactions')[0]!);
  await vi.waitFor(() => expect(part('category-tab').length).toBeGreaterThanOrEqual(8));
});
