import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Tabs } from './tabs.tsx';
import { render } from './testing/render.tsx';

const TABS = [
  { value: 'users', label: 'User Moderation' },
  { value: 'ads', label: 'Ad Management', count: 2 },
  { value: 'future', label: 'Future Tools' },
] as const;

function Page() {
  const [value, setValue] = useState<(typeof TABS)[number]['value']>('users');
  return (
    <Tabs label="Admin" tabs={TABS} value={value} onChange={setValue}>
      <p>{`Panel of ${value}`}</p>
    </Tabs>
  );
}

test('one tab stop, arrow keys choose immediately and wrap, Tab moves into the panel', async () => {
  await render(<Page />);
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  await expect.element(tab(/User/)).toHaveAttribute('aria-selected', 'true');
  await userEvent.tab();
  await expect.element(tab(/User/)).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(tab(/Ad Man/)).toHaveFocus();
  await expect.element(page.getByRole('tabpanel', { name: /Ad Management/ })).toHaveTextContent('Panel of ads');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(tab(/User/)).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(tab(/Future/)).toHaveFocus();
  await userEvent.keyboard('{Home}');
  await userEvent.tab();
  await expect.element(page.getByRole('tabpanel')).toHaveFocus();
  await expect.element(page.getByText('2 unread')).toBeInTheDocument();
});

test('the arrow keys follow the text direction', async () => {
  const host = await render(<Page />);
  host.dir = 'rtl';
  await expect.element(page.getByRole('tab', { name: /User/ })).toBeVisible();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(page.getByRole('tab', { name: /Ad Man/ })).toHaveFocus();
});

test.each(['ltr', 'rtl'])('the selected tab is visible in a row that is too narrow for all, %s', async (dir) => {
  await render(
    <div dir={dir} style={{ width: 280 }}>
      <Tabs
        label="Dashboard"
        tabs={['User Moderation', 'Ad Management', 'Future Tools'].map((name) => ({ value: name, label: name }))}
        value="Future Tools"
        onChange={() => {}}
      >
        Nothing
      </Tabs>
    </div>,
  );
  const row = page.getByRole('tablist').element().getBoundingClientRect();
  const tab = page.getByRole('tab', { name: 'Future Tools' }).element().getBoundingClientRect();
  expect(tab.left).toBeGreaterThanOrEqual(row.left - 1);
  expect(tab.right).toBeLessThanOrEqual(row.right + 1);
});

test('long labels fit a phone by breaking between words, before the row scrolls', async () => {
  const names = ['User Moderation', 'Ad Management', 'Future Tools'];
  const host = await render(
    <div style={{ inlineSize: 360 }}>
      <Tabs label="Parts" tabs={names.map((label) => ({ value: label, label }))} value={names[0]!} onChange={() => {}}>
        Panel
      </Tabs>
    </div>,
  );
  const row = host.querySelector('[role=tablist]')!;
  expect(row.scrollWidth).toBe(row.clientWidth);
  for (const tab of row.children) expect(tab.scrollWidth, tab.textContent).toBe(tab.clientWidth);
});
