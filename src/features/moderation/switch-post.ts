import type { PostSwitch } from '#contract/moderation.ts';
import { errorText } from '#copy/errors.ts';
import { moderationCopy } from '#copy/moderation.ts';
import { toast } from '#ui/toast-store.ts';
import { failureOf } from './closing.tsx';
import { moderatePost } from './mutations.ts';

/** Sets one switch, and offers the way back. */
export async function switchPost(id: string, field: PostSwitch, on: boolean): Promise<void> {
  const failed = field === 'flagged' ? moderationCopy.flagFailed : moderationCopy.changeFailed;
  try {
    const result = await moderatePost({ id, field, on });
    if (!result.ok) return toast(failed(errorText(result.code)), { tone: 'stop' });
  } catch (error) {
    return toast(failed(failureOf(error)), { tone: 'stop' });
  }
  const text = moderationCopy.done[field][on ? 1 : 0];
  toast(text, {
    tone: 'done',
    action: { label: moderationCopy.undo, run: () => void switchPost(id, field, !on) },
  });
}
