import { errorText } from '#copy/errors.ts';
import { postPagesCopy } from '#copy/post-pages.ts';
import { resumeTaking, setOnIdle } from '#features/media/reduce-mutations.ts';
import { toast } from '#ui/toast-store.ts';
import { sendDue, showDue } from './due-mutations.ts';

async function send(draftId: string): Promise<void> {
  const result = await sendDue(draftId);
  if (result === null) return;
  if (result === 'photos_lost') return toast(postPagesCopy.duePhotosLost, { tone: 'stop' });
  if (result.ok) return toast(postPagesCopy.dueSent);
  toast(postPagesCopy.dueFailed(errorText(result.code)), { tone: 'stop' });
}

/** Sends posts that were submitted while their photos are reduced, and whose form was left. */
export const sendDuePosts = (): void => setOnIdle(send);

/** Also those that an earlier page left. */
export async function resumeDuePosts(): Promise<void> {
  sendDuePosts();
  showDue();
  await resumeTaking();
}
