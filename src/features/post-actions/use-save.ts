import { useNavigate } from '@tanstack/react-router';
import { errorText } from '#copy/errors.ts';
import { savedCopy } from '#copy/saved.ts';
import { toast } from '#ui/toast-store.ts';
import { savePost } from './mutations.ts';

/** Saves a post or removes it, shows a toast with the next step: the list, or undo. */
export function useSave(): (postId: string, saved: boolean) => Promise<void> {
  const navigate = useNavigate();
  return async (postId, saved) => {
    const result = await savePost(postId, saved);
    if (!result.ok) return toast(errorText(result.code), { tone: 'stop' });
    const list = { label: savedCopy.see, run: () => void navigate({ to: '/saved' }) };
    const undo = { label: savedCopy.undo, run: () => void saveAgain(postId) };
    toast(saved ? savedCopy.added : savedCopy.removed, { action: saved ? list : undo });
  };
}

async function saveAgain(postId: string): Promise<void> {
  const result = await savePost(postId, true);
  if (!result.ok) toast(errorText(result.code), { tone: 'stop' });
}
