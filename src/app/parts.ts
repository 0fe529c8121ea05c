import { later } from '#ui/later.tsx';

/* What stands round the feed and is not the feed: asked for once that is painted. */

export const LaterLogOut = later(async () => (await import('./log-out-button.tsx')).LogOutButton);
export const LaterSidebar = later(async () => (await import('./sidebar.tsx')).Sidebar);
/** No toast is possible before the first interaction. */
export const LaterToaster = later(async () => (await import('#ui/toaster.tsx')).Toaster);
export const LaterMemberCount = later(async () => (await import('#features/boards/member-count.tsx')).MemberCount);
