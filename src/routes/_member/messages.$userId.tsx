import { createFileRoute } from '@tanstack/react-router';
import { ThreadMember, ThreadStart } from '#features/messages/thread-member.tsx';
import { ThreadPage } from '#features/messages/thread-page.tsx';
import { TwoColumns } from '#features/messages/two-columns.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/_member/messages/$userId')({
  staticData: { title: titles.thread, hideDock: true },
  component: Thread,
});

function Thread() {
  const { userId } = Route.useParams();
  const thread = (
    <>
      <PageBar
        title={titles.thread}
        start={<ThreadStart userId={userId} />}
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
