/** §2: after the confirmation link the profile is finished. */
const TARGETS: Readonly<Record<string, string>> = { recovery: '/reset-password', signup: '/editprofile' };

/**
 * Where a confirmed link of a mail leads. The kind decides before the link's own path: the templates of a hosted
 * project are the same for every request, so that their path says nothing about it.
 */
export const mailLinkTarget = (type: string, next?: string): string => TARGETS[type] ?? next ?? '/';
