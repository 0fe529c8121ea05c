import { createFileRoute } from '@tanstack/react-router';
import { SignupForm } from '#features/auth/signup-form.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { BackLink } from '#app/back-link.tsx';
import { requireGuest } from '#app/guards.ts';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/signup')({
  beforeLoad: () => requireGuest(),
  staticData: { title: titles.signUp },
  component: SignUp,
});

function SignUp() {
  const navigate = Route.useNavigate();
  return (
    <>
      <PageBar title={titles.signUp} start={<BackLink />} />
      <SignupForm onSignedUp={(email) => void navigate({ to: '/verify-email', state: { email } })} />
    </>
  );
}
