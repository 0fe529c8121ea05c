import { createFileRoute } from '@tanstack/react-router';
import { EditPost } from '#app/edit-post.tsx';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/_member/edit-post/$id')({
  staticData: { title: titles.editPost, hideDock: true },
  component: Edit,
});

function Edit() {
  return <EditPost id={Route.useParams().id} />;
}
