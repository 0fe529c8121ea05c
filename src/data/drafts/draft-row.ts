/**
 * A chosen photo until it is reduced. It has its metadata, so it never leaves the device. Its id becomes that of the
 * picture.
 */
export interface OriginalRow {
  id: string;
  /** The id of its draft. */
  draft: string;
  name: string;
  bytes: ArrayBuffer;
}

/** A deleted draft, for a while: what localStorage still has of it after a crash is not restored. */
export interface RemovedRow {
  /** The draft's. */
  id: string;
  /** Milliseconds since 1970. */
  at: number;
}
