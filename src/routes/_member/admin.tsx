import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { RoleGate } from '#app/role-gate.tsx';

/**
 * Installed with the app, unlike the screens of staff behind it: members who may not open those are told so offline
 * too.
 */
export const Route = createFileRoute('/_member/admin')({ component: StaffGate });

function StaffGate() {
  const gate = useMatches({ select: (matches) => matches.at(-1)?.staticData.gate });
  return (
    <RoleGate for={gate ?? 'staff'}>
      <Outlet />
    </RoleGate>
  );
}
