import type { AccountProblem, AccountReply, DeviceSession } from '#data/remote/account.ts';
import type { ArchiveTexts, ExportProgress } from '#data/remote/export.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { download } from '#lib/download.ts';

export type { AccountProblem, DeviceSession } from '#data/remote/account.ts';
export type { ExportProgress } from '#data/remote/export.ts';

/** Null after success. */
type Outcome = AccountProblem | null;

/** Calls a part of the app that is loaded now. A chunk that cannot be loaded counts as being offline. */
export async function withPart<Part, T>(
  loading: Promise<Part>,
  work: (part: Part) => Promise<AccountReply<T>>,
): Promise<AccountReply<T>> {
  const part = await loading.catch(() => null);
  return part ? work(part) : { ok: false, code: 'offline', message: '' };
}

const load = () => import('#data/remote/account.ts');

const withAccount = <T>(work: (account: Awaited<ReturnType<typeof load>>) => Promise<AccountReply<T>>) =>
  withPart(load(), work);

const outcomeOf = async (reply: Promise<AccountReply<unknown>>): Promise<Outcome> => {
  const result = await reply;
  return result.ok ? null : result.code;
};

/** Requests the deletion of the account and clears this device. Until `dueAt` the member can log in and cancel. */
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

export const cancelAccountDeletion = (): Promise<Outcome> =>
  outcomeOf(withAccount((account) => account.cancelAccountDeletion()));

/** Resolves with the member's sessions; only the server has the list. */
export const listSessions = (): Promise<AccountReply<DeviceSession[]>> =>
  withAccount((account) => account.listSessions());

export const endSession = (id: string): Promise<Outcome> => outcomeOf(withAccount((account) => account.endSession(id)));

export const endOtherSessions = (): Promise<Outcome> => outcomeOf(withAccount((account) => account.endOtherSessions()));

export type ExportResult =
  | { ok: true; failed: readonly string[] }
  | { ok: false; code: AccountProblem; message: string };

/** Saves everything about the member as a zip file: the server's rows as JSON, and their files. */
export async function saveExport(
  texts: ArchiveTexts,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportResult> {
  const reply = await withAccount((account) => account.exportMyData());
  if (!reply.ok) return reply;
  const packer = await import('#data/remote/export.ts').catch(() => null);
  if (!packer) return { ok: false, code: 'offline', message: '' };
  const { zip, failed } = await packer.packExport(reply.body, texts, onProgress);
  download(zip, 'rangeday-data.zip');
  return { ok: true, failed };
}
