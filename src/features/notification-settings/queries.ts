import {
  NOTIFICATION_CHOICES,
  type NotificationSettings,
  type QuietHours,
  type QuietHoursRow,
  toQuietHours,
  type NotificationSettingsRow,
  toNotificationSettings,
} from '#contract/notification-settings.ts';
import { useLive } from '#features/replica/use-live.ts';

const SQL = `SELECT id, ${NOTIFICATION_CHOICES.join(', ')} FROM notification_settings`;

const ALL = toNotificationSettings({ id: '' } as NotificationSettingsRow);

/** Null until it is known: no row means everything is on only if the server has sent all. */
export function useNotificationSettings(): NotificationSettings | null {
  const { rows, complete } = useLive<NotificationSettingsRow, NotificationSettings>({
    sql: SQL,
    decode: toNotificationSettings,
  });
  return rows[0] ?? (complete ? ALL : null);
}

const QUIET_SQL = 'SELECT id, quiet_from, quiet_to FROM notification_settings';

/** Null: notifications come at any time. */
export function useQuietHours(): QuietHours | null {
  const { rows } = useLive<QuietHoursRow, QuietHours | null>({ sql: QUIET_SQL, decode: toQuietHours });
  return rows[0] ?? null;
}
