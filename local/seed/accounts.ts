/**
 * A person of the first-run seed who can log in. These are demo accounts of a local backend, printed by `npm start`;
 * nothing hosted has them.
 */
export interface DemoAccount {
  readonly kind: 'member' | 'admin' | 'ceo';
  readonly email: string;
  readonly password: string;
  readonly username: string;
}

export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { kind: 'member', email: 'member@rangeday.example', password: 'Cold-range-1', username: 'sam_weller' },
  { kind: 'admin', email: 'admin@rangeday.example', password: 'Cold-range-2', username: 'marge_b' },
  { kind: 'ceo', email: 'ceo@rangeday.example', password: 'Cold-range-3', username: 'old_kip' },
];
