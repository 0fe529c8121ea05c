import { ChangeNotificationChoice, NOTIFICATION_CHOICES } from '#contract/notification-settings.ts';
import { defineMutation } from '#data/outbox/mutation.ts';

/** Turns notifications of one kind on or off, on all devices of the member. */
export const chooseNotification = defineMutation(
  ChangeNotificationChoice,
  { serialize: () => 'notification settings' },
  ({ userId }, { choice, on }) => ({
    kind: 'notification_settings',
    entity_id: userId,
    write: async (tx, metadata) => {
      const row = await tx.getOptional('SELECT id FROM notification_settings WHERE id = ?', [userId]);
      if (!row) {
        // Another device may have created it: then only the change below has an effect.
        const marks = NOTIFICATION_CHOICES.map(() => '1').join(', ');
        await tx.execute(
          `INSERT INTO notification_settings (id, ${NOTIFICATION_CHOICES.join(', ')}, _metadata) VALUES (?, ${marks}, ?)`,
          [userId, metadata],
        );
      }
      await tx.execute(`UPDATE notification_settings SET ${choice} = ?, _metadata = ? WHERE id = ?`, [
        on ? 1 : 0,
        metadata,
        userId,
      ]);
    },
  }),
);
