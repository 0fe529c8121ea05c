import { createFileRoute } from '@tanstack/react-router';
import { TagPage } from '#features/tags/tag-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { PageWaiting } from '#app/page-waiting.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/tags/$tag')({
  staticData: { title: titles.tag },
  component: Tag,
});

function Tag() {
  const { tag } = Route.useParams();
  return (
    <>
      <PageBar title={titles.tag} titleAs="p" start={<BackLink />} note={<PageStatus />} end={<PageWaiting />} />
      <TagPage tag={tag} />
    </>
  );
}
