import type { InlineHashes } from './inline.ts';

/**
 * Origins that the built app connects to besides its own: none locally, otherwise those of the hosted project of the
 * image host, and of the optimizer of gifs.
 */
export function hostedOrigins(env: NodeJS.ProcessEnv): string[] {
  const urls = [
    env.VITE_SUPABASE_URL,
    env.VITE_POWERSYNC_URL,
    // The host takes pictures at one address and serves them from another.
    env.VITE_IMAGE_HOST_URL,
    env.VITE_IMAGE_HOST_PICTURES,
    // Gifs are shown through it.
    env.GIF_FETCH_BASE,
  ]
    .filter((url) => url !== undefined)
    .filter(Boolean);
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

const HTTPS_ONLY = `
/*
  Strict-Transport-Security: max-age=63072000; includeSubDomains; preload
`;

/**
 * The `_headers` file for this build. A build for a hosted backend is served over https, so it also gets HSTS
 * and `upgrade-insecure-requests`; both would break the plain http of a local start.
 */
export function headersFor(template: string, env: NodeJS.ProcessEnv, { scripts, styles }: InlineHashes): string {
  const hosted = hostedOrigins(env);
  const sources: Record<string, readonly string[]> = { hosted, scripts, styles };
  const lines = template.replaceAll(/ ?\{\{(\w+)\}\}(?=;)/g, (_, name: string) =>
    (sources[name] ?? []).map((source) => ` ${source}`).join(''),
  );
  if (!hosted.some((origin) => origin.startsWith('https:'))) return lines;
  return lines.replace(/frame-ancestors 'none'$/m, `$&; upgrade-insecure-requests`) + HTTPS_ONLY;
}
