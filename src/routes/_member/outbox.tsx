import { createFileRoute } from '@tanstack/react-router';
import { OutboxPage } from '#features/outbox/outbox-page.tsx';
import { useHolding, useUnreadable } from '#app/use-offline.ts';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/_member/outbox')({
  staticData: { title: titles.outbox },
  component: withBar(OutboxScreen, { status: true }),
});

function OutboxScreen() {
  return <OutboxPage holding={useHolding()} unreadable={useUnreadable()} />;
}
