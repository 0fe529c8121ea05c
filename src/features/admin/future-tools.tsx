import { useState } from 'react';
import type { StaffOverview } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { errorText } from '#copy/errors.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './future-tools.module.css';
import { switchBanTools } from './mutations.ts';
import type { Answer } from '#ui/use-answer.ts';

interface FutureToolsProps {
  isCeo: boolean;
  overview: Answer<StaffOverview>;
}

/** §6: what is planned, and the ceo's switch for the two that work. */
export function FutureTools({ isCeo, overview }: FutureToolsProps) {
  const [isBusy, setBusy] = useState(false);
  const offline = useOffline();
  const isOn = overview.value?.ban_tools ?? false;
  const change = async (enabled: boolean) => {
    setBusy(true);
    const reply = await switchBanTools(enabled);
    setBusy(false);
    if (!reply.ok) return toast(reply.message || errorText(reply.code), { tone: 'stop' });
    toast(enabled ? adminCopy.banToolsOn : adminCopy.banToolsOff, { tone: 'done' });
    overview.reload();
  };
  return (
    <div className={styles.page}>
      <ul className={styles.list}>
        {adminCopy.tools.map(({ name, text, state }) => (
          <li key={name} className={styles.tool}>
            <span>
              <b>{name}</b>
              <small>{text}</small>
            </span>
            <span className={styles.state}>{state}</span>
          </li>
        ))}
      </ul>
      {isCeo && (
        <Switch
          label={adminCopy.banTools}
          note={offline ? adminCopy.needsNetwork : adminCopy.banToolsNote}
          checked={isOn}
          disabled={offline || isBusy || !overview.value}
          onChange={({ target }) => void change(target.checked)}
        />
      )}
      {!isCeo && isOn && <p>{adminCopy.banToolsOn}</p>}
    </div>
  );
}
