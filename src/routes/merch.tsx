import { createFileRoute } from '@tanstack/react-router';
import { MerchPage } from '#features/merch/merch-page.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';
import { useSession } from '#app/use-account.ts';

export interface MerchSearch {
  success?: boolean | undefined;
  canceled?: boolean | undefined;
}

const isTrue = (value: unknown): true | undefined => (value === true || value === 'true' ? true : undefined);

export const Route = createFileRoute('/merch')({
  validateSearch: ({ success, canceled }: Record<string, unknown>): MerchSearch => ({
    success: isTrue(success),
    canceled: isTrue(canceled),
  }),
  staticData: { title: titles.merch },
  component: withBar(Merch),
});

function Merch() {
  const { success, canceled } = Route.useSearch();
  const isMember = useSession().kind === 'member';
  return <MerchPage outcome={success ? 'success' : canceled ? 'canceled' : null} isMember={isMember} />;
}
