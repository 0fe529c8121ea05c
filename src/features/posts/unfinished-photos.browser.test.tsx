import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draftsOf, storeDraft } from '#data/drafts/drafts.ts';
import { originalsOf, storeOriginal } from '#data/drafts/originals.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { useDraft } from '#features/drafts/use-draft.ts';
import { takePicture } from '#features/media/mutations.ts';
import { takingStore } from '#features/media/reduce-mutations.ts';
import { DueList } from '#features/outbox/due-list.tsx';
import { useDuePosts } from '#features/outbox/due-queries.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { render } from '#ui/testing/render.tsx';
import { Composer } from './composer.tsx';
import { resumeDuePosts } from './due-posts.ts';
import { createPost } from './mutations.ts';

vi.mock('#features/media/mutations.ts', () => ({ takePicture: vi.fn(), isDeviceFull: async () => false }));
vi.mock('@tanstack/react-router', async (load) => ({
  ...(await load<object>()),
  useNavigate: () => async () => show(true),
}));
vi.mock('./mutations.ts', () => ({ createPost: vi.fn(async () => ({ ok: true, id: 'p' })) }));
vi.mock('#data/outbox/write.ts', async (load) => ({
  ...(await load<object>()),
  memberReplica: async () => ({ ok: true, userId: '', replica: { db: { getOptional: async () => null } } }),
}));

const NAMES = ['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'];

function Page() {
  const { draft, change, changeFiles } = useDraft('post');
  if (!draft) return null;
  return (
    <>
      <Composer
        key={draft.id}
        draftId={draft.id}
        fields={draft.fields}
        pictures={draft.files}
        onChange={change}
        onPictures={(edit) => changeFiles(draft.id, edit)}
        offline
        onPosted={() => {}}
        onNeedsUsername={() => {}}
      />
      <output aria-label="taken">{draft.files.map(({ name }) => name).join(' ')}</output>
    </>
  );
}

/** Leaves the form, or opens it again. */
const isOpen = createStore(true);
const show = (value: boolean) => isOpen.set(value);

function Screen() {
  const due = useDuePosts();
  return useStore(isOpen) ? <Page /> : <DueList posts={due} />;
}

const leave = async () => {
  show(false);
  await expect.element(title).not.toBeInTheDocument();
};

/** Resolves when a photo is being reduced. */
let reducing: () => Promise<void>;
/** Lets that one end. */
let release: () => Promise<void>;

/** Each test has its own: a page finishes its drafts also after the form was left, when the test has ended. */
let account: string;

beforeEach(() => {
  show(true);
  account = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: account, email: '', username: null });
  const waiting: (() => void)[] = [];
  vi.mocked(takePicture).mockImplementation(async (file) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    if (file.name === 'bad.jpg') return { ok: false, code: 'unreadable' };
    const picture = { name: file.name, type: 'image/jpeg', width: 4, height: 3, preview: '', alt: '', located: false };
    return { ok: true, picture: { ...picture, id: '', bytes: await file.arrayBuffer() } };
  });
  vi.mocked(createPost).mockClear();
  reducing = () => expect.poll(() => waiting.length).toBe(1);
  release = async () => {
    await reducing();
    waiting.pop()?.();
  };
});

afterEach(() => {
  expect(takingStore.get()).toEqual([]);
  adoptSession(GUEST);
});

