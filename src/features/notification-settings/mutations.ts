import { ChangeNotificationChoice, NOTIFICATION_CHOICES, SetQuietHours } from '#contract/notification-settings.ts';
import { type NewAction, defineMutation } from '#data/outbox/mutation.ts';
import { insertRow, updateRow } from '#data/outbox/write.ts';

type Tx = Parameters<NewAction['write']>[0];

async function addRow(tx: Tx, userId: string, _metadata: string): Promise<void> {
  const row = await tx.getOptional('SELECT id FROM notification_settings WHERE id = ?', [userId]);
  if (row) return;
  // Another device may have created it: then only the change below has an effect.
  const choices = Object.fromEntries(NOTIFICATION_CHOICES.map((choice) => [choice, 1]));
  await insertRow(tx, 'notification_settings', { id: userId, ...choices, _metadata });
}

/** Turns notifications of one kind on or off, on all devices of the member. */
export const chooseNotification = defineMutation(
  ChangeNotificationChoice,
  { serialize: () => 'notification settings' },
  ({ userId }, { choice, on }) => ({
    kind: 'notification_settings',
    entity_id: userId,
    write: async (tx, _metadata) => {
      await addRow(tx, userId, _metadata);
      await updateRow(tx, 'notification_settings', userId, { [choice]: Number(on), _metadata });
    },
  }),
);

/** Between these minutes nothing is pushed, on any device of the member. */
export const setQuietHours = defineMutation(
  SetQuietHours,
  { serialize: () => 'notification settings' },
  ({ userId }, { hours, timeZone }) => ({
    kind: 'notification_settings',
    entity_id: userId,
    write: async (tx, _metadata) => {
      await addRow(tx, userId, _metadata);
      const quiet = { quiet_from: hours?.from ?? null, quiet_to: hours?.to ?? null, time_zone: timeZone };
      await updateRow(tx, 'notification_settings', userId, { ...quiet, _metadata });
    },
  }),
);
