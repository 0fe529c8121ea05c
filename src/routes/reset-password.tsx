import { createFileRoute } from '@tanstack/react-router';
import { ResetForm } from '#features/auth/reset-form.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { BackLink } from '#app/back-link.tsx';
import { useSession } from '#app/use-session.ts';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/reset-password')({
  staticData: { title: titles.resetPassword },
  component: ResetPassword,
});

function ResetPassword() {
  const navigate = Route.useNavigate();
  const signedIn = useSession().kind === 'member';
  return (
    <>
      <PageBar title={titles.resetPassword} start={<BackLink />} />
      <ResetForm signedIn={signedIn} onDone={() => void navigate({ to: '/', replace: true })} />
    </>
  );
}
