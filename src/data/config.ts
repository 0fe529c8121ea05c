/** Where the parts answer. Nothing set: everything is on the page's own origin, as the embedded backend serves it. */
export interface Endpoints {
  supabaseUrl: string;
  /** Public by design: it names the project and grants nothing that row-level security does not. */
  publishableKey: string;
  functionsUrl: string;
  powersyncUrl: string;
  appUrl: string;
}

interface Settings {
  VITE_SUPABASE_URL?: string;
  VITE_SUPABASE_ANON_KEY?: string;
  VITE_FUNCTIONS_URL?: string;
  VITE_POWERSYNC_URL?: string;
  VITE_DONATE_URL?: string;
  VITE_SOCIAL_LINKS?: string;
  VITE_ABUSE_EMAIL?: string;
}

export function endpointsFor(appUrl: string, settings: Settings = {}): Endpoints {
  const supabaseUrl = settings.VITE_SUPABASE_URL || appUrl;
  return {
    appUrl,
    supabaseUrl,
    publishableKey: settings.VITE_SUPABASE_ANON_KEY || 'sb_publishable_rangeday_local',
    functionsUrl: settings.VITE_FUNCTIONS_URL || `${supabaseUrl}/functions/v1`,
    powersyncUrl: settings.VITE_POWERSYNC_URL || `${appUrl}/powersync`,
  };
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
