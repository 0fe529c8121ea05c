import type { ReactNode } from 'react';
import { useMe } from '#features/me/queries.ts';
import { AccessDeniedScreen } from './dead-end-screen.tsx';
import { PendingScreen } from './pending-screen.tsx';
import { useOffline } from './use-offline.ts';

/** `staff`: admin and ceo. */
type Gate = 'staff' | 'ceo';

const ROLES: Record<Gate, readonly string[]> = { staff: ['admin', 'ceo'], ceo: ['ceo'] };

/**
 * Shows its page to members with the role, as this device last knew it. The server decides what they may do there; this only
 * keeps others from a page on which nothing would work. The role is on the device, so it opens offline too.
 */
export function RoleGate({ for: gate, children }: { for: Gate; children: ReactNode }) {
  const me = useMe();
  const offline = useOffline();
  if (me) return ROLES[gate].includes(me.role) ? children : <AccessDeniedScreen />;
  // No profile yet: it may be on its way, unless nobody answers.
  return offline ? <AccessDeniedScreen /> : <PendingScreen />;
}
