import { createFileRoute, Outlet, useMatches } from '@tanstack/react-router';
import { RoleGate } from '#app/role-gate.tsx';

/** Installed, unlike the staff screens behind it, so that other members are refused offline too. */
export const Route = createFileRoute('/_member/admin')({ component: StaffGate });

function StaffGate() {
  const gate = useMatches({ select: (matches) => matches.at(-1)?.staticData.gate });
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? '' });
  const isLoading = useMatches({ select: (matches) => matches.at(-1)?.status === 'pending' });
  return (
    <RoleGate for={gate ?? 'staff'} title={title} isLoading={isLoading}>
      <Outlet />
    </RoleGate>
  );
}
