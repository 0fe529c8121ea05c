import { syncCopy } from '#copy/sync.ts';
import { Flag } from '#ui/flag.tsx';
import { isHolding } from './is-holding.ts';
import { useStatus } from './queries.ts';

export function StatusFlag({ className }: { className?: string | undefined }) {
  const up = isHolding(useStatus());
  return <Flag up={up} label={up ? syncCopy.flagUp : syncCopy.flagDown} className={className} />;
}
