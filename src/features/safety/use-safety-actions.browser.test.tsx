import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Menu } from '#ui/menu.tsx';
import { render } from '#ui/testing/render.tsx';
import { useSafetyActions } from './use-safety-actions.tsx';

function Actions({ username }: { username: string }) {
  const safety = useSafetyActions();
  return <Menu label="Actions" items={safety.items({ userId: username, username, postId: 'post' })} />;
}

test.each([
  ['wren', ['Report this post', 'Mute @wren', 'Block @wren']],
  ['Rangeday_Support', ['Report this post', 'Mute @Rangeday_Support']],
])('what can be done about a post of @%s', async (username, labels) => {
  await render(<Actions username={username} />);
  await userEvent.click(page.getByRole('button', { name: 'Actions' }));
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  expect(
    page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(labels);
});
