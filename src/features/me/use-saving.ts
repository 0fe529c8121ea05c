import { useEffect, useEffectEvent, useState } from 'react';
import { errorText } from '#copy/errors.ts';
import { meCopy } from '#copy/me.ts';
import { toast } from '#ui/toast-store.ts';
import { saveProfile, type SaveOutcome, type WriteResult } from './mutations.ts';

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

function problemOf(outcome: SaveOutcome): Problem | null {
  if (outcome.state === 'refused') return { title: meCopy.refused, reason: outcome.reason };
  if (outcome.state !== 'failed') return null;
  if (outcome.code === 'signed_out') return { title: meCopy.missingUser, reason: '' };
  return { title: meCopy.failed, reason: errorText(outcome.code) };
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

  const save = async (change: () => Promise<WriteResult>, shown: readonly string[] | null) => {
    if (saving.phase !== 'idle') return;
    setSaving({ ...saving, phase: 'saving', problem: null });
    const outcome = await saveProfile(change, shown);
    const problem = problemOf(outcome);
    if (problem) {
      setSaving({ phase: 'idle', problem, refusals: saving.refusals + (outcome.state === 'refused' ? 1 : 0) });
      return;
    }
    await onSaved();
    toast(outcome.state === 'sent' ? meCopy.saved : meCopy.held, { tone: outcome.state === 'sent' ? 'done' : 'plain' });
    setSaving({ ...saving, phase: 'done', problem: null });
  };
  return { ...saving, save, forgetProblem: () => saving.problem && setSaving({ ...saving, problem: null }) };
}
