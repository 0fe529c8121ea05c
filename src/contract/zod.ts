import { z } from 'zod';

// Zod tries whether it may compile code from text. Our Content-Security-Policy says no, and each try is a reported violation.
z.config({ jitless: true });

export { z };
