/** Addresses of the services. By default all are on the page's origin, as with the embedded backend. */
export interface Endpoints {
  supabaseUrl: string;
  /** Public by design: it names the project and grants nothing that row-level security does not. */
  publishableKey: string;
  powersyncUrl: string;
  appUrl: string;
}

export interface EndpointSettings {
  VITE_SUPABASE_URL?: string;
  VITE_SUPABASE_ANON_KEY?: string;
  VITE_POWERSYNC_URL?: string;
}

/** `appUrl` is the page's origin; '' in the build, which has none. */
export function endpointsFor(appUrl: string, settings: EndpointSettings = {}): Endpoints {
  const supabaseUrl = settings.VITE_SUPABASE_URL || appUrl;
  return {
    appUrl,
    supabaseUrl,
    publishableKey: settings.VITE_SUPABASE_ANON_KEY || 'sb_publishable_rangeday_local',
    powersyncUrl: settings.VITE_POWERSYNC_URL || `${appUrl}/powersync`,
  };
}
