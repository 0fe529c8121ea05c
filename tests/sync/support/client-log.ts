import { afterEach, expect } from 'vitest';
import type { LogRecord, PowerSyncLogger } from '@powersync/node';

const lines: string[] = [];

/** Every stock client of the tests logs here. */
export const clientLogger: PowerSyncLogger = {
  log(record: LogRecord): void {
    const reason = record.error instanceof Error ? record.error.message : JSON.stringify(record.error ?? '');
    lines.push(`${record.message} ${reason}`);
  },
};

export function clientLogLines(): readonly string[] {
  return lines;
}

/** Removes and returns the lines: a test that provokes a mismatch takes them, so that it does not fail. */
export function takeClientLogLines(): string[] {
  return lines.splice(0);
}

/** Fails each test in which a client saw a checksum mismatch. Clients recover silently; only the log shows it. */
export function failOnChecksumMismatch(): void {
  afterEach(() => {
    const mismatches = takeClientLogLines().filter((line) => /checksums? didn.t match|checksum mismatch/i.test(line));
    expect(mismatches, 'checksum mismatches in the client log').toEqual([]);
  });
}
