import { later } from './later.tsx';

/* What stands round the feed and is not the feed. One chunk for what is seen together. */

export const LaterLogOut = later(async () => (await import('./log-out-button.tsx')).LogOutButton);
export const LaterSidebar = later(async () => (await import('./sidebar.tsx')).Sidebar);
