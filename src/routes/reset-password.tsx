import { createFileRoute } from '@tanstack/react-router';
import { ResetForm } from '#features/auth/reset-form.tsx';
import { useSession } from '#app/use-session.ts';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/reset-password')({
  staticData: { title: titles.resetPassword },
  component: withBar(ResetPassword),
});

function ResetPassword() {
  const navigate = Route.useNavigate();
  const signedIn = useSession().kind === 'member';
  return <ResetForm signedIn={signedIn} onDone={() => void navigate({ to: '/', replace: true })} />;
}
