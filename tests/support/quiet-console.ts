import { afterEach, beforeEach, vi } from 'vitest';

/**
 * A test that makes the app complain on the console has found something: it fails, unless it expects the complaint
 * and says so with `vi.spyOn(console, …)` of its own.
 */
const LEVELS = ['error', 'warn'] as const;
const complaints: string[] = [];

beforeEach(() => {
  complaints.length = 0;
  for (const level of LEVELS) {
    vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => {
      complaints.push(`console.${level}: ${parts.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (complaints.length > 0) throw new Error(`Unexpected output:\n${complaints.splice(0).join('\n')}`);
});
