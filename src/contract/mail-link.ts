/** §2: after the confirmation link the profile is finished. */
const TARGETS: Readonly<Record<string, string>> = { recovery: '/reset-password', signup: '/editprofile' };

/**
 * Where a confirmed mail link leads. The kind comes first: templates of a hosted project have the same path for all.
 */
export const mailLinkTarget = (type: string, next?: string): string => TARGETS[type] ?? next ?? '/';
