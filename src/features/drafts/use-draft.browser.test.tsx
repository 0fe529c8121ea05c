import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dropDrafts, draftsOf } from '#data/local/drafts.ts';
import { render } from '#ui/testing/render.tsx';
import { useDraft } from './use-draft.ts';

function Form({ name }: { name: string }) {
  const { draft, kept, change } = useDraft('comment:p');
  return (
    <>
      <input
        aria-label={name}
        value={draft?.text['text'] ?? ''}
        onChange={(event) => change({ text: event.target.value })}
      />
      <output aria-label={`${name} kept`}>{kept}</output>
    </>
  );
}

afterEach(() => dropDrafts('guest'));

test('typed once, it is there when the form is drawn anew; emptied, it is gone', async () => {
  const first = await render(<Form name="one" />);
  await userEvent.fill(page.getByLabelText('one', { exact: true }), 'Half a comment');
  await expect.element(page.getByLabelText('one kept')).toHaveTextContent('kept');
  first.remove();
  await render(<Form name="two" />);
  await expect.element(page.getByLabelText('two', { exact: true })).toHaveValue('Half a comment');
  await userEvent.fill(page.getByLabelText('two', { exact: true }), '');
  await expect.poll(() => draftsOf('guest', 'comment:p')).toEqual([]);
});

test('a draft that another tab is writing is left to it', async () => {
  await render(<Form name="one" />);
  await userEvent.fill(page.getByLabelText('one', { exact: true }), 'Mine');
  await expect.poll(async () => (await draftsOf('guest', 'comment:p')).length).toBe(1);
  const [draft] = await draftsOf('guest', 'comment:p');
  // Another tab is another owner of the lock; it asks by the same name.
  const taken = await navigator.locks.request(
    `rangeday-draft:guest:${draft?.id}`,
    { ifAvailable: true },
    (lock) => lock,
  );
  expect(taken).toBeNull();
});
