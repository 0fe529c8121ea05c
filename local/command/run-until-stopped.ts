import { asError, UserError } from '../system/user-error.ts';

/**
 * Milliseconds in which repeated signals count as one: a terminal sends Ctrl-C to npm and to us, and npm passes it on.
 */
const SAME_PRESS = 700;

interface Stoppable {
  stop(): Promise<void>;
}

export interface StopHooks {
  onFailure(this: void, reason: UserError): void;
  /** Aborted by the first signal: a start in progress stops after its current step. */
  readonly signal: AbortSignal;
  /** Registers a function that kills the child processes without waiting. */
  onChild(this: void, kill: () => void): void;
}

/**
 * Starts a backend and resolves when it has been stopped by Ctrl-C, SIGTERM, SIGHUP or the end of the parent process.
 * Throws the reason if one of its parts exited. A second Ctrl-C does not wait.
 */
export async function runUntilStopped(start: (hooks: StopHooks) => Promise<Stoppable>): Promise<void> {
  const interrupted = new AbortController();
  let kill: () => void = () => {};
  let failure: UserError | undefined;
  let firstAt: number | undefined;
  let stop: () => void = () => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const onSignal = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      if (signal === 'SIGINT') process.stdout.write('\nStopping. Press Ctrl-C again to stop at once.\n');
      interrupted.abort();
      stop();
    } else if (signal === 'SIGINT' && now - firstAt > SAME_PRESS) {
      kill();
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  // The parent process has exited.
  process.once('disconnect', () => onSignal('SIGTERM'));
  process.on('uncaughtException', (error) => {
    console.error(error);
    fail(new UserError(`Rangeday stopped because of an internal error: ${firstLine(error)}`));
  });
  process.on('unhandledRejection', (reason) => {
    console.error(reason);
    process.stdout.write(`An error was written to the log: ${firstLine(reason)}\n`);
  });
  function fail(reason: UserError): void {
    failure ??= reason;
    stop();
  }

  const backend = await start({
    onFailure: fail,
    signal: interrupted.signal,
    onChild: (end) => {
      kill = end;
    },
  });
  await stopped;
  await backend.stop();
  if (failure) throw failure;
}

function firstLine(reason: unknown): string {
  return asError(reason).message.split('\n')[0] ?? '';
}
