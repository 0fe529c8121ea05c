import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { useLeaveLater } from './use-leave-later.ts';

function Post({ leave }: { leave: () => void }) {
  return (
    <button type="button" onClick={useLeaveLater(leave)}>
      Delete
    </button>
  );
}
function Page({ leave }: { leave: () => void }) {
  const [isHere, setHere] = useState(true);
  return (
    <>
      {isHere && <Post leave={leave} />}
      <button type="button" onClick={() => setHere(false)}>
        Elsewhere
      </button>
    </>
  );
}

/** The click and its effects. */
async function press(name: string): Promise<void> {
  (page.getByRole('button', { name }).element() as HTMLElement).click();
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
}

afterEach(() => void vi.useRealTimers());

test('the page of a deleted post is left 1.5 s later, but not once the member is elsewhere', async () => {
  const leave = vi.fn();
  const host = await render(<Page leave={leave} />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await press('Delete');
  vi.advanceTimersByTime(1499);
  expect(leave).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(leave).toHaveBeenCalledOnce();
  vi.useRealTimers();
  host.remove();

  await render(<Page leave={leave} />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await press('Delete');
  await press('Elsewhere');
  vi.advanceTimersByTime(5000);
  expect(leave).toHaveBeenCalledOnce();
});
