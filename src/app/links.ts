import { ownSiteLinks } from '#data/http/config.ts';

/* Links of this build, for routes, which must not import data. */
export const donateUrl = (): string | null => ownSiteLinks().donate;
export const socialLinks = (): readonly { name: string; url: string }[] => ownSiteLinks().social;
export const abuseEmail = (): string => ownSiteLinks().abuseEmail;
