import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { GoogleCallback } from '#features/auth/google-callback.tsx';
import { safePath } from '#app/safe-path.ts';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';
import { usePresentAccount } from '#app/use-present-account.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const Route = createFileRoute('/auth/callback')({
  // Every key is set explicitly: an omitted one would keep the value from the address.
  validateSearch: ({ code, error, error_code }: Record<string, unknown>) => ({
    code: text(code),
    error: text(error),
    error_code: text(error_code),
  }),
  staticData: { title: titles.logIn },
  component: withBar(Callback),
});

function Callback() {
  const { code, error, error_code: errorCode } = Route.useSearch();
  const navigate = useNavigate();
  const present = usePresentAccount();
  return (
    <GoogleCallback
      code={code}
      error={errorCode || error}
      present={present}
      onLoggedIn={(next) => void navigate({ href: safePath(next) ?? '/', replace: true })}
      onDeclined={() => void navigate({ to: '/', replace: true })}
    />
  );
}
