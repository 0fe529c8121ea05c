import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ConfirmEmail } from '#features/auth/confirm-email.tsx';
import { mailLinkTitle } from '#features/auth/mail-link-title.ts';
import { PageBar } from '#ui/page-bar.tsx';
import { BackLink } from '#app/back-link.tsx';
import { safePath } from '#app/safe-path.ts';
import { titles } from '#app/titles.ts';
import { usePresentAccount } from '#app/use-present-account.ts';

export interface ConfirmSearch {
  token_hash: string;
  type: string;
  next: string | undefined;
}

export const Route = createFileRoute('/auth/confirm')({
  validateSearch: ({ token_hash, type, next }: Record<string, unknown>): ConfirmSearch => {
    const path = safePath(next) ?? undefined;
    return {
      token_hash: typeof token_hash === 'string' ? token_hash : '',
      type: typeof type === 'string' ? type : 'signup',
      // Every key is set: omitted ones keep the address's value. A mail may link here; confirming twice uses an empty
      // token.
      next: path?.startsWith('/auth/') ? undefined : path,
    };
  },
  staticData: { title: titles.verifyEmail },
  component: Confirm,
});

function Confirm() {
  const { token_hash, type, next } = Route.useSearch();
  const navigate = useNavigate();
  const present = usePresentAccount();
  return (
    <>
      <PageBar title={mailLinkTitle(type)} start={<BackLink />} />
      <ConfirmEmail
        tokenHash={token_hash}
        type={type}
        next={next}
        present={present}
        onConfirmed={(target) => void navigate({ href: target, replace: true })}
        onStay={() => void navigate({ to: '/', replace: true })}
      />
    </>
  );
}
