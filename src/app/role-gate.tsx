import type { ReactNode } from 'react';
import { useMe } from '#features/me/queries.ts';
import { AccessDeniedScreen } from './dead-end-screen.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { useOffline } from './use-offline.ts';

/** `staff`: admin and ceo. */
type Gate = 'staff' | 'ceo';

const ROLES: Record<Gate, readonly string[]> = { staff: ['admin', 'ceo'], ceo: ['ceo'] };

/** Shows its page to members whose synced role allows it, also offline. The server decides what they may do. */
export function RoleGate({ for: gate, children }: { for: Gate; children: ReactNode }) {
  const me = useMe();
  const offline = useOffline();
  if (me) return ROLES[gate].includes(me.role) ? children : <AccessDeniedScreen for={gate} />;
  // No profile yet: it may still load, unless the server cannot be reached.
  return offline ? <AccessDeniedScreen for={gate} /> : <PendingScreen />;
}
