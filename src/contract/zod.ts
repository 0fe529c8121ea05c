// The small build: its checks are functions, so unused ones are removed. The full build is four times as large.
import * as z from 'zod/mini';

// Zod tests whether it can compile code from text. Our Content-Security-Policy forbids that, and each test is a
// reported violation.
z.config({ jitless: true });

export { z };
