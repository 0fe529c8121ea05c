import { Drawing } from './drawing.tsx';
import styles from './drawings.module.css';
import { FOLDS, HANGING } from './flag-shape.ts';

/** Fresh target: nothing here yet. */
export function FreshTarget() {
  return (
    <Drawing>
      <path className={styles.line} d="M30 92V20M82 92V20" />
      <path className={styles.paper} d="M22 14h68v56H22Z" />
      <circle className={styles.fine} cx="56" cy="42" r="22" />
      <circle className={styles.fine} cx="56" cy="42" r="14" />
      <circle className={styles.ink} cx="56" cy="42" r="5" />
      <path className={styles.fine} d="M8 92h96" />
      <path className={styles.line} d="M36 14v-6h8v6M68 14v-6h8v6" />
    </Drawing>
  );
}

/** Flag down: everything has been sent. */
export function FlagLow() {
  return (
    <Drawing>
      <path className={styles.line} d="M48 90V8M38 90h20" />
      <path className={styles.cold} transform="translate(34 3) scale(2)" d={HANGING} />
      <path className={styles.fold} transform="translate(34 3) scale(2)" d={FOLDS} />
      <path className={styles.fine} d="M4 90h28M64 90h44M4 76c16-9 26-4 36-8M84 70c10-3 14 0 24-4" />
    </Drawing>
  );
}

/** Two mugs: no comments yet. */
export function TwoMugs() {
  return (
    <Drawing>
      <path className={styles.fine} d="M4 76h104M4 84h104" />
      <path
        className={styles.fine}
        d="M32 10c-4 5 4 8 0 14M42 10c-4 5 4 8 0 14M70 10c-4 5 4 8 0 14M80 10c-4 5 4 8 0 14"
      />
      <path className={styles.paper} d="M22 34h28v38a4 4 0 0 1-4 4H26a4 4 0 0 1-4-4Z" />
      <path className={styles.paper} d="M62 34h28v38a4 4 0 0 1-4 4H66a4 4 0 0 1-4-4Z" />
      <path
        className={styles.line}
        d="M22 44h-4a8 8 0 0 0-8 8v4a8 8 0 0 0 8 8h4M90 44h4a8 8 0 0 1 8 8v4a8 8 0 0 1-8 8h-4"
      />
      <path className={styles.fine} d="M22 42h28M62 42h28" />
    </Drawing>
  );
}

/** Ear muffs on their hook: no notifications. */
export function EarMuffs() {
  return (
    <Drawing>
      <path className={styles.fine} d="M34 8h44" />
      <path className={styles.line} d="M56 8v10M26 62V54a30 30 0 0 1 60 0v8M34 60v-6a22 22 0 0 1 44 0v6" />
      <path
        className={styles.paper}
        d="M22 62a10 10 0 0 1 10-8h2a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6h-2a10 10 0 0 1-10-8Z"
      />
      <path
        className={styles.paper}
        d="M90 62a10 10 0 0 0-10-8h-2a6 6 0 0 0-6 6v22a6 6 0 0 0 6 6h2a10 10 0 0 0 10-8Z"
      />
      <path className={styles.fine} d="M30 64v16M82 64v16" />
    </Drawing>
  );
}

/** A closed barrier: a blocked member. */
export function Barrier() {
  return (
    <Drawing>
      <path className={styles.line} d="M14 92V30M98 92V30" />
      <path className={styles.paper} d="M6 40h100v14H6Z" />
      <path className={styles.fine} d="M24 54l10-14M44 54l10-14M64 54l10-14M84 54l10-14M4 92h104" />
    </Drawing>
  );
}
