import { createFileRoute } from '@tanstack/react-router';
import { TagPage } from '#features/tags/tag-page.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/tags/$tag')({
  staticData: { title: titles.tag },
  component: withBar(Tag, { titleAs: 'p', status: true, waiting: true }),
});

function Tag() {
  const { tag } = Route.useParams();
  return <TagPage tag={tag} />;
}
