import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { render } from '#ui/testing/render.tsx';
import type { FeedPost } from '#contract/feed-post.ts';
import { useNewPosts, useSteadyOrder } from './use-new-posts.ts';

const post = (id: string, mine = false): FeedPost =>
  // The hook reads only these fields.
  ({ id, mine }) as FeedPost;

/** A list of ids that follows a store through the hook. */
async function show(hook: typeof useNewPosts, first: string) {
  const posts = createStore(first.split('').map((id) => post(id)));
  function List() {
    const { shown, newCount, reveal } = hook(useStore(posts));
    return (
      <button type="button" onClick={reveal}>
        {`${shown.map(({ id }) => id).join('')} ${newCount}`}
      </button>
    );
  }
  await render(<List />);
  return posts;
}

const list = () => page.getByRole('button');

test('new posts above wait until they are revealed; own posts, older posts and removals show at once', async () => {
  const posts = await show(useNewPosts, 'bc');
  await expect.element(list()).toHaveTextContent('bc 0');
  posts.set([post('a'), post('b'), post('c')]);
  await expect.element(list()).toHaveTextContent('bc 1');
  posts.set([post('m', true), post('a'), post('b'), post('c'), post('d')]);
  await expect.element(list()).toHaveTextContent('mbcd 1');
  posts.set([post('m', true), post('a'), post('c'), post('d')]);
  await expect.element(list()).toHaveTextContent('mcd 1');
  await userEvent.click(list());
  await expect.element(list()).toHaveTextContent('macd 0');
});

test('a list whose order changes keeps the order that was shown until it is revealed', async () => {
  const posts = await show(useSteadyOrder, 'abc');
  await expect.element(list()).toHaveTextContent('abc 0');
  posts.set([post('x'), post('c'), post('a'), post('b')]);
  await expect.element(list()).toHaveTextContent('abcx 0');
  posts.set([post('x'), post('c'), post('a')]);
  await expect.element(list()).toHaveTextContent('acx 0');
  await userEvent.click(list());
  await expect.element(list()).toHaveTextContent('xca 0');
});
