import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ResetCode, ResetForm } from '#features/auth/reset-form.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { BackLink } from '#app/back-link.tsx';
import { useSession } from '#app/use-session.ts';
import { usePresentAccount } from '#app/use-present-account.ts';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/reset-password')({
  staticData: { title: titles.resetPassword },
  component: ResetPassword,
});

function ResetPassword() {
  const navigate = Route.useNavigate();
  // In the history state, not in the address: an email address does not belong in logs.
  const email = useLocation({ select: (location) => location.state.email ?? '' });
  const isMember = useSession().kind === 'member';
  const present = usePresentAccount();
  const goHome = () => void navigate({ to: '/', replace: true });
  return (
    <>
      <PageBar title={titles.resetPassword} start={<BackLink />} />
      {isMember ? <ResetForm onDone={goHome} /> : <ResetCode email={email} present={present} onDeclined={goHome} />}
    </>
  );
}
