/** Which transactions a database snapshot sees, from Postgres's `pg_current_snapshot()` (`xmin:xmax:xip,xip,…`). */
export class Visibility {
  readonly #xmax: bigint;
  readonly #running: ReadonlySet<bigint>;

  constructor(snapshot: string) {
    const [, xmax, running = ''] = snapshot.split(':');
    this.#xmax = BigInt(xmax ?? 0);
    this.#running = new Set(running === '' ? [] : running.split(',').map(BigInt));
  }

  /** For a committed transaction, by the low 32 bits of its id from replication. */
  sees(xid: number): boolean {
    const epoch = 1n << 32n;
    // The id nearest to the snapshot's own: the two are never more than two billion transactions apart.
    let full = (this.#xmax & ~(epoch - 1n)) | BigInt(xid);
    if (full > this.#xmax + epoch / 2n) full -= epoch;
    else if (full + epoch / 2n < this.#xmax) full += epoch;
    return full < this.#xmax && !this.#running.has(full);
  }
}
