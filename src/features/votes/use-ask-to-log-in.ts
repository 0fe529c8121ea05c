import { useNavigate } from '@tanstack/react-router';
import { shellCopy } from '#copy/shell.ts';
import { votesCopy } from '#copy/votes.ts';
import { toast } from '#ui/toast-store.ts';

/** Tells a guest that voting, or what `text` says, needs an account. The log-in leads back to the post. */
export function useAskToLogIn(postId: string, text: string = votesCopy.logIn): () => void {
  const navigate = useNavigate();
  const run = () => void navigate({ to: '/login', search: { next: `/posts/${postId}` } });
  return () => toast(text, { action: { label: shellCopy.logIn, run } });
}
