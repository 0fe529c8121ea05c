import { useState } from 'react';
import {
  NOTIFICATION_CHOICES,
  type NotificationChoice,
  type NotificationSettings,
} from '#contract/notification-settings.ts';
import { errorText } from '#copy/errors.ts';
import { settingsCopy } from '#copy/settings.ts';
import { PushSwitch } from '#features/push/push-switch.tsx';
import { LineSkeleton } from '#ui/skeleton.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast-store.ts';
import { chooseNotification } from './mutations.ts';
import styles from './notifications-page.module.css';
import { useNotificationSettings } from './queries.ts';
import { QuietHoursFields } from './quiet-hours.tsx';

const copy = settingsCopy.notifications;

/** Which events notify the member while Rangeday is closed. Works offline: the outbox sends a change. */
export function NotificationsPage() {
  const settings = useNotificationSettings();
  /** Until its row has changed, so that the switch does not jump back for a frame. */
  const [chosen, setChosen] = useState<Partial<NotificationSettings>>({});
  const choose = async (choice: NotificationChoice, on: boolean) => {
    setChosen((before) => ({ ...before, [choice]: on }));
    const result = await chooseNotification({ choice, on });
    if (result.ok) return;
    setChosen((before) => ({ ...before, [choice]: undefined }));
    toast(errorText(result.code), { tone: 'stop' });
  };
  if (!settings) return <Wait />;
  // The row has arrived, some frames after the write: later changes come from the row alone.
  const arrived = NOTIFICATION_CHOICES.filter((choice) => chosen[choice] === settings[choice]);
  if (arrived.length > 0) {
    setChosen({ ...chosen, ...Object.fromEntries(arrived.map((choice) => [choice, undefined])) });
  }
  return (
    <div className={styles.page}>
      <p className={styles.note}>{copy.intro}</p>
      <ul>
        <li className={styles.line}>
          <PushSwitch />
        </li>
        <li className={styles.line}>
          <QuietHoursFields />
        </li>
        {NOTIFICATION_CHOICES.map((choice) => (
          <li key={choice} className={styles.line}>
            <Switch
              label={copy.labels[choice]}
              note={copy.notes[choice]}
              checked={chosen[choice] ?? settings[choice]}
              onChange={(event) => void choose(choice, event.target.checked)}
            />
          </li>
        ))}
      </ul>
      <p className={styles.note}>{copy.synced}</p>
    </div>
  );
}

function Wait() {
  return (
    <>
      <output className={styles.note}>{copy.loading}</output>
      <LineSkeleton lines={4} />
    </>
  );
}
