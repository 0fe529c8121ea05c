import { createFileRoute } from '@tanstack/react-router';
import { SignupForm } from '#features/auth/signup-form.tsx';
import { requireGuest } from '#app/guards.ts';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';

export const Route = createFileRoute('/signup')({
  beforeLoad: () => requireGuest(),
  staticData: { title: titles.signUp },
  component: withBar(SignUp),
});

function SignUp() {
  const navigate = Route.useNavigate();
  return <SignupForm onSignedUp={(email) => void navigate({ to: '/verify-email', state: { email } })} />;
}
