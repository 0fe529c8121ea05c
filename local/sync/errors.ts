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
