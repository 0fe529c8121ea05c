import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Place, readDraftRow } from '#contract/drafts.ts';
import { draftsOf } from '#data/drafts/drafts.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { saveDraft } from './drafts.ts';
import { useDraft } from './use-draft.ts';

function Form({ name, place }: { name: string; place: Place<'comment'> }) {
  const { draft, saved, change, switchTo } = useDraft(place);
  return (
    <>
      <button type="button" onClick={() => void switchTo(null)}>
        New
      </button>
      <input
        aria-label={name}
        value={draft?.fields.text ?? ''}
        disabled={!draft}
        onChange={(event) => change({ text: event.target.value })}
      />
      <output aria-label={`${name} saved`}>{saved?.result}</output>
    </>
  );
}

afterEach(() => adoptSession(GUEST));

test('a draft is restored when the form is mounted again, and deleted when it is emptied', async () => {
  const first = await render(<Form name="one" place="comment:0" />);
  await userEvent.fill(page.getByLabelText('one', { exact: true }), 'Half a comment');
  await expect.element(page.getByLabelText('one saved')).toHaveTextContent('saved');
  first.remove();
  await render(<Form name="two" place="comment:0" />);
  await expect.element(page.getByLabelText('two', { exact: true })).toHaveValue('Half a comment');
  await userEvent.fill(page.getByLabelText('two', { exact: true }), '');
  await expect.poll(() => draftsOf('guest', 'comment:0')).toEqual([]);
});

test('after another tab changed the account, the form shows and writes only the new account’s draft', async () => {
  await render(<Form name="one" place="comment:1" />);
  await userEvent.fill(page.getByLabelText('one', { exact: true }), 'Of the guest');
  adoptSession({ kind: 'member', userId: 'bob', email: '', username: null });
  const field = page.getByLabelText('one', { exact: true });
  await expect.element(field).toHaveValue('');
  await expect.poll(() => draftsOf('guest', 'comment:1')).toMatchObject([{ fields: { text: 'Of the guest' } }]);
  await userEvent.fill(field, 'Of Bob');
  await expect.poll(() => draftsOf('bob', 'comment:1')).toMatchObject([{ fields: { text: 'Of Bob' } }]);
  expect(await draftsOf('guest', 'comment:1')).toHaveLength(1);
});

test('what is typed right after the start of a new draft belongs to it', async () => {
  await render(<Form name="one" place="comment:3" />);
  const field = page.getByLabelText('one', { exact: true });
  await userEvent.fill(field, 'First');
  const input = field.element() as HTMLInputElement;
  page
    .getByRole('button', { name: 'New' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  // React renders in a microtask after the click.
  await Promise.resolve();
  expect(input.value).toBe('');
  await userEvent.fill(field, 'Second');
  await expect
    .poll(async () =>
      (await draftsOf('guest', 'comment:3'))
        .map(({ fields }) => fields.text)
        .toSorted((one = '', other = '') => one.localeCompare(other)),
    )
    .toEqual(['First', 'Second']);
});

test('a draft that a form has open is locked for other tabs', async () => {
  await render(<Form name="one" place="comment:2" />);
  await userEvent.fill(page.getByLabelText('one', { exact: true }), 'Mine');
  await expect.poll(async () => (await draftsOf('guest', 'comment:2')).length).toBe(1);
  const [draft] = await draftsOf('guest', 'comment:2');
  // Another tab requests the same lock.
  const taken = await navigator.locks.request(
    `rangeday-draft:guest:${draft?.id}`,
    { ifAvailable: true },
    (lock) => lock,
  );
  expect(taken).toBeNull();
});

test.each([
  ['a draft with only a video', 'post', { video: '018f' }, true],
  ['an edit that only moves pictures', 'edit:1', { order: ['b', 'a'] }, true],
  ['an edit that only describes a picture', 'edit:1', { alts: { b: 'Six plates' } }, true],
  ['an edit that only pins the post', 'edit:1', { sticky: true }, true],
  ['an edit that a former release wrote', 'edit:1', { 'alt:b': 'Six plates' }, true],
  [
    'a new post with only its settings',
    'post',
    { sticky: true, audience: 'friends', poll: { question: '', options: ['', ''] } },
    false,
  ],
] satisfies [string, Place, object, boolean][])(
  '%s is kept if it is the member’s work',
  async (name, place, text, isKept) => {
    const draft = readDraftRow({ id: name, place, text, files: [], changed_at: 0 })!;
    await saveDraft({ ...draft, owner: 'guest' }, false);
    expect((await draftsOf('guest', place)).some(({ id }) => id === name)).toBe(isKept);
  },
);
