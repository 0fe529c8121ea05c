export function limitConcurrency(most: { files: number; bytes: number }) {
  const running = new Map<Promise<void>, number>();
  let isStopped = false;
  let failure: { error: unknown } | undefined;
  const isFull = (bytes: number): boolean => {
    const underWay = [...running.values()].reduce((sum, each) => sum + each, 0);
    return running.size >= most.files || (running.size > 0 && underWay + bytes > most.bytes);
  };
  /** Never rejects. */
  async function run(work: (onAnswer: () => void) => Promise<boolean>, onAnswer: () => void): Promise<void> {
    try {
      if (!(await work(onAnswer))) isStopped = true;
    } catch (error) {
      isStopped = true;
      failure ??= { error };
    } finally {
      onAnswer();
    }
  }
  return {
    /**
     * Starts `work` when there is room; resolves at its first answer or end, when the connection is known. False: start
     * nothing more.
     */
    async start(bytes: number, work: (onAnswer: () => void) => Promise<boolean>): Promise<boolean> {
      while (isFull(bytes)) await Promise.race(running.keys());
      if (isStopped) return false;
      const { promise: answered, resolve: onAnswer } = Promise.withResolvers<void>();
      const done = run(work, onAnswer).finally(() => running.delete(done));
      running.set(done, bytes);
      await answered;
      return !isStopped;
    },
    /** Resolves when all has ended; rejects with the first failure. */
    async end(): Promise<void> {
      await Promise.all(running.keys());
      if (failure) throw failure.error;
    },
  };
}
