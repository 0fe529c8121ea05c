import { createFileRoute } from '@tanstack/react-router';
import { ComposerPage } from '#features/posts/composer-page.tsx';
import { useOffline } from '#app/use-offline.ts';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/_member/create-post')({
  staticData: { title: titles.createPost, hideDock: true },
  component: CreatePost,
});

function CreatePost() {
  const navigate = Route.useNavigate();
  const offline = useOffline();
  return (
    <ComposerPage
      offline={offline}
      onPosted={() => void navigate({ to: '/' })}
      onNeedsUsername={() => void navigate({ to: '/editprofile', search: { next: '/create-post' } })}
    />
  );
}
