/**
 * What an installation serves, first match first. The embedded gateway and the proxy of deploy/ have exactly these
 * routes; tests/deploy compares the two. Everything under `/_dev` is the embedded backend's own.
 */
export const ROUTES = [
  { prefix: '/health', part: 'functions' },
  { prefix: '/auth/v1', part: 'auth' },
  { prefix: '/rest/v1', part: 'rest' },
  { prefix: '/storage/v1', part: 'storage' },
  { prefix: '/functions/v1', part: 'functions' },
  { prefix: '/api', part: 'functions' },
  { prefix: '/powersync', part: 'sync' },
  { prefix: '/posts', part: 'preview' },
  { prefix: '/', part: 'app' },
] as const;

export type RoutePart = (typeof ROUTES)[number]['part'];
