import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CrudBatch } from '#contract/crud.ts';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { clearAccount } from '#data/connection/clear-device.ts';
import { countUnsent } from '#data/connection/count-unsent.ts';
import { draftsOf } from '#data/drafts/drafts.ts';
import { SESSION_KEY, writeKey } from '#data/device/kv.ts';
import { removeFromCopy, updateCopy } from '#data/outbox/queue-copy-store.ts';
import {
  addPushAction,
  removePushActions,
  type PushAction,
  readPushActions,
  removePush,
  writePush,
} from '#data/push/push-store.ts';
import { sendInOrder } from '#data/push/send-in-order.ts';
import { publishReplica, setReplicaOpener } from '#data/replica/replica.ts';
import { AUTH_KEY } from '#data/session/auth-lock.ts';
import { commitPushActions } from '#features/push-actions/mutations.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const id = (last: number) => `018f0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const [ME, BOB, ACTION] = [id(1), id(2), id(3)] as [string, string, string];
const LATER = { status: 'later', unread: null };
const NO_ANSWER = new TypeError('Failed to fetch');

let me: SignedIn;
/** Requests of the worker: the contents of messages, or the path of a change. */
let calls: string[];
let answer: (call: string) => Response;
/** The token that the server does not accept. */
let refused: string | undefined;

const pushAction = (more: Partial<PushAction> = {}): PushAction => ({
  id: ACTION,
  account: ME,
  type: 'reply',
  kind: 'message',
  from: BOB,
  about: id(9),
  post: null,
  text: 'Bay 4.',
  created_at: '2026-11-21T10:00:00Z',
  ...more,
});
const results = (status: 'applied' | 'rejected', action_id = ACTION) =>
  Response.json({ marker: 'apply_crud', results: [{ action_id, status }] });

async function serve(url: string, init: RequestInit = {}): Promise<Response> {
  if (url.endsWith('/probes/liveness')) return new Response();
  if (url.endsWith('/rpc/my_unread_total')) return Response.json(2);
  if (url.includes('/auth/v1/token')) {
    calls.push('refresh');
    return Response.json({ access_token: 'new', refresh_token: 'r2', expires_in: 3600, user: { id: ME } });
  }
  if (new Headers(init.headers).get('authorization') === `Bearer ${refused}`)
    return Response.json({ code: 'PGRST303', message: 'JWT expired' }, { status: 401 });
  const isQueue = url.endsWith('/rpc/apply_crud');
  const { batch } = (isQueue ? JSON.parse(init.body as string) : {}) as { batch?: CrudBatch };
  const call = batch
    ? batch.actions.map(({ action_id, ops }) => `${action_id} ${String(ops[0]?.data?.['content'])}`).join()
    : url.replace(/^.*\/v1\/([a-z_]+)\?.*$/, '$1');
  calls.push(call);
  return answer(call);
}

beforeEach(async () => {
  me = await signIn(ME);
  await me.synced('my_profile', ME, { username: 'me', role: 'user', privacy_settings: '{}' });
  await me.synced('people', BOB, { author: '{"username":"bob"}' });
  calls = [];
  refused = undefined;
  answer = () => results('applied');
  vi.stubGlobal('location', { origin: 'https://app.example' });
  vi.stubGlobal('fetch', serve);
  await writeKey(SESSION_KEY, { kind: 'member', userId: ME });
  const session = { access_token: 't', refresh_token: 'r', expires_at: Date.now() / 1000 + 3600, user: { id: ME } };
  await writeKey(AUTH_KEY, JSON.stringify(session));
  await removeFromCopy(ME);
  await removePushActions(ME);
});
afterEach(async () => {
  await me.close();
  vi.unstubAllGlobals();
});

test('a reply that two tabs find at their start becomes one message, under the id that the worker uses', async () => {
  await addPushAction(pushAction());
  await Promise.all([commitPushActions(), commitPushActions()]);
  await commitPushActions();
  expect(await readPushActions(ME)).toEqual([]);
  expect(await me.outbox()).toMatchObject([{ id: ACTION, entity_id: ACTION, label: 'Bay 4.', uncertain: 0 }]);
  // Even if the tab was closed before it could note that.
  await addPushAction(pushAction());
  await commitPushActions();
  expect(await me.drain()).toMatchObject([{ action_id: ACTION, ops: [{ table: 'private_messages', id: ACTION }] }]);
});

test('a reply that waits for the database of one member is not sent by the next one', async () => {
  setReplicaOpener(async () => ({ followSession() {}, tryAgain: async () => {} }));
  await addPushAction(pushAction());
  publishReplica(null);
  const committing = commitPushActions();
  const next = await signIn(id(7));
  await committing;
  expect(await next.outbox()).toEqual([]);
  expect((await readPushActions(ME)).map((left) => left.id)).toEqual([ACTION]);
  await next.close();
});

test('what the worker sent without an answer is sent again by the page under the same ids, and cannot be cancelled', async () => {
  await addPushAction(pushAction());
  answer = () => {
    throw NO_ANSWER;
  };
  expect(await sendInOrder(ME)).toEqual(LATER);
  await commitPushActions();
  expect(await me.outbox()).toMatchObject([{ id: ACTION, state: 'queued', uncertain: 1 }]);
  expect((await me.drain()).map(({ action_id }) => action_id)).toEqual([ACTION]);

  // Its message has already come back.
  await me.synced('private_messages', ACTION, { sender_id: ME, recipient_id: BOB, content: 'Bay 4.', read: 0 });
  await addPushAction(pushAction({ attempted: true }));
  await commitPushActions();
  expect(await readPushActions(ME)).toEqual([]);
  expect(await me.drain()).toEqual([]);
});

