import 'fake-indexeddb/auto';
import { randomBytes } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { syncState } from '#data/device/sync-state.ts';
import { readKey, removeKey, writeKey } from '#data/device/kv.ts';
import { sendFiles } from '#data/media/background-files.ts';
import { dropMedia, listJobs, storeFiles } from '#data/media/media-store.ts';
import { type UploadCall, uploadResumable } from '#data/media/tus-upload.ts';
import { packExport } from '#data/remote/export.ts';
import { fetchAs, postJson } from '#data/http/request.ts';
import { supabase } from '#data/remote/supabase.ts';
import { AUTH_KEY } from '#data/session/auth-lock.ts';
import { changePassword, endOnServer } from '#data/session/own-account.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { storeSession } from '#data/session/stored-token.ts';
import { memberToken, memberTokenIfAny } from '#data/session/tokens.ts';
import { openProject, type Project } from '../contract-backend/support/backend.ts';

// Outside a browser the client takes a buffer instead of a blob.
vi.mock('tus-js-client', async (importOriginal) => {
  const tus = await importOriginal<{ Upload: new (file: unknown, options: object) => object }>();
  const Upload = class extends tus.Upload {
    constructor(_file: unknown, options: object) {
      super(FILE, options);
    }
  };
  return { ...tus, Upload };
});

/** Several requests of the page, which have 6 MB at most. */
const FILE = randomBytes(16_000_000);
const BUCKET = 'public-media';
const SQL = `
  create policy "own folder" on storage.objects for all to authenticated
    using ((storage.foldername(name))[1] = (select auth.uid())::text) with check ((storage.foldername(name))[1] = (select auth.uid())::text);
  create function public.who() returns uuid language sql as $$ select auth.uid() $$;
  create table public.notes (id int primary key, user_id uuid default auth.uid());
  grant select, insert on public.notes to authenticated;
`;

let project: Project;
beforeAll(async () => {
  project = await openProject(SQL);
  await project.admin.storage.createBucket(BUCKET, { public: false });
});
afterAll(async () => {
  await project.stop();
});

const sign = (claims: object, secret: string): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(secret));

let id: string;
beforeEach(async () => {
  const member = await project.member();
  ({ id } = member);
  vi.stubGlobal('location', { origin: project.url });
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, ...more: unknown[]) => (more.at(-1) as (lock: object) => unknown)({}),
    },
  });
  adoptSession({ kind: 'member', userId: id, email: '', username: null });
  await storeSession((await member.client.auth.getSession()).data.session!);
});
afterEach(async () => {
  project.embedded!.replaceJwtSecret(project.embedded!.jwtSecret);
  await dropMedia(id);
  await removeKey(AUTH_KEY);
  adoptSession(GUEST);
  vi.unstubAllGlobals();
});

/** Replaces the token on the device, which cannot tell that it is no longer valid: its clock may be wrong. */
async function replaceToken(change: (claims: object) => Promise<string>): Promise<void> {
  const session = JSON.parse((await readKey<string>(AUTH_KEY)) ?? '') as { access_token: string };
  session.access_token = await change(decodeJwt(session.access_token));
  await writeKey(AUTH_KEY, JSON.stringify(session));
}
const past = Math.floor(Date.now() / 1000) - 5;
const expire = () =>
  replaceToken((claims) => sign({ ...claims, iat: past - 3600, exp: past }, project.embedded!.jwtSecret));
const ENDS = [
  ['has expired', expire],
  ['is of a former secret', () => replaceToken((claims) => sign(claims, 'x'.repeat(40)))],
] as const;

/** `onAnswer` is awaited before the next request. */
function upload(path: string, onAnswer: (offset: number) => Promise<void> | void, more: Partial<UploadCall> = {}) {
  let pending: Promise<void> | void;
  return uploadResumable({
    job: { bucket: BUCKET, path, upload_url: null, type: 'image/png', failures: 0 },
    ...{ bytes: FILE.buffer, endpoint: `${project.url}/storage/v1/upload/resumable`, publishableKey: project.anonKey },
    tokens: async (refused) => {
      await pending;
      return memberToken(id, refused);
    },
    signal: new AbortController().signal,
    onStarted() {},
    onProgress() {},
    onConfirmed(offset) {
      pending = onAnswer(offset);
    },
    ...more,
  });
}
const stored = async (path: string) => {
  const { rows } = await project.embedded!.db.query<{ size: number }>(
    `select (metadata ->> 'size')::int as size from storage.objects where name = $1`,
    [path],
  );
  return rows.map(({ size }) => size);
};

