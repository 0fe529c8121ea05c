/** Between two questions while all is well. */
const EVERY_MS = 15_000;
/** Between two questions while nobody answers. */
const SILENT_EVERY_MS = 3000;
const PATIENCE_MS = 5000;

interface PulseParts {
  /** Resolves when anybody answered, rejects when nobody did. */
  ask(signal: AbortSignal): Promise<unknown>;
  /** Is it worth asking now? Not while the page is hidden, not while a lost stream has told already. */
  isDue(): boolean;
  onSilence(): void;
  onAnswer(): void;
}

export interface Pulse {
  /** The last question found nobody. */
  readonly isSilent: boolean;
  /** Asks now. */
  check(): void;
  stop(): void;
}

/**
 * Notices what a stream cannot tell: a connection that was swallowed (no end, no error) stays "open" for ever, and the stream
 * lives in another process than the page, whose own network may be cut.
 */
export function createPulse({ ask, isDue, onSilence, onAnswer }: PulseParts): Pulse {
  let isSilent = false;
  let isAsking = false;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const wait = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void beat(), isSilent ? SILENT_EVERY_MS : EVERY_MS);
  };

  const beat = async (force = false) => {
    if (isAsking || stopped) return;
    if (!force && !isSilent && !isDue()) return wait();
    isAsking = true;
    const answered = await ask(AbortSignal.timeout(PATIENCE_MS)).then(
      () => true,
      () => false,
    );
    isAsking = false;
    if (stopped) return;
    const wasSilent = isSilent;
    isSilent = !answered;
    if (wasSilent !== isSilent) (isSilent ? onSilence : onAnswer)();
    wait();
  };

  wait();
  return {
    get isSilent() {
      return isSilent;
    },
    check: () => void beat(true),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
