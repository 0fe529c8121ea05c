import { notificationsCopy } from '#copy/notifications.ts';
import { IconLink } from '#ui/icon-link.tsx';
import { SettingsIcon } from '#ui/icons/icons.tsx';

/** At the end of the page's bar. */
export const NotificationSettingsLink = () => (
  <IconLink to="/settings/$part" params={{ part: 'notifications' }} aria-label={notificationsCopy.settings}>
    <SettingsIcon />
  </IconLink>
);