test.each([
  ...ENDS,
  ['was made before JWT_SECRET was replaced', async () => project.embedded!.replaceJwtSecret()] as const,
])('an upload goes on where it was and is completed if the token %s', async (_, end) => {
  const path = `${id}/a.png`;
  const started: string[] = [];
  let ended = 0;
  const outcome = await upload(
    path,
    async (offset) => {
      if (offset > 0 && offset < FILE.length && (ended += 1) <= 2) await end();
    },
    { onStarted: (url) => started.push(url) },
  );
  expect(outcome).toEqual({ kind: 'done' });
  expect(ended).toBeGreaterThanOrEqual(2);
  // It was begun once.
  expect(new Set(started).size).toBe(1);
  expect(await stored(path)).toEqual([FILE.length]);
  expect(syncState.get().signInNeeded).toBe(false);
});

test.each(ENDS)('an upload that was interrupted goes on where it was if the token %s meanwhile', async (_, end) => {
  const path = `${id}/a.png`;
  const stop = new AbortController();
  const offsets: number[] = [];
  let url = '';
  const onStarted = (at: string) => (url = at);
  const first = await upload(path, (offset) => (offset > 0 && url !== '' ? stop.abort() : undefined), {
    ...{ signal: stop.signal, onStarted },
  });
  expect(first).toEqual({ kind: 'later' });
  await end();
  const begun = url;
  const job = { bucket: BUCKET, path, upload_url: begun, type: 'image/png', failures: 1 } as const;
  expect(await upload(path, (offset) => void offsets.push(offset), { job, onStarted })).toEqual({ kind: 'done' });
  expect(url).toBe(begun);
  expect(offsets[0]).toBeGreaterThan(0);
  expect(await stored(path)).toEqual([FILE.length]);
});

test.each(ENDS)('the service worker goes on with a file if the token %s', async (_, end) => {
  const bytes = randomBytes(13_000_000).buffer;
  const about = { id: 'big', path: `${id}/big.png`, type: 'image/png', label: '', size: bytes.byteLength } as const;
  const job = { kind: 'profile_picture', bucket: BUCKET, field: 'banner_url', isHosted: false, ...about } as const;
  await storeFiles(id, [{ job: { ...job, created_at: Date.now() }, bytes }]);
  const requests: string[] = [];
  const send = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const response = await send(url, init);
    if (url.includes('/upload/')) requests.push(`${init.method} ${response.status}`);
    if (requests.length === 2) await end();
    return response;
  });
  expect(await sendFiles(id)).toBe('done');
  expect(requests).toEqual(['POST 201', 'PATCH 204', 'PATCH 400', 'PATCH 204', 'PATCH 204']);
  expect((await listJobs(id)).map(({ state }) => state)).toEqual(['sent']);
  expect(await stored(`${id}/big.png`)).toEqual([13_000_000]);
});

test('a session that has ended too needs a log-in, and the file waits for it', async () => {
  const outcome = await upload(`${id}/a.png`, async (offset) => {
    if (offset <= 0) return;
    await expire();
    await project.embedded!.db.query('delete from auth.sessions where user_id = $1', [id]);
  });
  expect(outcome).toEqual({ kind: 'later' });
  expect(syncState.get().signInNeeded).toBe(true);
});

test.each(ENDS)('other calls are answered as the member if the token %s', async (_, end) => {
  await end();
  const who = await postJson('/rest/v1/rpc/who', {}, { tokens: memberTokenIfAny, timeoutMs: 5000 });
  expect(who).toMatchObject({ status: 200, body: id });
  await end();
  const { data, error } = await supabase().rpc('who');
  expect([data, error]).toEqual([id, null]);
  await end();
  const row = { id: Math.floor(Math.random() * 1e9) };
  expect((await supabase().from('notes').insert(row).select('user_id')).data).toEqual([{ user_id: id }]);
  await end();
  const files = supabase().storage.from(BUCKET);
  expect((await files.upload(`${id}/b.png`, new Blob(['b'], { type: 'image/png' }))).error).toBeNull();
  await end();
  const file = { bucket: BUCKET, path: `${id}/b.png` };
  const texts = { readme: '', failed: () => '' };
  expect((await packExport({ files: [file] }, texts, () => {})).failed).toEqual([]);
  await end();
  const url = `${project.url}/storage/v1/object/authenticated/${BUCKET}/${id}/b.png`;
  expect(await (await fetchAs(memberTokenIfAny, url)).text()).toBe('b');
});

test.each(ENDS)(
  'a password is changed, and a log-out ends the session on the server, if the token %s',
  async (_, end) => {
    const tokens = (refused?: string) => memberToken(id, refused);
    await end();
    expect(await changePassword(tokens, 'another-walnut-43!')).toMatchObject({ ok: true });
    await end();
    await endOnServer(tokens);
    const { rows } = await project.embedded!.db.query('select 1 from auth.sessions where user_id = $1', [id]);
    expect(rows).toEqual([]);
  },
);
