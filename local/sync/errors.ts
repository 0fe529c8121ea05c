import { Sentence } from '../sentence.ts';

/** An error the client gets as PowerSync's JSON: `{"error":{code,status,description,name}}`. */
export class SyncError extends Error {
  override readonly name: string = 'SyncError';
  readonly code: string;
  readonly status: number;
  constructor(code: string, status: number, description: string) {
    super(description);
    this.code = code;
    this.status = status;
  }
}

/** The sync server cannot start. The message is for the person at the terminal. */
export class SyncStartError extends Sentence {
  override readonly name: string = 'SyncStartError';
}

/** True when a query failed because Postgres is away, or going: the same query may work in a moment. */
export function isConnectionTrouble(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^(08|53|57)...$|^E[A-Z]+$/.test(code)) return true;
  return (
    code === '' && /connection (terminated|ended)|not queryable|connection error|ended abruptly/i.test(error.message)
  );
}
