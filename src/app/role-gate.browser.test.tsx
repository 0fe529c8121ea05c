import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { meOf } from '#contract/testing/me-of.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { adoptSnapshot } from '#data/first-screen/snapshot.ts';
import { OPENING, syncState } from '#data/device/sync-state.ts';
import { render } from '#ui/testing/render.tsx';
import { requireMember } from './guards.ts';
import { RoleGate } from './role-gate.tsx';

const ME = '018f0000-0000-7000-8000-000000000001';

/** A member's device after a cold start: session and snapshot are loaded, no network and no database yet. */
function arrive(role: string | null, phase: 'connecting' | 'offline' = 'offline'): void {
  adoptSession({ kind: 'member', userId: ME, email: 'a@rangeday.example', username: 'alice' });
  const me = role === null ? null : meOf('alice', { id: ME, role });
  adoptSnapshot({ v: 2, account: ME, posts: [], me, updatedAt: null });
  syncState.set({ ...OPENING, phase });
}

afterEach(() => {
  adoptSnapshot(null);
  adoptSession(GUEST);
  syncState.set(OPENING);
});

const show = (gate: 'staff' | 'ceo') =>
  render(
    <RoleGate for={gate} title="Admin Dashboard">
      The ledger
    </RoleGate>,
  );

test.each([
  ['staff', 'user', false],
  ['staff', 'admin', true],
  ['staff', 'ceo', true],
  ['ceo', 'user', false],
  ['ceo', 'admin', false],
  ['ceo', 'ceo', true],
] as const)('offline, %s pages are for a member with role %s: %s', async (gate, role, opens) => {
  arrive(role);
  await show(gate);
  const denied = page.getByRole('heading', { name: 'Access denied' });
  if (opens) {
    await expect.element(page.getByText('The ledger')).toBeVisible();
    await expect.element(denied).not.toBeInTheDocument();
  } else {
    await expect.element(denied).toBeVisible();
    const reason = { staff: 'This page is for Rangeday staff.', ceo: 'Only the ceo manages ads.' }[gate];
    await expect.element(page.getByText(reason)).toBeVisible();
    await expect.element(page.getByText('The ledger')).not.toBeInTheDocument();
  }
});

test('waits for a profile that may still load, with the bar of the page; without a connection it does not wait', async () => {
  arrive(null, 'connecting');
  await show('staff');
  await expect.element(page.getByText('Loading...')).toBeVisible();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Back' })).toBeVisible();
  syncState.set({ ...OPENING, phase: 'offline' });
  await expect.element(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
  // Nor after the end of the session.
  syncState.set({ ...OPENING, phase: 'offline', signInNeeded: true });
  await expect.element(page.getByRole('heading', { name: 'Access denied' })).toBeVisible();
  await expect.element(page.getByText('The ledger')).not.toBeInTheDocument();
});

test('guests are sent to the log-in page with the way back', () => {
  let thrown: unknown;
  try {
    requireMember('/admin?tab=ads');
  } catch (redirect) {
    thrown = redirect;
  }
  expect(thrown).toMatchObject({ options: { to: '/login', search: { next: '/admin?tab=ads' } } });
});
