import './testing/house-styles.ts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { IconButton } from './icon-button.tsx';
import { ShareIcon } from './icons/more-icons.tsx';
import { Tooltip } from './tooltip.tsx';
import { render } from './testing/render.tsx';

const tip = () => document.querySelector<HTMLElement>('[role=tooltip]');
const shown = () => tip()?.matches(':popover-open') ?? false;

test('keyboard focus shows it immediately; Escape and leaving hide it', async () => {
  await render(
    <Tooltip text="Will send automatically">
      <button type="button">Queued</button>
    </Tooltip>,
  );
  const button = page.getByRole('button', { name: 'Queued' });
  await expect.element(button).toHaveAccessibleDescription('Will send automatically');
  expect(shown()).toBe(false);
  await userEvent.tab();
  expect(shown()).toBe(true);
  await userEvent.keyboard('{Escape}');
  expect(shown()).toBe(false);
  await userEvent.tab({ shift: true });
  await userEvent.tab();
  expect(shown()).toBe(true);
});

test('a resting pointer shows it; text equal to the label is not announced twice', async () => {
  await render(
    <IconButton label="Share">
      <ShareIcon />
    </IconButton>,
  );
  const button = page.getByRole('button', { name: 'Share' });
  await button.hover();
  await expect.poll(shown).toBe(true);
  await expect.element(button).toHaveAccessibleDescription('');
  const box = tip()!.getBoundingClientRect();
  expect(box.left).toBeGreaterThanOrEqual(0);
  await userEvent.unhover(button);
  await expect.poll(shown).toBe(false);
});
