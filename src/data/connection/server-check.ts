import type { HeartbeatCheck } from '#lib/heartbeat.ts';

/** While the server answers. */
const EVERY_MS = 15_000;
/** Without a connection. It is only asked if no attempt is under way, or one that takes too long. */
const UNCONNECTED_EVERY_MS = 5000;
/** Without an answer: soon at first, because most gaps are short, then seldom, to spare the radio. */
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
  /** Nothing is connected, and nothing tries to, or it has tried for too long. */
  isIdle(): boolean;
  /** When something else was answered, on the clock of performance.now(). */
  lastAnswerAt(): number;
  onSilence(): void;
  /** `wasSilent`: the requests before had no answer. */
  onAnswer(wasSilent: boolean): void;
  /** When a silent server is asked again (Date.now()). Null: it is asked now, or it answers. */
  onNext(at: number | null): void;
}

export interface ServerCheck extends HeartbeatCheck {
  /** The last request had no answer. */
  readonly isSilent: boolean;
}

/** Detects lost connections: a stream that fails without an error stays "open", in another process. */
export function createServerCheck({
  ask,
  isOnline,
  isIdle,
  lastAnswerAt,
  onSilence,
  onAnswer,
  onNext,
}: ServerCheckParts): ServerCheck {
  let isSilent = false;
  /** Requests without an answer, one after the other. */
  let silences = 0;
  const everyMs = () =>
    isSilent ? (SILENT_PAUSES_MS[silences - 1] ?? SILENT_EVERY_MS) : isOnline() ? EVERY_MS : UNCONNECTED_EVERY_MS;
  return {
    get isSilent() {
      return isSilent;
    },
    everyMs,
    // While offline, the loss of the stream has already been noticed.
    isDue: () => isSilent || isOnline() || isIdle(),
    async run(stopped) {
      let answered = false;
      const beganAt = performance.now();
      onNext(null);
      for (let tries = 0; !answered && tries < TRIES; tries += 1) {
        const startedAt = performance.now();
        answered = await ask(AbortSignal.timeout(PATIENCE_MS)).then(
          () => true,
          () => false,
        );
        if (performance.now() - startedAt < PATIENCE_MS + LATE_MS) break;
      }
      // Rows came meanwhile: the line is full of other work, and the question alone was too late.
      answered ||= lastAnswerAt() > beganAt;
      silences = answered ? 0 : silences + 1;
      if (stopped.aborted) return;
      const hasChanged = isSilent === answered;
      isSilent = !answered;
      if (isSilent) onNext(Date.now() + everyMs());
      if (isSilent && hasChanged) onSilence();
      else if (answered && (hasChanged || isIdle())) onAnswer(hasChanged);
    },
  };
}
