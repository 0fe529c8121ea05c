import type { AccountReply } from '#data/remote/account.ts';
import type { Passkey } from '#data/remote/passkeys.ts';
import { withPart } from './mutations.ts';

export type { AccountFailure as PasskeyFailure } from '#data/remote/account.ts';
export type { Passkey } from '#data/remote/passkeys.ts';

const load = () => import('#data/remote/passkeys.ts');

const withPasskeys = <T>(work: (parts: Awaited<ReturnType<typeof load>>) => Promise<AccountReply<T>>) =>
  withPart(load(), work);

export const listPasskeys = (): Promise<AccountReply<Passkey[]>> => withPasskeys((parts) => parts.listPasskeys());

/** The browser asks the member first. */
export const addPasskey = (): Promise<AccountReply<Passkey>> => withPasskeys((parts) => parts.addPasskey());

export const renamePasskey = (id: string, name: string): Promise<AccountReply<Passkey>> =>
  withPasskeys((parts) => parts.renamePasskey(id, name));

export const deletePasskey = (id: string): Promise<AccountReply<true>> =>
  withPasskeys((parts) => parts.deletePasskey(id));
