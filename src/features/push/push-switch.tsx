import { useState } from 'react';
import { pushCopy } from '#copy/push.ts';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast-store.ts';
import { turnOffPush, turnOnPush } from './mutations.ts';
import { usePushState } from './queries.ts';

/** Turns notifications of this device on and off, and says why they are not possible. */
export function PushSwitch() {
  const state = usePushState();
  /** Until the browser has answered. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const choose = async (on: boolean) => {
    setChosen(on);
    if (on) {
      const result = await turnOnPush();
      if (result !== 'on') toast(pushCopy[result], { tone: 'stop' });
    } else await turnOffPush();
    setChosen(null);
  };
  return (
    <Switch
      label={pushCopy.device}
      note={pushCopy.states[state]}
      checked={chosen ?? state === 'on'}
      disabled={chosen !== null || (state !== 'on' && state !== 'off')}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}
