import { later } from '#ui/later.tsx';

/* Parts of the shell that load after the feed was painted. */

export const LaterAccountLinks = later<{ inMenu?: boolean }>(
  async () => (await import('./account-links.tsx')).AccountLinks,
);
export const LaterSidebar = later(async () => (await import('./sidebar.tsx')).Sidebar);
/** No toast is possible before the first interaction. */
export const LaterNotes = later(async () => (await import('./notes.tsx')).Notes);
export const LaterMemberCount = later(async () => (await import('#features/boards/member-count.tsx')).MemberCount);
export const LaterDeviceNotice = later(async () => (await import('#features/sync/device-notice.tsx')).DeviceNotice);
export const LaterUnreadMessages = later(async () => (await import('./dock-unread.tsx')).UnreadMessages);
export const LaterUnreadNotifications = later<{ isInDock?: boolean }>(
  async () => (await import('./dock-unread.tsx')).UnreadNotifications,
);
export const LaterNotFoundScreen = later(async () => (await import('./dead-end-screen.tsx')).NotFoundScreen);
