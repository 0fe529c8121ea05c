import { UserError } from '../user-error.ts';

/** An error that is sent to the client in PowerSync's format: `{"error":{code,status,description,name}}`. */
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

/** The sync server cannot start. The message is for the terminal. */
export class SyncStartError extends UserError {
  override readonly name: string = 'SyncStartError';
}

/** Whether a query failed because Postgres is stopped or stopping: the same query may succeed in a moment. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/^(08|53|57)...$|^E[A-Z]+$/.test(code)) return true;
  return (
    code === '' && /connection (terminated|ended)|not queryable|connection error|ended abruptly/i.test(error.message)
  );
}
