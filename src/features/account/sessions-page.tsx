import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { accountCopy } from '#copy/account.ts';
import { errorText } from '#copy/errors.ts';
import { shellCopy } from '#copy/shell.ts';
import { Button } from '#ui/button.tsx';
import { LogOutDialog } from '#features/auth/log-out-dialog.tsx';
import { useLogOut } from '#features/auth/use-log-out.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { later } from '#ui/later.tsx';
import { LineSkeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { type AccountProblem, type DeviceSession, endOtherSessions, endSession, listSessions } from './mutations.ts';
import { nameDevice } from './device-name.ts';
import { SessionEntry } from './session-entry.tsx';
import styles from './sessions-page.module.css';

const copy = accountCopy.sessions;

/** Needs the server, so it is not installed (vite.config.ts). */
const PasskeysPart = later(async () => (await import('./passkeys-part.tsx')).PasskeysPart);

interface Found {
  sessions: readonly DeviceSession[] | null;
  problem: AccountProblem | null;
}

/** Where the member is logged in. Only the server has this list, so there is none offline. */
export function SessionsPage({ name }: { name: string }) {
  const [{ sessions, problem }, setFound] = useState<Found>({ sessions: null, problem: null });
  const [ending, setEnding] = useState<string | null>(null);
  const [asking, setAsking] = useState<'elsewhere' | 'everywhere' | null>(null);
  const navigate = useNavigate();
  const logOut = useLogOut(() => void navigate({ to: '/' }));
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
  const others = (sessions ?? []).filter(({ is_current }) => !is_current);

  const end = async (id: string, work: () => Promise<AccountProblem | null>, done: string) => {
    setEnding(id);
    const code = await work();
    if (code) toast(errorText(code), { tone: 'stop' });
    else toast(done, { tone: 'done' });
    load();
    return code === null;
  };
  /** This device last: without its session it could not end the others. */
  const leave = async () => {
    const isDone = others.length === 0 || (await end('all', endOtherSessions, copy.endedOthers(others.length)));
    if (isDone) logOut.start();
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
              onClick={() => setAsking('elsewhere')}
            >
              {copy.elsewhere}
            </Button>
            <p>{copy.keeps(kind)}</p>
          </>
        )}
        <Button
          kind="outline"
          wide
          className={styles.everywhere}
          busy={ending === 'all' || logOut.busy}
          onClick={() => setAsking('everywhere')}
        >
          {copy.everywhere}
        </Button>
        <p>{copy.effect}</p>
      </div>
      <PasskeysPart />
      <ConfirmDialog
        open={asking === 'elsewhere'}
        title={copy.confirmTitle}
        text={copy.confirmText(others.length)}
        confirmLabel={copy.confirm}
        cancelLabel={copy.cancel}
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          void end('all', endOtherSessions, copy.endedOthers(others.length));
        }}
      />
      <ConfirmDialog
        open={asking === 'everywhere'}
        title={copy.everywhereTitle}
        text={copy.everywhereText(others.length)}
        confirmLabel={copy.confirm}
        cancelLabel={copy.cancel}
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          setAsking(null);
          void leave();
        }}
      />
      <LogOutDialog logOut={logOut} />
    </div>
  );
}
