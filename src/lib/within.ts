/** Resolves with `work`, or with `instead` after `ms`. `work` is not cancelled; a late rejection is ignored. */
export function within<T, I = undefined>(ms: number, work: Promise<T>, instead?: I): Promise<T | I> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, instead);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
