// The small build: its checks are functions, so what nobody calls is not shipped. The whole one is four times its size.
import * as z from 'zod/mini';

// Zod tries whether it may compile code from text. Our Content-Security-Policy says no, and each try is a reported violation.
z.config({ jitless: true });

export { z };
