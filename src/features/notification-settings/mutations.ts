import { ChangeNotificationChoice, NOTIFICATION_CHOICES, SetQuietHours } from '#contract/notification-settings.ts';
import { type ActionInput, defineMutation } from '#data/outbox/mutation.ts';

type Tx = Parameters<ActionInput['write']>[0];

async function addRow(tx: Tx, userId: string, metadata: string): Promise<void> {
  const row = await tx.getOptional('SELECT id FROM notification_settings WHERE id = ?', [userId]);
  if (row) return;
  // Another device may have created it: then only the change below has an effect.
  const marks = NOTIFICATION_CHOICES.map(() => '1').join(', ');
  await tx.execute(
    `INSERT INTO notification_settings (id, ${NOTIFICATION_CHOICES.join(', ')}, _metadata) VALUES (?, ${marks}, ?)`,
    [userId, metadata],
  );
}

/** Turns notifications of one kind on or off, on all devices of the member. */
export const chooseNotification = defineMutation(
  ChangeNotificationChoice,
  { serialize: () => 'notification settings' },
  ({ userId }, { choice, on }) => ({
    kind: 'notification_settings',
    entity_id: userId,
    write: async (tx, metadata) => {
      await addRow(tx, userId, metadata);
      await tx.execute(`UPDATE notification_settings SET ${choice} = ?, _metadata = ? WHERE id = ?`, [
        on ? 1 : 0,
        metadata,
        userId,
      ]);
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
    write: async (tx, metadata) => {
      await addRow(tx, userId, metadata);
      await tx.execute(
        'UPDATE notification_settings SET quiet_from = ?, quiet_to = ?, time_zone = ?, _metadata = ? WHERE id = ?',
        [hours?.from ?? null, hours?.to ?? null, timeZone, metadata, userId],
      );
    },
  }),
);
