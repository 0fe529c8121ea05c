import { type SyntheticEvent, useEffect, useEffectEvent, useState } from 'react';
import { errorText } from '#copy/errors.ts';
import { meCopy } from '#copy/me.ts';
import { toast } from '#ui/toast-store.ts';
import { saveProfile, type SaveOutcome } from './mutations.ts';

/** §9: from the success to the redirect. */
const REDIRECT_MS = 1500;

export interface Problem {
  title: string;
  reason: string;
}

interface Saving {
  /** done: the redirect follows. */
  phase: 'idle' | 'saving' | 'done';
  problem: Problem | null;
  /** Rises when the server refuses a change: the username may be taken by now. */
  refusals: number;
}

/** Null: it was saved. `Error`: saving threw, and nothing is known of it. */
function problemOf(outcome: SaveOutcome | Error): Problem | null {
  if (outcome instanceof Error) return { title: meCopy.failed, reason: '' };
  if (outcome.state === 'refused') return { title: meCopy.refused, reason: outcome.reason };
  if (outcome.state !== 'failed') return null;
  if (outcome.code === 'signed_out') return { title: meCopy.missingUser, reason: '' };
  return { title: meCopy.failed, reason: errorText(outcome.code) };
}

function asError(error: unknown): Error {
  console.debug('The profile was not saved.', error);
  return error instanceof Error ? error : new Error(String(error));
}

/** Saving disables the fields, because input would be lost; a disabled field loses the focus. */
export function focusSubmit({ currentTarget: form }: SyntheticEvent): void {
  if (form.contains(document.activeElement)) form.querySelector<HTMLElement>('[type="submit"]')?.focus();
}

/** Saves a form of the profile. After success it shows the text of §5 and calls `onDone` 1.5 s later. */
export function useSaving(onSaved: () => Promise<void>, onDone: () => void) {
  const [saving, setSaving] = useState<Saving>({ phase: 'idle', problem: null, refusals: 0 });
  const leave = useEffectEvent(onDone);
  useEffect(() => {
    if (saving.phase !== 'done') return;
    const timer = setTimeout(leave, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [saving.phase]);

  const save = async (change: Parameters<typeof saveProfile>[0], shown: readonly string[] | null) => {
    if (saving.phase !== 'idle') return;
    setSaving({ ...saving, phase: 'saving', problem: null });
    const outcome = await saveProfile(change, shown).catch(asError);
    const problem = problemOf(outcome);
    if (outcome instanceof Error || problem) {
      const isRefused = !(outcome instanceof Error) && outcome.state === 'refused';
      setSaving({ phase: 'idle', problem, refusals: saving.refusals + (isRefused ? 1 : 0) });
      return;
    }
    // A draft that stays has the saved values, so it changes nothing.
    await onSaved().catch((error: unknown) => console.debug('The draft of the profile was not deleted.', error));
    toast(outcome.state === 'sent' ? meCopy.saved : meCopy.queued, {
      tone: outcome.state === 'sent' ? 'done' : 'plain',
    });
    setSaving({ ...saving, phase: 'done', problem: null });
  };
  return { ...saving, save, forgetProblem: () => saving.problem && setSaving({ ...saving, problem: null }) };
}
