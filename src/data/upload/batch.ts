import type { CrudBatch, CrudTransaction } from '#contract/crud.ts';
import { BATCH_LIMITS, CRUD_VERSION } from '#contract/crud-versions.ts';

const encoder = new TextEncoder();

/** Bytes of a transaction's JSON in UTF-8, the unit of BATCH_LIMITS. */
export const sizeOf = (transaction: CrudTransaction): number => encoder.encode(JSON.stringify(transaction)).length;

export interface BatchBuilder {
  /** False: the batch is full without it. The first one always fits, whatever its size: a transaction is never split. */
  add(transaction: CrudTransaction): boolean;
  readonly transactions: readonly CrudTransaction[];
}

export function createBatch(limits: { ops: number; bytes: number } = BATCH_LIMITS): BatchBuilder {
  const transactions: CrudTransaction[] = [];
  let ops = 0;
  let bytes = 0;
  return {
    transactions,
    add(transaction) {
      const size = sizeOf(transaction);
      const full = ops + transaction.ops.length > limits.ops || bytes + size > limits.bytes;
      if (full && transactions.length > 0) return false;
      transactions.push(transaction);
      ops += transaction.ops.length;
      bytes += size;
      return true;
    },
  };
}

export const toCrudBatch = (transactions: readonly CrudTransaction[]): CrudBatch => ({
  v: CRUD_VERSION,
  transactions: [...transactions],
});
