import { later } from '#ui/later.tsx';

/* Parts of the shell that load after the feed was painted. */

export const LaterLogOut = later(async () => (await import('./log-out-button.tsx')).LogOutButton);
export const LaterSidebar = later(async () => (await import('./sidebar.tsx')).Sidebar);
/** No toast is possible before the first interaction. */
export const LaterNotes = later(async () => (await import('./notes.tsx')).Notes);
export const LaterMemberCount = later(async () => (await import('#features/boards/member-count.tsx')).MemberCount);
