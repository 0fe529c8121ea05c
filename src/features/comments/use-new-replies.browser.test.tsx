import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Comment } from '#contract/comment-row.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { render } from '#ui/testing/render.tsx';
import { comment } from './testing/comment.ts';
import { useFolds } from './use-folds.ts';
import { useNewReplies } from './use-new-replies.ts';

const own = (...args: Parameters<typeof comment>): Comment => ({ ...comment(...args), mine: true });

interface Input {
  comments: readonly Comment[];
  isLoaded?: boolean;
  isEndShown?: boolean;
}

async function show(first: Input) {
  const input = createStore(first);
  function Thread() {
    const { comments, isLoaded = true, isEndShown = false } = useStore(input);
    const { shown, waiting, reveal } = useNewReplies(comments, isLoaded, isEndShown, 'linked');
    const names = (list: readonly Comment[]) => list.map(({ id }) => id).join(' ');
    return (
      <button
        type="button"
        onClick={reveal}
      >{`${isLoaded ? '' : 'loading '}${names(shown)}; ${names(waiting)};`}</button>
    );
  }
  await render(<Thread />);
  return input;
}

const thread = () => page.getByRole('button');
const [a, b] = [comment('a', 1), comment('b', 2)];

test('a thread shows all comments while it loads; later ones of others wait until they are revealed', async () => {
  const input = await show({ comments: [b], isLoaded: false });
  input.set({ comments: [a, b], isLoaded: false });
  await expect.element(thread()).toHaveTextContent('loading a b; ;');
  input.set({ comments: [a, b] });
  await expect.element(thread()).toHaveTextContent('a b; ;');
  const reply = comment('a1', 3, 'a');
  input.set({ comments: [a, reply, b, comment('c', 4), comment('linked', 5)] });
  await expect.element(thread()).toHaveTextContent('a b linked; a1 c;');
  await userEvent.click(thread());
  await expect.element(thread()).toHaveTextContent('a a1 b c linked; ;');
});

test('an own comment is shown at once, with what it answers', async () => {
  const input = await show({ comments: [a, b] });
  input.set({ comments: [a, comment('a1', 3, 'a'), own('a11', 4, 'a1'), b, comment('c', 5)] });
  await expect.element(thread()).toHaveTextContent('a a1 a11 b; c;');
});

test('while the end is on screen, comments at the end show at once and others wait', async () => {
  const input = await show({ comments: [a, b], isEndShown: true });
  input.set({ comments: [a, comment('a1', 3, 'a'), b, comment('b1', 4, 'b'), comment('c', 5)], isEndShown: true });
  await expect.element(thread()).toHaveTextContent('a b b1 c; a1;');
});

test('a wanted comment opens the folds above it once, and then the reader can close them', async () => {
  const comments = [a, comment('a1', 2, 'a'), comment('a11', 3, 'a1')];
  function Fold() {
    const { isOpen, toggle } = useFolds(comments, ['a11', 'not-here']);
    return (
      <button type="button" onClick={() => toggle('a')}>{`${isOpen('a')} ${isOpen('a1')} ${isOpen('a11')}`}</button>
    );
  }
  await render(<Fold />);
  await expect.element(thread()).toHaveTextContent('true true false');
  await userEvent.click(thread());
  await expect.element(thread()).toHaveTextContent('false true false');
});