function choose(names: readonly string[]): void {
  const input = document.querySelector<HTMLInputElement>('input[aria-label="Photos"]')!;
  const data = new DataTransfer();
  for (const name of names) data.items.add(new File([name], name, { type: 'image/jpeg' }));
  input.files = data.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

const title = page.getByLabelText('Title');
const submit = () => userEvent.click(page.getByRole('button', { name: 'Post', exact: true }));
const posted = () =>
  vi.mocked(createPost).mock.calls.map(([{ title: text, images = [] }]) => [text, ...images.map(({ name }) => name)]);

test('five photos, Post and away at once: one post with five photos in their order', async () => {
  await render(<Screen />);
  await userEvent.fill(title, 'Steel');
  choose(NAMES);
  await submit();
  await leave();
  // It is shown at once.
  const due = page.getByRole('region', { name: '1 post is being prepared' });
  await expect.element(due.getByRole('heading', { name: 'Steel' })).toBeVisible();
  await expect.element(due.getByText(/^0 of 5 photos ready$/)).toBeVisible();
  await release();
  await expect.element(due.getByText(/^1 of 5 photos ready$/)).toBeVisible();
  for (const _ of NAMES.slice(1)) await release();
  await vi.waitFor(() => expect(posted()).toEqual([['Steel', ...NAMES]]));
  // The composer that is opened next is not the one of this post.
  show(true);
  await expect.element(title).toHaveValue('');
});

test('a submitted post whose photos are not ready is taken back to the form with all of them', async () => {
  await render(<Screen />);
  await userEvent.fill(title, 'Steel');
  choose(['1.jpg', '2.jpg']);
  await submit();
  await leave();
  await release();
  await userEvent.click(page.getByRole('button', { name: 'Edit: Steel' }));
  await expect.element(title).toHaveValue('Steel');
  await release();
  await expect.element(page.getByLabelText('taken')).toHaveTextContent('1.jpg 2.jpg');
  expect(createPost).not.toHaveBeenCalled();
  show(false);
  await expect.element(page.getByText('being prepared')).not.toBeInTheDocument();
  expect(createPost).not.toHaveBeenCalled();
});

test('a page that was closed while photos are reduced: the next one reduces them and sends the post once', async () => {
  const draft = { id: crypto.randomUUID(), place: 'post' } as const;
  for (const name of NAMES)
    await storeOriginal(account, draft, { id: `${draft.id}-${name}`, name, bytes: new ArrayBuffer(3) });
  const due = { id: crypto.randomUUID(), photos: 5 };
  await storeDraft(account, { ...draft, fields: { title: 'Steel', due }, changed_at: Date.now() });
  const resumed = resumeDuePosts();
  for (const _ of NAMES) await release();
  await resumed;
  await vi.waitFor(() => expect(posted()).toEqual([['Steel', ...NAMES]]));
  expect(vi.mocked(createPost).mock.lastCall?.[0]).toMatchObject({ id: due.id, draftId: draft.id });
});

test('a submitted post whose photo cannot be read stays a draft with the others', async () => {
  await render(<Screen />);
  await userEvent.fill(title, 'Steel');
  choose(['1.jpg', 'bad.jpg', '3.jpg']);
  await submit();
  await leave();
  for (let count = 0; count < 3; count += 1) await release();
  await expect
    .poll(async () => (await draftsOf(account, 'post')).map(({ fields }) => fields))
    .toEqual([{ title: 'Steel' }]);
  expect(createPost).not.toHaveBeenCalled();
  show(true);
  await expect.element(page.getByLabelText('taken')).toHaveTextContent('1.jpg 3.jpg');
});

test('a form that is left and opened again has all of its photos, and cancelled ones stay away', async () => {
  await render(<Screen />);
  await expect.element(title).toBeVisible();
  choose(['1.jpg', '2.jpg', '3.jpg']);
  // Until the originals are stored, only this page has them.
  await expect.poll(() => takingStore.get().every(({ isStored }) => isStored)).toBe(true);
  await release();
  await expect.element(page.getByLabelText('taken')).toHaveTextContent('1.jpg');
  await leave();
  await release();
  show(true);
  await expect.element(page.getByLabelText('taken')).toHaveTextContent('1.jpg 2.jpg');
  // One that is cancelled before is not reduced at all.
  await reducing();
  await userEvent.click(page.getByRole('button', { name: 'Remove photo 3' }));
  await release();
  await expect.poll(() => takingStore.get()).toEqual([]);
  await leave();
  const [draft] = await draftsOf(account, 'post');
  expect(draft?.files.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg']);
  expect(await originalsOf(account, draft?.id ?? '')).toEqual([]);
});
