import type { HeartbeatCheck } from '#lib/heartbeat.ts';

/** While the server answers. */
const EVERY_MS = 15_000;
/** While it does not: soon at first, because most gaps are short, then seldom, because each request starts the radio. */
const SILENT_PAUSES_MS = [3000, 3000, 3000, 3000, 3000, 5000, 8000, 12_000, 20_000];
const SILENT_EVERY_MS = 30_000;
const PATIENCE_MS = 5000;
/** A request that fails later than this after its limit belongs to a page that was too busy to take an answer. */
const LATE_MS = 500;
const TRIES = 3;

interface ServerCheckParts {
  /** Resolves on any answer, rejects without one. */
  ask(signal: AbortSignal): Promise<unknown>;
  isOnline(): boolean;
  /** Nothing is connected, and nothing tries to. */
  isIdle(): boolean;
  onSilence(): void;
  onAnswer(): void;
}

export interface ServerCheck extends HeartbeatCheck {
  /** The last request had no answer. */
  readonly isSilent: boolean;
}

/**
 * Detects what a stream cannot report: a connection that was lost without an error stays "open" forever, and the stream runs in
 * another process than the page, whose own network may be cut.
 */
export function createServerCheck({ ask, isOnline, isIdle, onSilence, onAnswer }: ServerCheckParts): ServerCheck {
  let isSilent = false;
  /** Requests without an answer, one after the other. */
  let silences = 0;
  return {
    get isSilent() {
      return isSilent;
    },
    everyMs: () => (isSilent ? (SILENT_PAUSES_MS[silences - 1] ?? SILENT_EVERY_MS) : EVERY_MS),
    // While offline, the loss of the stream has already been noticed.
    isDue: () => isSilent || isOnline() || isIdle(),
    async run(stopped) {
      let answered = false;
      for (let tries = 0; !answered && tries < TRIES; tries += 1) {
        const startedAt = performance.now();
        answered = await ask(AbortSignal.timeout(PATIENCE_MS)).then(
          () => true,
          () => false,
        );
        if (performance.now() - startedAt < PATIENCE_MS + LATE_MS) break;
      }
      silences = answered ? 0 : silences + 1;
      if (stopped.aborted) return;
      if (isSilent === !answered) {
        if (answered && isIdle()) onAnswer();
        return;
      }
      isSilent = !answered;
      (isSilent ? onSilence : onAnswer)();
    },
  };
}
