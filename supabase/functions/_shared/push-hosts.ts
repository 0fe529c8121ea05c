/**
 * The browsers' push services. We send only to these, because another address could be a machine inside the host's
 * network.
 */
const HOSTS = [
  /^fcm\.googleapis\.com$/,
  /^([a-z0-9-]+\.)?push\.services\.mozilla\.com$/,
  /^([a-z0-9-]+\.)*push\.apple\.com$/,
  /^([a-z0-9-]+\.)*notify\.windows\.com$/,
];

/**
 * Whether we may send to this address: https on the default port of a known push service. If PUSH_EXTRA_ORIGINS lists
 * origins (of a stand-in on this machine), also such an origin under /_dev/push/.
 */
export function isPushEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '' || url.hash !== '' || url.href !== endpoint) return false;
  const extra = (Deno.env.get('PUSH_EXTRA_ORIGINS') ?? '').split(',').filter((origin) => origin !== '');
  if (extra.includes(url.origin)) return url.pathname.startsWith('/_dev/push/');
  return url.protocol === 'https:' && url.port === '' && HOSTS.some((host) => host.test(url.hostname));
}
