import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftsOf } from '#data/drafts/drafts.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { useDraft } from './use-draft.ts';

function Form({ name, place }: { name: string; place: string }) {
  const { draft, kept, change } = useDraft(place);
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

afterEach(() => adoptSession(GUEST));

test('typed once, it is there when the form is drawn anew; emptied, it is gone', async () => {
  const first = await render(<Form name="one" place="comment:0" />);
  await userEvent.fill(page.getByLabelText('one', { exact: true }), 'Half a comment');
  await expect.element(page.getByLabelText('one kept')).toHaveTextContent('kept');
  first.remove();
  await render(<Form name="two" place="comment:0" />);
  await expect.element(page.getByLabelText('two', { exact: true })).toHaveValue('Half a comment');
  await userEvent.fill(page.getByLabelText('two', { exact: true }), '');
  await expect.poll(() => draftsOf('guest', 'comment:0')).toEqual([]);
});

test('when somebody else logs in elsewhere, the form shows nothing of the one before and writes nothing for them', async () => {
  await render(<Form name="one" place="comment:1" />);
  await userEvent.fill(page.getByLabelText('one', { exact: true }), 'Of the guest');
  adoptSession({ kind: 'member', userId: 'bob', email: '', username: null });
  const field = page.getByLabelText('one', { exact: true });
  await expect.element(field).toHaveValue('');
  await expect.poll(() => draftsOf('guest', 'comment:1')).toMatchObject([{ text: { text: 'Of the guest' } }]);
  await userEvent.fill(field, 'Of Bob');
  await expect.poll(() => draftsOf('bob', 'comment:1')).toMatchObject([{ text: { text: 'Of Bob' } }]);
  expect(await draftsOf('guest', 'comment:1')).toHaveLength(1);
});

test('a draft that another tab is writing is left to it', async () => {
  await render(<Form name="one" place="comment:2" />);
  await userEvent.fill(page.getByLabelText('one', { exact: true }), 'Mine');
  await expect.poll(async () => (await draftsOf('guest', 'comment:2')).length).toBe(1);
  const [draft] = await draftsOf('guest', 'comment:2');
  // Another tab is another owner of the lock; it asks by the same name.
  const taken = await navigator.locks.request(
    `rangeday-draft:guest:${draft?.id}`,
    { ifAvailable: true },
    (lock) => lock,
  );
  expect(taken).toBeNull();
});
