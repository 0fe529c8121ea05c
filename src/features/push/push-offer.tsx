import { useState } from 'react';
import { pushCopy } from '#copy/push.ts';
import { Button } from '#ui/button.tsx';
import { entryProps } from '#ui/entry.ts';
import { BellIcon } from '#ui/icons/icons.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { toast } from '#ui/toast-store.ts';
import { declinePush, turnOnPush } from './mutations.ts';
import styles from './push-offer.module.css';
import { useMayOffer, usePushState } from './queries.ts';

/** Offers notifications: in their list, or above a thread's field for the answer of `username`. */
export function PushOffer({ username }: { username?: string }) {
  const may = useMayOffer();
  const state = usePushState();
  const [isGone, setGone] = useState(false);
  const [isBusy, setBusy] = useState(false);
  if (!may || isGone || (state !== 'off' && state !== 'install')) return null;
  const turnOn = async () => {
    setBusy(true);
    const result = await turnOnPush();
    setBusy(false);
    if (result === 'on') toast(pushCopy.isOn);
    else toast(pushCopy[result], { tone: 'stop' });
    if (result !== 'failed') setGone(true);
  };
  const decline = () => {
    setGone(true);
    void declinePush();
  };
  const needsInstall = state === 'install';
  const title = needsInstall ? pushCopy.installTitle : username ? pushCopy.titleOf(username) : pushCopy.title;
  const text = needsInstall ? pushCopy.installText : username ? pushCopy.textOf(username) : pushCopy.text;
  return (
    <section data-later {...(username ? { className: styles.above } : entryProps(styles.entry))} aria-label={title}>
      <span className={styles.sign}>
        <BellIcon />
      </span>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <div className={styles.buttons}>
        {needsInstall ? (
          <LinkButton to="/install" kind="outline" size="s">
            {pushCopy.install}
          </LinkButton>
        ) : (
          <Button kind={username ? 'ink' : 'outline'} size="s" busy={isBusy} onClick={() => void turnOn()}>
            {pushCopy.turnOn}
          </Button>
        )}
        <Button kind="text" size="s" onClick={decline}>
          {pushCopy.notNow}
        </Button>
      </div>
    </section>
  );
}
