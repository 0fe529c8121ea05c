import { UserError } from '../system/user-error.ts';

const names: Readonly<Record<number, string>> = {
  400: 'ValidationError',
  401: 'AuthorizationError',
  404: 'RouteNotFound',
};

/** An error that is sent to the client in PowerSync's format: `{"error":{code,status,description,name[,details]}}`. */
export class SyncError extends Error {
  override readonly name: string;
  readonly code: string;
  readonly status: number;
  readonly details: string | undefined;
  constructor(code: string, status: number, description: string, details?: string) {
    super(description);
    this.name = names[status] ?? 'ServiceError';
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** The request does not have the expected form. */
export function invalid(problems: string[]): SyncError {
  return new SyncError('PSYNC_S2001', 400, 'Validation failed', JSON.stringify(problems));
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
