import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '#features/posts/post-page.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { BackHome } from '#app/back-home.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { useOffline } from '#app/use-offline.ts';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/posts/$postId')({
  staticData: { title: titles.post },
  component: SinglePost,
});

function SinglePost() {
  const { postId } = Route.useParams();
  const offline = useOffline();
  return (
    <>
      <PageBar title={titles.post} titleAs="p" start={<BackHome />} note={<PageStatus />} />
      <PostPage postId={postId} offline={offline} />
    </>
  );
}
