// The small build: its checks are functions, so unused ones are removed. The full build is four times as large.
import * as z from 'zod/mini';

// Zod tests whether it may compile code from text. Our CSP forbids that and reports each test.
z.config({ jitless: true });

export { z };
