import { useEffect, useState } from 'react';
import { accountCopy } from '#copy/account.ts';
import { errorText } from '#copy/errors.ts';
import { shellCopy } from '#copy/shell.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { LineSkeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { type AccountProblem, type DeviceSession, endOtherSessions, endSession, listSessions } from './mutations.ts';
import { nameDevice } from './device-name.ts';
import { SessionEntry } from './session-entry.tsx';
import styles from './sessions-page.module.css';

const copy = accountCopy.sessions;

interface Found {
  sessions: readonly DeviceSession[] | null;
  problem: AccountProblem | null;
}

/** Where the member is logged in. Only the server has this list, so there is none offline. */
export function SessionsPage({ name }: { name: string }) {
  const [{ sessions, problem }, setFound] = useState<Found>({ sessions: null, problem: null });
  const [ending, setEnding] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    void listSessions().then((reply) => {
      if (isGone) return;
      setFound((before) =>
        reply.ok ? { sessions: reply.body, problem: null } : { sessions: before.sessions, problem: reply.code },
      );
      setEnding(null);
    });
    return () => {
      isGone = true;
    };
  }, [round]);
  const load = () => setRound(round + 1);

  const end = async (id: string, work: () => Promise<AccountProblem | null>, done: string) => {
    setEnding(id);
    const code = await work();
    if (code) toast(errorText(code), { tone: 'stop' });
    else toast(done, { tone: 'done' });
    load();
  };
  if (!sessions) {
    return problem ? (
      <div className={styles.note} role="alert">
        <p>{problem === 'offline' ? copy.offline : errorText(problem)}</p>
        <Button kind="outline" size="s" onClick={load}>
          {copy.retry}
        </Button>
      </div>
    ) : (
      <>
        <output className={styles.note}>{shellCopy.loading}</output>
        <LineSkeleton lines={4} />
      </>
    );
  }
  const others = sessions.filter(({ is_current }) => !is_current);
  const kind = nameDevice(sessions.find(({ is_current }) => is_current)?.user_agent ?? null).kind;
  return (
    <div className={styles.page}>
      <p className={styles.note}>{copy.intro(name, sessions.length)}</p>
      <ul className={styles.list}>
        {sessions.map((session) => (
          <SessionEntry
            key={session.id}
            session={session}
            isEnding={ending === session.id}
            onEnd={(device) => void end(session.id, () => endSession(session.id), copy.ended(device))}
          />
        ))}
      </ul>
      <div className={styles.foot}>
        {others.length > 0 && (
          <>
            <Button
              kind="outline"
              wide
              className={styles.everywhere}
              busy={ending === 'all'}
              onClick={() => setAsking(true)}
            >
              {copy.everywhere}
            </Button>
            <p>{copy.keeps(kind)}</p>
          </>
        )}
        <p>{copy.effect}</p>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={copy.confirmTitle}
        text={copy.confirmText(others.length)}
        confirmLabel={copy.confirm}
        cancelLabel={copy.cancel}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void end('all', endOtherSessions, copy.endedOthers(others.length));
        }}
      />
    </div>
  );
}
