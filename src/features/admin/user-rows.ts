import type { ReactNode } from 'react';
import type { StaffMember, StaffSort } from '#contract/staff.ts';

/** What the table and the list of members share. */
export interface UserRowsProps {
  members: readonly StaffMember[];
  sort: StaffSort;
  onSort: (sort: StaffSort) => void;
  /** Absent: no column for them. */
  actions: ((member: StaffMember) => ReactNode) | undefined;
}
