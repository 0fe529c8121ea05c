import type { CrudOp } from '#contract/crud.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import { ChosenUsername, EditProfile } from '#contract/profile.ts';
import { syncState } from '#data/device/sync-state.ts';
import { outboxRows } from '#data/outbox/items.ts';
import { defineMutation, type MutationOptions, type WriteResult } from '#data/outbox/mutation.ts';
import { flagsOf, profileChange } from '#data/outbox/profile-change.ts';
import { memberReplica } from '#data/outbox/write.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { isUnreachable } from '#lib/missing.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

/** Changes the member's profile. If the username is taken by then, the outbox shows the rejection. */
export const updateProfile = defineMutation(EditProfile, { serialize: () => 'profile' }, ({ userId }, input) => {
  const { privacy_settings, ...fields } = input;
  const next = { ...fields, privacy_settings: flagsOf(JSON.stringify(privacy_settings)) };
  return profileChange({ userId, username: input.username }, next, { replaces: true });
});

/** Changes only the username. An unsent edit of other fields stays queued. */
export const chooseUsername = defineMutation(
  ChosenUsername,
  { serialize: () => 'profile' },
  ({ userId }, { username }) => profileChange({ userId, username }, { username }),
);

export type PictureKind = 'avatar' | 'banner';

/** `message`: why it was refused, or '' if no answer came. */
export type PictureOutcome = { state: 'sent' | 'queued' } | { state: 'failed'; message: string };

/** Stores a picture for upload and display, and waits a moment for both. `label`: for the outbox. */
export async function saveProfilePicture(kind: PictureKind, content: Blob, label: string): Promise<PictureOutcome> {
  const field = kind === 'avatar' ? 'profile_image_url' : 'banner_url';
  const account = accountOf(sessionStore.get());
  const { holdProfilePicture } = await import('#data/media/hold.ts');
  const id = await holdProfilePicture(account, field, label, content).catch(() => null);
  if (id === null) return { state: 'failed', message: '' };
  const uploaded = await uploadOf(account, id);
  if (uploaded !== 'done') return uploaded;
  // The lane has queued the change before it removed the job.
  const [action] = await ownActions(`state <> 'refused'`);
  const outcome = action ? await resultOf(action.id) : { state: 'sent' as const };
  return outcome.state === 'sent' ? outcome : { state: 'queued' };
}

/** Follows the upload of a file as long as the member waits for it. */
async function uploadOf(account: string, id: string): Promise<'done' | PictureOutcome> {
  const { watchJob } = await import('#data/media/media-store.ts');
  const { promise, resolve } = Promise.withResolvers<'done' | PictureOutcome>();
  const isOffline = () => isUnreachable(syncState.get().phase);
  const flush = () => replicaStore.get()?.flush({ force: true });
  const stops = [
    watchJob(account, id, (job) => {
      if (!job) resolve('done');
      else if (job.state === 'refused') resolve({ state: 'failed', message: job.error ?? '' });
      // The lane would look again only seconds later.
      else if (job.state === 'sent') flush();
    }),
    syncState.subscribe(() => isOffline() && resolve({ state: 'queued' })),
  ];
  if (isOffline()) resolve({ state: 'queued' });
  // The lane may be idle, and the server back by now.
  flush();
  const timer = setTimeout(() => resolve({ state: 'queued' }), PATIENCE_MS);
  return promise.finally(() => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
}

/** sent: accepted. queued: waits in the outbox. refused: with a reason. failed: nothing was stored. */
export type SaveOutcome =
  | { state: 'sent' | 'queued' }
  | { state: 'refused'; reason: string }
  | { state: 'failed'; code: WriteErrorCode };

/** How long the form waits for the server's answer. Later it comes to the outbox. */
const PATIENCE_MS = 5000;

/** Queues a profile change and awaits its result. Replaces rejected changes of the shown fields; null: of all. */
export async function saveProfile(
  change: (options: MutationOptions) => Promise<WriteResult>,
  shown: readonly string[] | null,
): Promise<SaveOutcome> {
  const account = accountOf(sessionStore.get());
  const replaced = (await ownActions(`state = 'refused'`)).filter(
    ({ ops }) => shown === null || fieldsIn(ops).every((name) => shown.includes(name)),
  );
  const result = await change({ account });
  if (!result.ok) return { state: 'failed', code: result.code };
  const [action] = await ownActions(`state <> 'refused'`);
  if (replaced.length > 0) {
    const { discardAction } = await import('#data/outbox/discard.ts');
    for (const { id } of replaced) await discardAction(id);
  }
  // A change that changes nothing is not stored.
  return action === undefined ? { state: 'sent' } : resultOf(action.id);
}

const fieldsIn = (ops: string): string[] =>
  (JSON.parse(ops) as CrudOp[]).flatMap(({ data }) => Object.keys(data ?? {}));

/** The member's changes of the profile in the outbox, newest first. */
async function ownActions(condition: string): Promise<{ id: string; ops: string }[]> {
  const open = await memberReplica();
  if (!open.ok) return [];
  return open.replica.db.getAll<{ id: string; ops: string }>(
    `SELECT id, ops FROM outbox WHERE kind = 'profile' AND entity_id = ? AND discard_at IS NULL AND ${condition}
     ORDER BY created_at DESC, id DESC`,
    [open.userId],
  );
}

async function resultNow(action_id: string): Promise<SaveOutcome | null> {
  const open = await memberReplica();
  if (!open.ok) return { state: 'queued' };
  const row = await open.replica.db.getOptional<{ state: string; last_error: string | null }>(
    'SELECT state, last_error FROM outbox WHERE id = ?',
    [action_id],
  );
  if (!row || row.state === 'sent') return { state: 'sent' };
  if (row.state === 'refused') return { state: 'refused', reason: row.last_error ?? '' };
  return isUnreachable(syncState.get().phase) ? { state: 'queued' } : null;
}

function resultOf(action_id: string): Promise<SaveOutcome> {
  const { promise, resolve } = Promise.withResolvers<SaveOutcome>();
  const check = () =>
    void resultNow(action_id).then(
      (result) => result && resolve(result),
      () => resolve({ state: 'queued' }),
    );
  const stops = [outboxRows.subscribe(check), syncState.subscribe(check)];
  const timer = setTimeout(() => resolve({ state: 'queued' }), PATIENCE_MS);
  check();
  return promise.finally(() => {
    clearTimeout(timer);
    for (const stop of stops) stop();
  });
}
