import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';

/**
 * Searches the open picker and picks the emoji of exactly this name. It waits for the results: until they are there,
 * the emoji may already stand among the frequently used ones, at a place where it is not when the press ends.
 */
export async function pickEmoji(name: string): Promise<void> {
  // Some pickers open as a bar of quick reactions.
  const [search, more] = ['search-input', 'expand-reactions'].map((part) => `[data-epr-part="${part}"]`);
  await expect.poll(() => document.querySelector(`${search}, ${more}`)).not.toBeNull();
  const all = document.querySelector<HTMLElement>(more ?? '');
  if (all) await userEvent.click(all);
  await userEvent.fill(page.getByRole('textbox', { name: 'Search emoji' }), name);
  await expect.element(page.getByText(/emoji found/)).toBeInTheDocument();
  await userEvent.click(page.getByRole('gridcell', { name, exact: true }).last());
}
