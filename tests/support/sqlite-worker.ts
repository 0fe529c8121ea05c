import { Worker } from 'node:worker_threads';

const idle: SqliteWorker[] = [];

/**
 * A thread of `@powersync/node` that serves one database after the other: to start one takes longer than most tests.
 */
class SqliteWorker extends Worker {
  override postMessage(...args: Parameters<Worker['postMessage']>): void {
    // The last message of a connection, which would end the thread.
    if ((args[0] as { type?: string }).type !== 'RELEASE') super.postMessage(...args);
  }

  /** Called when the database is closed. */
  override async terminate(): Promise<number> {
    // Whatever still waits for an answer fails, as if the thread had ended.
    this.emit('exit', 0);
    for (const event of ['message', 'error', 'exit']) this.removeAllListeners(event);
    if (this.threadId !== -1) {
      this.unref();
      idle.push(this);
    }
    return 0;
  }
}

/** The option `openWorker` of a database. */
export function openSqliteWorker(...args: ConstructorParameters<typeof Worker>): Worker {
  let worker = idle.pop();
  while (worker?.threadId === -1) worker = idle.pop();
  worker?.ref();
  return worker ?? new SqliteWorker(...args);
}
