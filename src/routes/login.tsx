import { createFileRoute } from '@tanstack/react-router';
import { LogIn } from '#features/auth/log-in.tsx';
import { requireLogIn } from '#app/guards.ts';
import { safePath } from '#app/safe-path.ts';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';
import { usePresentAccount } from '#app/use-present-account.ts';

export const Route = createFileRoute('/login')({
  // Every key is set explicitly: an omitted one would keep the value from the address.
  validateSearch: ({ next }: Record<string, unknown>): { next?: string | undefined } => ({
    next: safePath(next) ?? undefined,
  }),
  beforeLoad: ({ search }) => requireLogIn(search.next),
  staticData: { title: titles.logIn },
  component: withBar(LogInScreen),
});

function LogInScreen() {
  const { next = '/' } = Route.useSearch();
  const navigate = Route.useNavigate();
  const present = usePresentAccount();
  return (
    <LogIn
      present={present}
      next={next}
      onLoggedIn={() => void navigate({ href: next, replace: true })}
      onUnconfirmed={(email) => void navigate({ to: '/verify-email', state: { email } })}
    />
  );
}
