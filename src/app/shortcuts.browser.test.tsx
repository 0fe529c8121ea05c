import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { Shortcuts } from './shortcuts.tsx';

function Entry({ title }: { title: string }) {
  const [votes, setVotes] = useState(0);
  return (
    <article>
      <h2>
        <a href="#entry">{title}</a>
      </h2>
      <button type="button" aria-keyshortcuts="l" onClick={() => setVotes(votes + 1)}>{`${title}: ${votes}`}</button>
    </article>
  );
}

/** A key that stays pressed: the browser repeats its event. */
function hold(key: string, repeats: number): void {
  for (let count = 0; count <= repeats; count += 1)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, repeat: count > 0 }));
}

test('a key that stays pressed votes once, and moves from entry to entry', async () => {
  await render(
    <main style={{ paddingTop: 200 }}>
      <Shortcuts />
      <Entry title="One" />
      <Entry title="Two" />
      <Entry title="Three" />
    </main>,
  );
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('link', { name: 'One' })).toHaveFocus();
  hold('l', 20);
  hold('j', 1);
  await expect.element(page.getByRole('link', { name: 'Three' })).toHaveFocus();
  await expect.element(page.getByRole('button', { name: 'One: 1' })).toBeVisible();
});
