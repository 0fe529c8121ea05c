import { type Endpoints, type EndpointSettings, endpointsFor } from '#contract/endpoints.ts';

export type { Endpoints } from '#contract/endpoints.ts';

interface Settings extends EndpointSettings {
  VITE_DONATE_URL?: string;
  VITE_SOCIAL_LINKS?: string;
  VITE_ABUSE_EMAIL?: string;
}

/** Computed at each call: this module is also loaded where there is no page. */
export const endpoints = (): Endpoints => endpointsFor(location.origin, import.meta.env as Settings);

/** Links of the operator, to other sites. Without them, our own page /support says how they are set. */
export interface SiteLinks {
  /** The donation page; null if none is set. */
  donate: string | null;
  social: readonly { name: string; url: string }[];
  abuseEmail: string;
}

/** Format of `VITE_SOCIAL_LINKS`: `Name=https://…, Name=https://…`. Anything but https addresses is ignored. */
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
