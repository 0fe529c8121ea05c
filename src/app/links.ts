import { ownSiteLinks } from '#data/remote/config.ts';

/* Addresses elsewhere, as this build was given them. Routes have no other way to them. */
export const donateUrl = (): string | null => ownSiteLinks().donate;
export const socialLinks = (): readonly { name: string; url: string }[] => ownSiteLinks().social;
export const abuseEmail = (): string => ownSiteLinks().abuseEmail;
