import { createFileRoute, Outlet } from '@tanstack/react-router';
import { requireMember } from '#app/guards.ts';

/** Pathless: all child routes require a member. */
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ location }) => requireMember(location.href),
  component: Outlet,
});
