/** The Web Lock of whoever shows or lists the app's notifications. */
export const NOTIFICATIONS_LOCK = 'rangeday-notifications';
