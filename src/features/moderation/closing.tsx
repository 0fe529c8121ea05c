import { type ReactNode, useState } from 'react';
import { NOTE_LENGTH } from '#contract/moderation.ts';
import { countCharacters } from '#contract/text.ts';
import { errorText } from '#copy/errors.ts';
import { moderationCopy } from '#copy/moderation.ts';
import { TextArea } from '#ui/text-area.tsx';
import { toast } from '#ui/toast-store.ts';
import { closeAllReports } from './mutations.ts';

interface Closing {
  /** The note that is kept with the reports. */
  field: ReactNode;
  close: () => Promise<void>;
}

export const failureOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Closes all reports of a post or member with one note. */
export function useClosing(reports: readonly { id: string }[], onClosed?: () => void): Closing {
  const [note, setNote] = useState('');
  const isLong = countCharacters(note) > NOTE_LENGTH;
  const close = async () => {
    if (isLong) return;
    const ids = reports.map(({ id }) => id);
    try {
      const result = await closeAllReports(ids, note);
      if (!result.ok) return toast(errorText(result.code), { tone: 'stop' });
    } catch (error) {
      return toast(moderationCopy.unexpected(failureOf(error)), { tone: 'stop' });
    }
    toast(moderationCopy.closed(ids.length), { tone: 'done' });
    onClosed?.();
  };
  const field = (
    <TextArea
      label={moderationCopy.note}
      hint={moderationCopy.noteHint}
      rows={2}
      value={note}
      error={isLong ? moderationCopy.noteTooLong : null}
      onChange={({ target }) => setNote(target.value)}
    />
  );
  return { field, close };
}