test('a reply that may have arrived once cannot be cancelled after its next call was refused', async () => {
  await addPushAction(pushAction());
  answer = () => {
    throw NO_ANSWER;
  };
  await sendInOrder(ME);
  answer = () => Response.json({ code: '42703', message: 'no such column' }, { status: 400 });
  await sendInOrder(ME);
  await commitPushActions();
  expect(await me.outbox()).toMatchObject([{ id: ACTION, state: 'queued', uncertain: 1 }]);
});

test('the worker sends what was written in the app first, and no reply while that waits', async () => {
  const action = { action_id: id(20), created_at: '2026-11-21T09:00:00Z', ops: [] };
  const data = { sender_id: ME, recipient_id: BOB, content: 'Which bay?' };
  const op = { op: 'PUT' as const, table: 'private_messages', id: id(20), data };
  const rest = { label: '', about: null, input: null, bytes: 1, position: 1, version: QUEUE_VERSION, subject_id: BOB };
  await updateCopy(ME, [{ ...action, ...rest, ops: [op], account: ME, kind: 'message', entity_id: id(20) }]);
  await addPushAction(pushAction());
  answer = () => Response.json({ message: 'away' }, { status: 503 });
  expect(await sendInOrder(ME)).toEqual(LATER);
  expect(calls).toEqual([`${id(20)} Which bay?`]);
  answer = (call) => results('applied', call.slice(0, 36));
  expect(await sendInOrder(ME)).toMatchObject({ status: 'done' });
  expect(calls.slice(1)).toEqual([`${id(20)} Which bay?`, `${ACTION} Bay 4.`]);
  expect(await readPushActions(ME)).toEqual([]);
});

test('a reply and a mark whose token has ended meanwhile are sent with a new one', async () => {
  refused = 't';
  answer = (call) => (call.startsWith(ACTION) ? results('applied') : new Response(null, { status: 204 }));
  await addPushAction(pushAction());
  await addPushAction(pushAction({ id: id(4), type: 'read' }));
  expect(await sendInOrder(ME)).toEqual({ status: 'done', unread: 2 });
  expect(calls).toEqual(['refresh', `${ACTION} Bay 4.`, 'private_messages']);
  expect(await readPushActions(ME)).toEqual([]);
});

test('after an action in a closed app the worker learns the unread count', async () => {
  answer = () => new Response(null, { status: 204 });
  await addPushAction(pushAction({ type: 'read' }));
  expect(await sendInOrder(ME)).toEqual({ status: 'done', unread: 2 });
  expect(calls).toEqual(['private_messages']);
});

test('a refused reply or accept is tried once, and goes to the outbox; a refused mark is dropped', async () => {
  await me.synced('friends', id(30), { user_id: BOB, friend_id: ME, status: 'pending' });
  answer = (call) =>
    call.startsWith(ACTION) ? results('rejected') : Response.json({ code: '23514', message: 'no' }, { status: 400 });
  await addPushAction(pushAction());
  await addPushAction(pushAction({ id: id(4), type: 'accept', kind: 'friend_request' }));
  await addPushAction(pushAction({ id: id(5), type: 'read' }));
  await sendInOrder(ME);
  await sendInOrder(ME);
  expect(calls).toEqual([`${ACTION} Bay 4.`, 'friends', 'private_messages']);
  expect((await readPushActions(ME)).map((left) => left.id)).toEqual([ACTION, id(4)]);
  await commitPushActions();
  expect(await readPushActions(ME)).toEqual([]);
  expect((await me.outbox()).map(({ kind }) => kind)).toEqual(['message', 'friend_accept']);

  // A captive portal is no refusal.
  answer = () => new Response('<html>', { status: 403, headers: { 'content-type': 'text/html' } });
  await addPushAction(pushAction({ id: id(6), type: 'read' }));
  expect(await sendInOrder(ME)).toEqual(LATER);
  expect(await readPushActions(ME)).toHaveLength(1);
});

test('a reply that is too long waits in the field of its thread', async () => {
  await addPushAction(pushAction({ text: 'x'.repeat(4001) }));
  await commitPushActions();
  expect(await readPushActions(ME)).toEqual([]);
  expect(await draftsOf(ME, `message:${BOB}`)).toMatchObject([{ fields: { text: 'x'.repeat(4001) } }]);
});

test('a reply outlives push, is counted at a log-out, and is deleted only with what is discarded', async () => {
  await writePush({ account: ME, publicKey: 'k' });
  await addPushAction(pushAction());
  await removePush();
  expect(await readPushActions(ME)).toHaveLength(1);
  expect((await countUnsent(ME)).unsent.kinds).toEqual([['message', 1]]);
  await clearAccount(ME, true);
  expect(await readPushActions(ME)).toHaveLength(1);
  await clearAccount(ME, false);
  expect(await readPushActions(ME)).toEqual([]);
});
