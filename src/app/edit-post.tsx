import { useNavigate } from '@tanstack/react-router';
import { EditPage } from '#features/posts/edit-page.tsx';
import { useOffline } from './use-offline.ts';

/** Shown at both addresses of the edit form (/edit/… and /edit-post/…). */
export function EditPost({ id }: { id: string }) {
  const navigate = useNavigate();
  return <EditPage postId={id} offline={useOffline()} onUpdated={() => void navigate({ to: '/' })} />;
}
