import { createFileRoute } from '@tanstack/react-router';
import { InboxPage } from '#features/messages/inbox-page.tsx';
import { NewMessage } from '#features/messages/new-message.tsx';
import { TwoColumns } from '#features/messages/two-columns.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { PageWaiting } from '#app/page-waiting.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/_member/messages/')({
  staticData: { title: titles.messages },
  component: Inbox,
});

function Inbox() {
  const inbox = (
    <>
      <PageBar
        title={titles.messages}
        start={<BackLink />}
        note={<PageStatus />}
        end={
          <>
            <PageWaiting />
            <NewMessage />
          </>
        }
      />
      <InboxPage />
    </>
  );
  return <TwoColumns thread={null} inbox={inbox} />;
}
