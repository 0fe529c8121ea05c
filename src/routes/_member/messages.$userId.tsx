import { createFileRoute, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { ThreadMember, ThreadStart } from '#features/messages/thread-member.tsx';
import { ThreadPage } from '#features/messages/thread-page.tsx';
import { TwoColumns } from '#features/messages/two-columns.tsx';
import { isPageBefore } from '#app/history-places.ts';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { opensElsewhere } from '#ui/link.tsx';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/_member/messages/$userId')({
  staticData: { title: titles.thread, hideDock: true },
  component: Thread,
});

function Thread() {
  const { userId } = Route.useParams();
  const router = useRouter();
  // The inbox is at its place in the history.
  const onBack = (event: MouseEvent) => {
    if (opensElsewhere(event) || !isPageBefore(router, '/messages')) return;
    event.preventDefault();
    router.history.back();
  };
  const thread = (
    <>
      <PageBar
        title={titles.thread}
        start={<ThreadStart userId={userId} onBack={onBack} />}
        note={
          <>
            <ThreadMember userId={userId} /> <PageStatus />
          </>
        }
      />
      <ThreadPage userId={userId} />
    </>
  );
  return <TwoColumns thread={thread} inbox={null} openId={userId} />;
}
