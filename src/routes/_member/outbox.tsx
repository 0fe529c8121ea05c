import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '#features/outbox/outbox-page.tsx';
import { BackLink } from '#app/back-link.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { PageStatus } from '#app/page-status.tsx';
import { useHolding, useUnreadable } from '#app/use-offline.ts';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/_member/outbox')({
  staticData: { title: titles.outbox },
  component: OutboxScreen,
});

function OutboxScreen() {
  return (
    <>
      <PageBar title={titles.outbox} start={<BackLink />} note={<PageStatus />} />
      <OutboxPage holding={useHolding()} unreadable={useUnreadable()} />
    </>
  );
}
