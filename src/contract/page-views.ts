/** The counted route patterns, as in the database (page_routes). Not the two that a log-in passes through. */
export const PAGE_ROUTES = [
  '/',
  '/about',
  '/admin',
  '/admin/ads',
  '/admin/ads/edit/{id}',
  '/admin/ads/new',
  '/contact',
  '/create-post',
  '/csae',
  '/edit-post/{id}',
  '/edit/{id}',
  '/editprofile',
  '/fullscreenimagemodal',
  '/install',
  '/login',
  '/members',
  '/merch',
  '/messages',
  '/messages/{userId}',
  '/notifications',
  '/outbox',
  '/posts/{postId}',
  '/privacy',
  '/profile',
  '/reset-password',
  '/saved',
  '/search',
  '/settings',
  '/settings/{part}',
  '/signup',
  '/support',
  '/tags/{tag}',
  '/user/{username}',
  '/users',
  '/verify-email',
] as const;

/** Views of one route on one day (UTC, YYYY-MM-DD), from page_view_days(). */
export interface PageViewDay {
  day: string;
  route: string;
  views: number;
}

/** The router's pattern in the notation of the specification: /posts/$postId becomes /posts/{postId}. */
export const routePattern = (path: string): string =>
  path.replaceAll(/\$(\w+)/g, '{$1}').replace(/(.)\/$/, '$1') || '/';
