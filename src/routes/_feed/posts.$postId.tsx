import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '#features/posts/post-page.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/_feed/posts/$postId')({
  // Every key is set explicitly: an omitted one would keep the value from the address.
  validateSearch: ({ commentId }: Record<string, unknown>): { commentId?: string | undefined } => ({
    commentId: typeof commentId === 'string' ? commentId : undefined,
  }),
  staticData: { title: titles.post, hideDock: true },
  component: withBar(SinglePost, { titleAs: 'p', status: true, waiting: true }),
});

function SinglePost() {
  const { postId } = Route.useParams();
  const { commentId } = Route.useSearch();
  const navigate = Route.useNavigate();
  return <PostPage postId={postId} commentId={commentId} onDeleted={() => void navigate({ to: '/' })} />;
}
