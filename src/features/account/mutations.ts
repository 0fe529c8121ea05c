import type { AccountProblem, AccountReply, DeviceSession } from '#data/remote/account.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';

export type { AccountProblem, DeviceSession } from '#data/remote/account.ts';

/** Null after success. */
type Outcome = AccountProblem | null;

/** Loaded on demand. */
const load = () => import('#data/remote/account.ts');

/** A chunk that cannot be loaded counts as being offline. */
async function withAccount<T>(
  work: (parts: Awaited<ReturnType<typeof load>>) => Promise<AccountReply<T>>,
): Promise<AccountReply<T>> {
  const parts = await load().catch(() => null);
  return parts ? work(parts) : { ok: false, code: 'offline', message: '' };
}

/**
 * Asks the server to delete the account, then removes it from this device, including unsent work and drafts. Until `dueAt` the member
 * can log in and cancel.
 */
export async function requestAccountDeletion(): Promise<
  { ok: true; dueAt: string } | { ok: false; code: AccountProblem }
> {
  const owner = accountOf(sessionStore.get());
  const reply = await withAccount((account) => account.requestAccountDeletion());
  if (!reply.ok) return reply;
  const [{ logOut }, { dropDrafts }] = await Promise.all([
    import('#data/connection/log-out.ts'),
    import('#data/drafts/drafts.ts'),
  ]);
  await logOut('discard');
  await dropDrafts(owner);
  return { ok: true, dueAt: reply.body };
}

export async function cancelAccountDeletion(): Promise<Outcome> {
  const reply = await withAccount((account) => account.cancelAccountDeletion());
  return reply.ok ? null : reply.code;
}

/** Resolves with the member's sessions; only the server has the list. */
export const listSessions = (): Promise<AccountReply<DeviceSession[]>> =>
  withAccount((account) => account.listSessions());

export async function endSession(id: string): Promise<Outcome> {
  const reply = await withAccount((account) => account.endSession(id));
  return reply.ok ? null : reply.code;
}

export async function endOtherSessions(): Promise<Outcome> {
  const reply = await withAccount((account) => account.endOtherSessions());
  return reply.ok ? null : reply.code;
}

/** Saves the member's data as a file. */
export async function saveExport(): Promise<Outcome> {
  const reply = await withAccount((account) => account.exportMyData());
  if (!reply.ok) return reply.code;
  const url = URL.createObjectURL(new Blob([JSON.stringify(reply.body, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'rangeday-data.json';
  link.click();
  // By then the browser has copied the file; the URL would keep the data in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return null;
}
