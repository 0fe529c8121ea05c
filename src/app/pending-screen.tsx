import { shellCopy } from '#copy/shell.ts';
import { WaitLine } from '#ui/wait-line.tsx';

export function PendingScreen() {
  return <WaitLine>{shellCopy.loading}</WaitLine>;
}
