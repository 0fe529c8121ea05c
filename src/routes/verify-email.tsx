import { createFileRoute, useLocation } from '@tanstack/react-router';
import { VerifyNotice } from '#features/auth/verify-notice.tsx';
import { PageBar } from '#ui/page-bar.tsx';
import { BackLink } from '#app/back-link.tsx';
import { titles } from '#app/titles.ts';
import { usePresentAccount } from '#app/use-present-account.ts';

export const Route = createFileRoute('/verify-email')({
  staticData: { title: titles.verifyEmail },
  component: VerifyEmail,
});

function VerifyEmail() {
  // In the history state, not in the address: an email address does not belong in logs.
  const email = useLocation({ select: (location) => location.state.email ?? '' });
  const navigate = Route.useNavigate();
  const present = usePresentAccount();
  return (
    <>
      <PageBar title={titles.verifyEmail} start={<BackLink />} />
      <VerifyNotice
        email={email}
        present={present}
        // §2: after the confirmation the profile is finished.
        onConfirmed={() => void navigate({ to: '/editprofile', replace: true })}
        onDeclined={() => void navigate({ to: '/', replace: true })}
      />
    </>
  );
}
