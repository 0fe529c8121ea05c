import { createFileRoute, Outlet } from '@tanstack/react-router';
import { requireMember } from '#app/guards.ts';

/** Pathless: everything below is for members. */
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ location }) => requireMember(location.href),
  component: Outlet,
});
