import type { ReactNode } from 'react';
import { useMe } from '#features/me/queries.ts';
import { isUnreachable } from '#lib/missing.ts';
import { PageBar } from '#ui/page-bar.tsx';
import { LineSkeleton } from '#ui/skeleton.tsx';
import { AccessDeniedScreen } from './dead-end-screen.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { BackLink } from './back-link.tsx';
import { PageStatus } from './page-status.tsx';
import { useMissing } from './use-offline.ts';

/** `staff`: admin and ceo. */
type Gate = 'staff' | 'ceo';

const ROLES: Record<Gate, readonly string[]> = { staff: ['admin', 'ceo'], ceo: ['ceo'] };

interface RoleGateProps {
  for: Gate;
  /** Of the page, in its bar while the member's role or the page loads. */
  title: string;
  /** The code of the page is loading. */
  isLoading?: boolean;
  children: ReactNode;
}

/** Shows its page to members whose synced role allows it, also offline. The server decides what they may do. */
export function RoleGate({ for: gate, title, isLoading = false, children }: RoleGateProps) {
  const me = useMe();
  const missing = useMissing();
  const bar = (
    <PageBar title={title} start={<BackLink to={gate === 'ceo' ? '/admin/ads' : '/'} />} note={<PageStatus />} />
  );
  if (me && !ROLES[gate].includes(me.role)) return <AccessDeniedScreen for={gate} />;
  if (me) {
    return (
      <>
        {isLoading && bar}
        {children}
      </>
    );
  }
  // No profile yet: it may still load, unless nothing is connected.
  if (isUnreachable(missing)) return <AccessDeniedScreen for={gate} />;
  return (
    <>
      {bar}
      <PendingScreen />
      <LineSkeleton lines={6} />
    </>
  );
}
