import { createFileRoute } from '@tanstack/react-router';
import { InboxPage } from '#features/messages/inbox-page.tsx';
import { BackHome } from '#app/back-home.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { titles } from '#app/titles.ts';
import { PageBar } from '#ui/page-bar.tsx';

export const Route = createFileRoute('/_member/messages/')({
  staticData: { title: titles.messages },
  component: Inbox,
});

function Inbox() {
  return (
    <>
      <PageBar title={titles.messages} start={<BackHome />} note={<PageStatus />} />
      <InboxPage />
    </>
  );
}
