import { useEffect, useId, useState } from 'react';
import { accountCopy } from '#copy/account.ts';
import { errorText } from '#copy/errors.ts';
import { passkeyCopy as copy } from '#copy/passkeys.ts';
import { useArePasskeysOffered, useIsOffline } from '#features/auth/passkey-queries.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { nameDevice } from './device-name.ts';
import { PasskeyEntry } from './passkey-entry.tsx';
import {
  addPasskey,
  deletePasskey,
  listPasskeys,
  type Passkey,
  type PasskeyFailure,
  renamePasskey,
} from './passkey-mutations.ts';
import { PasskeyNameDialog } from './passkey-name-dialog.tsx';
import styles from './sessions-page.module.css';

/** By the codes of the auth service, and by our own reasons. */
const TEXT: Record<string, string> = {
  cancelled: copy.addCancelled,
  already_here: copy.alreadyHere,
  not_possible: copy.notPossible,
  // The list's only answer with this code: there is no such passkey.
  validation_failed: copy.gone,
  webauthn_challenge_expired: copy.expired,
  webauthn_challenge_not_found: copy.expired,
  webauthn_verification_failed: copy.addRefused,
  webauthn_credential_exists: copy.alreadyHere,
  too_many_passkeys: copy.tooMany,
  passkey_disabled: copy.disabled,
};

/** Why a passkey was not added, renamed or deleted. */
const passkeyProblem = ({ code, reason = '' }: PasskeyFailure): string => TEXT[reason] ?? errorText(code);

interface Found {
  passkeys: readonly Passkey[] | null;
  problem: PasskeyFailure | null;
}

const nameOf = ({ friendly_name: name = copy.unnamed }: Passkey): string => name;

/** What a new passkey is called: by the password manager that has it, or else by this device. */
function proposedName(passkey: Passkey): string {
  if (nameOf(passkey) !== copy.unnamed) return nameOf(passkey);
  const { system, browser } = nameDevice(navigator.userAgent);
  return accountCopy.sessions.device(system, browser);
}

/** The member's passkeys. Nothing where the server or the browser has none. */
export function PasskeysPart() {
  return useArePasskeysOffered() ? <Passkeys /> : null;
}

function Passkeys() {
  const [{ passkeys, problem }, setFound] = useState<Found>({ passkeys: null, problem: null });
  const [isAdding, setIsAdding] = useState(false);
  const [naming, setNaming] = useState<{ passkey: Passkey; isNew: boolean } | null>(null);
  const [asking, setAsking] = useState<Passkey | null>(null);
  const [deleting, setDeleting] = useState<string | null>(null);
  const isOffline = useIsOffline();
  const titleId = useId();
  const noteId = useId();
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    void listPasskeys().then((reply) => {
      if (isGone) return;
      setFound((before) =>
        reply.ok ? { passkeys: reply.body, problem: null } : { passkeys: before.passkeys, problem: reply },
      );
      setDeleting(null);
    });
    return () => {
      isGone = true;
    };
  }, [round, isOffline]);
  const load = () => setRound((before) => before + 1);

  const add = async () => {
    setIsAdding(true);
    const reply = await addPasskey();
    setIsAdding(false);
    if (!reply.ok) return toast(passkeyProblem(reply), { tone: 'stop' });
    setNaming({ passkey: reply.body, isNew: true });
    load();
  };
  const rename = async (passkey: Passkey, name: string) => {
    const reply = await renamePasskey(passkey.id, name);
    if (!reply.ok) return passkeyProblem(reply);
    toast(copy.saved, { tone: 'done' });
    setNaming(null);
    load();
    return null;
  };
  const remove = async (passkey: Passkey) => {
    setAsking(null);
    setDeleting(passkey.id);
    const reply = await deletePasskey(passkey.id);
    if (reply.ok) toast(copy.deleted(nameOf(passkey)), { tone: 'done' });
    else toast(passkeyProblem(reply), { tone: 'stop' });
    // Its row goes, with the button that had the focus.
    document.getElementById(titleId)?.focus();
    load();
  };

  return (
    <section className={styles.part} aria-labelledby={titleId}>
      <h2 id={titleId} tabIndex={-1} className={styles.heading}>
        {copy.title}
      </h2>
      <p>{copy.intro}</p>
      {passkeys && passkeys.length > 0 && (
        <ul className={styles.list}>
          {passkeys.map((passkey) => (
            <PasskeyEntry
              key={passkey.id}
              passkey={passkey}
              disabled={isOffline}
              isDeleting={deleting === passkey.id}
              onRename={() => setNaming({ passkey, isNew: false })}
              onDelete={() => setAsking(passkey)}
            />
          ))}
        </ul>
      )}
      {passkeys?.length === 0 && <p>{copy.none}</p>}
      {!passkeys && problem && !isOffline && (
        <div role="alert">
          <p>{errorText(problem.code)}</p>
          <Button kind="outline" size="s" onClick={load}>
            {accountCopy.sessions.retry}
          </Button>
        </div>
      )}
      <Button
        kind="outline"
        wide
        busy={isAdding}
        disabled={isOffline}
        aria-describedby={isOffline ? noteId : undefined}
        onClick={() => void add()}
      >
        {copy.add}
      </Button>
      {isOffline && <p id={noteId}>{copy.addOffline}</p>}
      {naming && (
        <PasskeyNameDialog
          title={naming.isNew ? copy.addedTitle : copy.renameTitle}
          initial={naming.isNew ? proposedName(naming.passkey) : nameOf(naming.passkey)}
          save={(name) => rename(naming.passkey, name)}
          onClose={() => setNaming(null)}
        />
      )}
      <ConfirmDialog
        open={asking !== null}
        title={copy.deleteTitle(asking ? nameOf(asking) : '')}
        text={copy.deleteText}
        confirmLabel={copy.delete}
        cancelLabel={copy.cancel}
        onCancel={() => setAsking(null)}
        onConfirm={() => {
          if (asking) void remove(asking);
        }}
      />
    </section>
  );
}
