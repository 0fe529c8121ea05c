import type { Pool, PoolClient } from 'pg';

import type { BackendContext } from '../../context.ts';
import type { Mailbox } from '../mailbox.ts';
import type { Provider } from './google.ts';
import type { Limits } from './limits.ts';

/** Shared by all parts of the auth service. */
export interface AuthService {
  readonly ctx: BackendContext;
  readonly db: Pool;
  readonly mailbox: Mailbox;
  readonly limits: Limits;
  readonly google: Provider;
  /** Minimum seconds between two mails of one kind to one address. */
  readonly mailInterval: number;
  /** Mails that one client may request within an hour. */
  readonly mailsPerOrigin: number;
  /** Wrong passwords allowed per address and client within five minutes. */
  readonly badLogins: number;
  /** Wrong passwords allowed per client within five minutes, for all addresses. */
  readonly badLoginsPerOrigin: number;
  /** Log-ins by passkey that one client may begin within five minutes. 0: there are no passkeys. */
  readonly passkeyLogins: number;
}

export type Db = Pick<PoolClient, 'query'>;

/**
 * Milliseconds: longer than finding an account and storing a mail takes, so that the time does not reveal which was
 * done.
 */
const EVEN_TIME = 100;

/** Returns or throws after at least that time. */
export async function evenly<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work, new Promise((done) => setTimeout(done, EVEN_TIME))]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

/** Runs `work` in one transaction. Commits its result, or rolls back and rethrows. */
export async function transaction<T>(db: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await db.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
