import { vi } from 'vitest';

/**
 * vitest ends `vi.waitFor` after 1 s, which is too short while other files keep the processor busy. `expect.poll` has a
 * setting.
 */
const { waitFor } = vi;
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: 20_000 });
