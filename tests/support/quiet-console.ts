import { afterEach, beforeEach, vi } from 'vitest';

/** Fails a test in which the app writes a warning or error to the console, unless the test mocks `console` itself. */
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
