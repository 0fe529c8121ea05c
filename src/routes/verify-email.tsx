import { createFileRoute, useLocation } from '@tanstack/react-router';
import { VerifyNotice } from '#features/auth/verify-notice.tsx';
import { titles } from '#app/titles.ts';
import { withBar } from '#app/with-bar.tsx';
import { usePresentAccount } from '#app/use-present-account.ts';

export const Route = createFileRoute('/verify-email')({
  staticData: { title: titles.verifyEmail },
  component: withBar(VerifyEmail),
});

function VerifyEmail() {
  // In the history state, not in the address: an email address does not belong in logs.
  const email = useLocation({ select: (location) => location.state.email ?? '' });
  const navigate = Route.useNavigate();
  const present = usePresentAccount();
  return (
    <VerifyNotice
      email={email}
      present={present}
      // §2: after the confirmation the profile is finished.
      onConfirmed={() => void navigate({ to: '/editprofile', replace: true })}
      onDeclined={() => void navigate({ to: '/', replace: true })}
    />
  );
}
