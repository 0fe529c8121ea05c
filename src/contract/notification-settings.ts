import { z } from './zod.ts';

/** The kinds of events that a member can be told of outside of the app; also the columns of `notification_settings`. */
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

/** 1 and 0, as SQLite has no booleans. */
export type NotificationSettingsRow = { id: string } & Record<NotificationChoice, number | null>;
export type NotificationSettings = Readonly<Record<NotificationChoice, boolean>>;

const isOn = (row: NotificationSettingsRow, choice: NotificationChoice): boolean => row[choice] !== 0;

export const toNotificationSettings = (row: NotificationSettingsRow): NotificationSettings =>
  Object.fromEntries(NOTIFICATION_CHOICES.map((choice) => [choice, isOn(row, choice)])) as Record<
    NotificationChoice,
    boolean
  >;
