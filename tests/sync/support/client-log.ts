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

/** Takes the lines out, so that a test that provoked a mismatch on purpose does not fail. */
export function takeClientLogLines(): string[] {
  return lines.splice(0);
}

/** Fails every test of the file in which a client saw wrong checksums: clients heal silently, so only this shows it. */
export function failOnChecksumMismatch(): void {
  afterEach(() => {
    const mismatches = takeClientLogLines().filter((line) => /checksums? didn.t match|checksum mismatch/i.test(line));
    expect(mismatches, 'a client saw wrong checksums').toEqual([]);
  });
}
