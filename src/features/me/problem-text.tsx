import { AlertIcon } from '#ui/icons/icons.tsx';
import type { Problem } from './use-saving.ts';
import styles from './profile-form.module.css';

export function ProblemText({ problem }: { problem: Problem | null }) {
  if (!problem) return null;
  return (
    <p className={styles.problem}>
      <AlertIcon size="s" />
      <span>
        <strong>{problem.title}</strong> {problem.reason}
      </span>
    </p>
  );
}
