/**
 * What `work` comes to or fails with; `instead`, when that takes longer than `ms`. It is not ended then: it goes on unheard, a late
 * failure too.
 */
export function within<T, I = undefined>(ms: number, work: Promise<T>, instead?: I): Promise<T | I> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, instead);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
