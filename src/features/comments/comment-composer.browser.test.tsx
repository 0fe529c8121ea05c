import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftsOf } from '#data/drafts/drafts.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { useDraft } from '#features/drafts/use-draft.ts';
import { render } from '#ui/testing/render.tsx';
import { CommentComposer } from './comment-composer.tsx';
import { addComment } from './mutations.ts';

vi.mock('./mutations.ts', () => ({ addComment: vi.fn() }));

let account: string;
/** Ends the storing of the comment. */
let stored: PromiseWithResolvers<Awaited<ReturnType<typeof addComment>>>;

beforeEach(() => {
  account = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: account, email: '', username: null });
  stored = Promise.withResolvers();
  vi.mocked(addComment).mockReset().mockReturnValueOnce(stored.promise);
});
afterEach(() => adoptSession(GUEST));

const onSent = vi.fn();
function Page() {
  const handle = useDraft('comment:p');
  return <CommentComposer {...{ postId: 'p', handle, comments: [], replyCount: 0, noStorage: false, onSent }} />;
}
const field = page.getByRole('textbox');
const texts = async () => (await draftsOf(account, 'comment:p')).map(({ fields }) => fields.text);

test('what is typed while a comment is being stored is the next comment', async () => {
  await render(<Page />);
  await userEvent.fill(field, 'Bay 4');
  await userEvent.click(page.getByRole('button', { name: 'Send comment' }));
  await expect.element(field).toHaveValue('');
  await userEvent.fill(field, 'Bay 5');
  expect(addComment).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ text: 'Bay 4' }));
  stored.resolve({ ok: true, id: 'c' });
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledExactlyOnceWith('c', false));
  await expect.element(field).toHaveValue('Bay 5');
  // The mutation deletes the draft of the first one.
  expect(await texts()).toContain('Bay 5');
});

test('a comment that could not be stored returns to its field', async () => {
  await render(<Page />);
  await userEvent.fill(field, 'Bay 4');
  await userEvent.click(page.getByRole('button', { name: 'Send comment' }));
  stored.resolve({ ok: false, code: 'storage_full' });
  await expect.element(page.getByText(/^Device storage is full/)).toBeVisible();
  await expect.element(field).toHaveValue('Bay 4');
});
