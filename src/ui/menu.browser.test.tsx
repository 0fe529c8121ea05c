import './testing/house-styles.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Menu } from './menu.tsx';
import { render } from './testing/render.tsx';
import { setScreen } from './testing/safe-area.ts';

async function showMenu() {
  const chosen = vi.fn();
  const item = (label: string, more = {}) => ({ label, onSelect: () => chosen(label), ...more });
  const items = [
    item('Edit'),
    item('Copy link'),
    item('Pinned', { checked: true }),
    item('Report', { disabled: true, note: 'Needs a signal' }),
    item('Delete', { tone: 'stop' as const }),
  ];
  await render(
    <>
      <Menu label="More" items={items} />
      <button type="button">Elsewhere</button>
    </>,
  );
  const trigger = page.getByRole('button', { name: 'More' });
  await expect.element(trigger).toBeVisible();
  return { chosen, trigger, focused: () => document.activeElement?.textContent };
}

test('arrow keys, Home, End and first letters move; closed, it renders no items', async () => {
  const { trigger, focused } = await showMenu();
  expect(document.querySelectorAll('[role^=menuitem]')).toHaveLength(0);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Edit' })).toHaveFocus();
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('Copy link');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(focused()).toBe('Delete');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('Edit');
  await userEvent.keyboard('{End}');
  expect(focused()).toBe('Delete');
  await userEvent.keyboard('{Home}');
  expect(focused()).toBe('Edit');
  await userEvent.keyboard('re');
  expect(focused()).toContain('Report');
  await expect.element(page.getByRole('menuitemcheckbox', { name: 'Pinned' })).toHaveAttribute('aria-checked', 'true');
});

test('Escape and choosing close it and return focus', async () => {
  const { trigger, chosen } = await showMenu();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(trigger).toHaveFocus();
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
  expect(chosen).not.toHaveBeenCalled();

  await userEvent.keyboard('{ArrowUp}');
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Delete');
  await expect.element(trigger).toHaveFocus();
});

test('a disabled item can be focused but not chosen; a press outside closes', async () => {
  const { trigger, chosen } = await showMenu();
  await trigger.click();
  const report = page.getByRole('menuitem', { name: /Report/ });
  await expect.element(report).toHaveAttribute('aria-disabled', 'true');
  await report.click({ force: true });
  expect(chosen).not.toHaveBeenCalled();
  await expect.element(report).toBeVisible();
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
  // A press on the button of an open menu closes it and does not reopen it.
  await trigger.click();
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'true');
  await trigger.click();
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
});

test('it follows its button by some pixels, and closes when the page is scrolled', async () => {
  const { trigger } = await showMenu();
  document.body.style.minHeight = '300vh';
  const menu = page.getByRole('menu');
  const scrolled = (top: number) => {
    const done = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    scrollTo(0, top);
    return done;
  };
  // The event of this scroll arrives after the press.
  const begun = scrolled(2);
  (trigger.element() as HTMLElement).click();
  await begun;
  await scrolled(6);
  await expect.element(menu).toBeVisible();
  const gap = () => menu.element().getBoundingClientRect().top - trigger.element().getBoundingClientRect().bottom;
  expect(gap()).toBeCloseTo(4, 0);
  await scrolled(200);
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
  document.body.style.minHeight = '';
});

test('it opens above the home bar of a phone', async () => {
  // Neither above nor below its button there is room for it.
  await setScreen({ width: 360, height: 340, insets: { bottom: 34 } });
  const { trigger } = await showMenu();
  Object.assign((trigger.element() as HTMLElement).style, { position: 'fixed', top: '100px' });
  await userEvent.click(trigger);
  const menu = page.getByRole('menu');
  await expect.element(menu).toHaveAttribute('data-placed');
  expect(menu.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(340 - 34);
});
