import { z } from './zod.ts';

/** The kinds of events that notify a member outside of the app; also the columns of `notification_settings`. */
export const NOTIFICATION_CHOICES = [
  'friend_request',
  'friend_accept',
  'comment',
  'mention',
  'message',
  'moderation',
  'promotion',
] as const;
export type NotificationChoice = (typeof NOTIFICATION_CHOICES)[number];

export const ChangeNotificationChoice = z.object({ choice: z.enum(NOTIFICATION_CHOICES), on: z.boolean() });

const Minute = z.int().check(z.minimum(0), z.maximum(1439));

/** Minutes of the member's day in their time zone; null: notifications come at any time. */
export const QuietHours = z.object({ from: Minute, to: Minute });
export type QuietHours = z.infer<typeof QuietHours>;
export const SetQuietHours = z.object({
  hours: z.nullable(QuietHours.check(z.refine(({ from, to }) => from !== to))),
  timeZone: z.string().check(z.regex(/^[\w+/-]{1,60}$/)),
});

/** 1 and 0, as SQLite has no booleans. */
export type NotificationSettingsRow = { id: string } & Record<NotificationChoice, number | null>;
export interface QuietHoursRow {
  id: string;
  quiet_from: number | null;
  quiet_to: number | null;
}
export type NotificationSettings = Readonly<Record<NotificationChoice, boolean>>;

const isOn = (row: NotificationSettingsRow, choice: NotificationChoice): boolean => row[choice] !== 0;

export const toNotificationSettings = (row: NotificationSettingsRow): NotificationSettings =>
  Object.fromEntries(NOTIFICATION_CHOICES.map((choice) => [choice, isOn(row, choice)])) as Record<
    NotificationChoice,
    boolean
  >;

export const toQuietHours = ({ quiet_from, quiet_to }: QuietHoursRow): QuietHours | null =>
  quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to };
