import { createFileRoute } from '@tanstack/react-router';
import { LoginForm } from '#features/auth/login-form.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { BackHome } from '#app/back-home.tsx';
import { requireLogIn } from '#app/guards.ts';
import { safePath } from '#app/safe-path.ts';
import { titles } from '#app/titles.ts';

export const Route = createFileRoute('/login')({
  // Every key is set explicitly: an omitted one would keep the value from the address.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
    next: safePath(next) ?? undefined,
  }),
  beforeLoad: requireLogIn,
  staticData: { title: titles.logIn },
  component: LogIn,
});

function LogIn() {
  const { next } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <>
      <PageBar title={titles.logIn} start={<BackHome />} />
      <LoginForm
        onLoggedIn={() => void navigate({ href: next ?? '/', replace: true })}
        onUnconfirmed={(email) => void navigate({ to: '/verify-email', state: { email } })}
      />
    </>
  );
}
