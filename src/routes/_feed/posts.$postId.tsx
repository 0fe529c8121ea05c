import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '#features/posts/post-page.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { PageWaiting } from '#app/page-waiting.tsx';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/_feed/posts/$postId')({
  // Every key is set explicitly: an omitted one would keep the value from the address.
  validateSearch: ({ commentId }: Record<string, unknown>): { commentId?: string | undefined } => ({
    commentId: typeof commentId === 'string' ? commentId : undefined,
  }),
  staticData: { title: titles.post, hideDock: true },
  component: SinglePost,
});

function SinglePost() {
  const { postId } = Route.useParams();
  const { commentId } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <>
      <PageBar title={titles.post} titleAs="p" start={<BackLink />} note={<PageStatus />} end={<PageWaiting />} />
      <PostPage postId={postId} commentId={commentId} onDeleted={() => void navigate({ to: '/' })} />
    </>
  );
}
