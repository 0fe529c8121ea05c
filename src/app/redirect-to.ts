import { safePath } from './safe-path.ts';

/**
 * §2: navigates to `?redirect_to=/path`, and removes it; other sites are ignored. Late log-ins return to
 * `/?error_code=bad_oauth_state`.
 */
export function takeRedirect(): void {
  const { search, pathname, hash } = location;
  const query = new URLSearchParams(search);
  if (pathname === '/' && query.get('error_code')?.startsWith('bad_oauth'))
    history.replaceState(null, '', `/auth/callback${search}`);
  if (!query.has('redirect_to')) return;
  const target = safePath(query.get('redirect_to'));
  query.delete('redirect_to');
  const rest = query.size > 0 ? `?${query}` : '';
  history.replaceState(null, '', target ?? pathname + rest + hash);
}
