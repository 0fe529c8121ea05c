let at = -Infinity;

/** Call when the server has answered a request that takes long, or its stream has delivered rows. */
export const noteAnswer = (): void => {
  at = performance.now();
};

/** On performance.now(). A line full of a file or a first sync is not lost, although it delays answers. */
export const lastAnswerAt = (): number => at;
