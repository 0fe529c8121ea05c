let at = -Infinity;

/** Call when the server has answered a request that takes long, or its stream has delivered rows. */
export const noteAnswer = (): void => {
  at = performance.now();
};

/**
 * On the clock of performance.now(). A line that a file or a first sync fills leaves no room for a question, and is not
 * lost.
 */
export const lastAnswerAt = (): number => at;
