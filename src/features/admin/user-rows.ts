import type { ReactNode } from 'react';
import type { StaffMember, StaffSort } from '#contract/staff.ts';

export interface UserRowsProps {
  members: readonly StaffMember[];
  sort: StaffSort;
  onSort: (sort: StaffSort) => void;
  /** Absent: no column for them. */
  actions: ((member: StaffMember) => ReactNode) | undefined;
}
