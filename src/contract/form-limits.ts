/* Separate from the schemas in forms.ts, so that a screen which only shows a limit does not load the validator. */

/** Characters (§5). */
export const CONTACT_LIMITS = { name: 60, email: 100, message: 1000 } as const;

export const REPORT_LIMITS = { url: 2048, description: 10_000, username: 60, email: 254, files: 10 } as const;
