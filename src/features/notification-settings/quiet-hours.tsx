import { useState } from 'react';
import type { QuietHours } from '#contract/notification-settings.ts';
import { errorText } from '#copy/errors.ts';
import { pushCopy } from '#copy/push.ts';
import { Field } from '#ui/field.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast-store.ts';
import { setQuietHours } from './mutations.ts';
import styles from './quiet-hours.module.css';
import { useQuietHours } from './queries.ts';

/** Ten in the evening until seven. */
const USUAL: QuietHours = { from: 22 * 60, to: 7 * 60 };

const two = (value: number): string => String(value).padStart(2, '0');
const toClock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

function toMinute(clock: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(clock) ?? [];
  return hours && minutes ? Number(hours) * 60 + Number(minutes) : null;
}

async function save(hours: QuietHours | null): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const result = await setQuietHours({ hours, timeZone });
  if (!result.ok) toast(errorText(result.code), { tone: 'stop' });
}

/** The hours in which nothing is shown outside of the app. */
export function QuietHoursFields() {
  const hours = useQuietHours();
  /** What is in the fields is no period, and is not stored. */
  const [isSame, setSame] = useState(false);
  const change = (part: Partial<Record<keyof QuietHours, number | null>>) => {
    if (!hours) return;
    const next = { from: part.from ?? hours.from, to: part.to ?? hours.to };
    setSame(next.from === next.to);
    if (next.from !== next.to && (next.from !== hours.from || next.to !== hours.to)) void save(next);
  };
  return (
    <>
      <Switch
        label={pushCopy.quiet}
        note={pushCopy.quietNote}
        checked={hours !== null}
        onChange={(event) => void save(event.target.checked ? USUAL : null)}
      />
      {hours && (
        <div className={styles.hours}>
          <Field
            label={pushCopy.quietFrom}
            type="time"
            key={`from ${hours.from}`}
            defaultValue={toClock(hours.from)}
            onBlur={(event) => change({ from: toMinute(event.target.value) })}
          />
          <Field
            label={pushCopy.quietTo}
            type="time"
            error={isSame ? pushCopy.quietSame : null}
            key={`to ${hours.to}`}
            defaultValue={toClock(hours.to)}
            onBlur={(event) => change({ to: toMinute(event.target.value) })}
          />
        </div>
      )}
    </>
  );
}
