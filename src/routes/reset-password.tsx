import { createFileRoute, useLocation } from '@tanstack/react-router';
import { ResetCode, ResetForm } from '#features/auth/reset-form.tsx';
import { useSession } from '#app/use-account.ts';
import { usePresentAccount } from '#app/use-present-account.ts';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/reset-password')({
  staticData: { title: titles.resetPassword },
  component: withBar(ResetPassword),
});

function ResetPassword() {
  const navigate = Route.useNavigate();
  // In the history state, not in the address: an email address does not belong in logs.
  const email = useLocation({ select: (location) => location.state.email ?? '' });
  const isMember = useSession().kind === 'member';
  const present = usePresentAccount();
  const goHome = () => void navigate({ to: '/', replace: true });
  return isMember ? <ResetForm onDone={goHome} /> : <ResetCode email={email} present={present} onDeclined={goHome} />;
}
