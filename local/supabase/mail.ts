export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface StoredMail extends OutgoingMail {
  readonly id: string;
  readonly links: readonly string[];
  /** ISO time. */
  readonly at: string;
}
