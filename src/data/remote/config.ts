import { type Endpoints, type EndpointSettings, endpointsFor } from '#contract/endpoints.ts';

export type { Endpoints } from '#contract/endpoints.ts';

interface Settings extends EndpointSettings {
  VITE_DONATE_URL?: string;
  VITE_SOCIAL_LINKS?: string;
  VITE_ABUSE_EMAIL?: string;
}

/** Read when asked: the same code also runs where there is no page. */
export const endpoints = (): Endpoints => endpointsFor(location.origin, import.meta.env as Settings);

/** Addresses elsewhere that the shell links to. They are the operator's own: none is built in. */
export interface SiteLinks {
  /** Where a donation is made; null: no such place is set up. */
  donate: string | null;
  social: readonly { name: string; url: string }[];
  /** Where abuse is reported by mail. */
  abuseEmail: string;
}

/** `VITE_SOCIAL_LINKS` reads `Name=https://…, Name=https://…`. Whatever is not an https address is left out. */
export function siteLinks(settings: Settings, host: string): SiteLinks {
  const isSafe = (url: string | undefined): url is string => url !== undefined && /^https:\/\/\S+$/.test(url);
  const social = (settings.VITE_SOCIAL_LINKS ?? '').split(',').flatMap((entry) => {
    const [name = '', ...rest] = entry.trim().split('=');
    const url = rest.join('=');
    return name !== '' && isSafe(url) ? [{ name, url }] : [];
  });
  const donate = isSafe(settings.VITE_DONATE_URL) ? settings.VITE_DONATE_URL : null;
  return { donate, social, abuseEmail: settings.VITE_ABUSE_EMAIL || `abuse@${host}` };
}

export const ownSiteLinks = (): SiteLinks => siteLinks(import.meta.env as Settings, location.hostname);
