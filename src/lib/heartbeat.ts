export interface HeartbeatCheck {
  /** Milliseconds until the next run, asked after each run and each `restart`. Infinity: not until then. */
  everyMs(): number;
  /** Runs in a hidden page too; the others are skipped there. */
  whenHidden?: boolean;
  /** False skips a run; not asked by `check`. */
  isDue?(): boolean;
  /** `stopped` aborts when the heartbeat stops: what a check finds after that must be ignored. */
  run(stopped: AbortSignal): Promise<void>;
}

export interface Heartbeat<Name extends string> {
  /** Runs these checks now, whether due or not and also in a hidden page. One that is running is not started twice. */
  check(...names: Name[]): void;
  /** Begins the waiting time of a check again. */
  restart(name: Name): void;
  stop(): void;
}

interface Entry extends HeartbeatCheck {
  /** When it is due, on the clock of performance.now(). */
  dueAt: number;
  isRunning: boolean;
}

/** The only timer of a connection: runs each check at its own period, the next one due first. */
export function createHeartbeat<Name extends string>(
  checks: Record<Name, HeartbeatCheck>,
  isVisible: () => boolean,
): Heartbeat<Name> {
  const entries = new Map<string, Entry>();
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const schedule = (entry: Entry) => (entry.dueAt = performance.now() + entry.everyMs());

  function arm(): void {
    clearTimeout(timer);
    const next = Math.min(...[...entries.values()].filter(({ isRunning }) => !isRunning).map(({ dueAt }) => dueAt));
    if (stopped.signal.aborted || next === Infinity) return;
    timer = setTimeout(beat, Math.max(0, next - performance.now()));
  }

  function beat(): void {
    for (const [name, entry] of entries) {
      if (entry.isRunning || entry.dueAt > performance.now()) continue;
      const isAllowed = entry.whenHidden || isVisible();
      if (isAllowed && entry.isDue?.() !== false) void run(name, entry);
      else schedule(entry);
    }
    arm();
  }

  async function run(name: string, entry: Entry): Promise<void> {
    if (entry.isRunning || stopped.signal.aborted) return;
    entry.isRunning = true;
    try {
      await entry.run(stopped.signal);
    } catch (error) {
      console.debug(`The ${name} check failed.`, error);
    }
    entry.isRunning = false;
    schedule(entry);
    arm();
  }

  for (const [name, check] of Object.entries<HeartbeatCheck>(checks)) {
    const entry = { ...check, dueAt: Infinity, isRunning: false };
    schedule(entry);
    entries.set(name, entry);
  }
  arm();

  const entryOf = (name: Name) => entries.get(name) as Entry;
  return {
    check(...names) {
      for (const name of names) void run(name, entryOf(name));
    },
    restart(name) {
      schedule(entryOf(name));
      arm();
    },
    stop() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}
