import type { AccountProblem, AccountReply } from '#data/session/account.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';

export type { AccountProblem } from '#data/session/account.ts';

/** Null: done. */
type Outcome = AccountProblem | null;

/** Loaded when first used. */
const load = () => import('#data/session/account.ts');

/** A chunk that cannot be loaded is just another way of being offline. */
async function withAccount<T>(
  work: (parts: Awaited<ReturnType<typeof load>>) => Promise<AccountReply<T>>,
): Promise<AccountReply<T>> {
  const parts = await load().catch(() => null);
  return parts ? work(parts) : { ok: false, code: 'offline', message: '' };
}

/**
 * Asks the server to delete the account, then takes it off this device at once, unsent work and drafts included. It can be called
 * off by logging in until the date it gives.
 */
export async function requestDeletion(): Promise<{ ok: true; dueAt: string } | { ok: false; code: AccountProblem }> {
  const account = accountOf(sessionStore.get());
  const reply = await withAccount(({ askForDeletion }) => askForDeletion());
  if (!reply.ok) return reply;
  const [{ leave }, { dropDrafts }] = await Promise.all([
    import('#data/session/auth.ts'),
    import('#data/drafts/drafts.ts'),
  ]);
  await leave('discard');
  await dropDrafts(account);
  return { ok: true, dueAt: reply.body };
}

export async function cancelDeletion(): Promise<Outcome> {
  const reply = await withAccount(({ callOffDeletion }) => callOffDeletion());
  return reply.ok ? null : reply.code;
}

/** Gives the member's data to the browser as a file to save. */
export async function saveExport(): Promise<Outcome> {
  const reply = await withAccount(({ fetchExport }) => fetchExport());
  if (!reply.ok) return reply.code;
  const url = URL.createObjectURL(new Blob([JSON.stringify(reply.body, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'rangeday-data.json';
  link.click();
  // The browser has taken the file over by then; kept longer, the data would lie in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return null;
}
