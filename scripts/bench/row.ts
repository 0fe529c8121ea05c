/** One line of what `npm run bench` prints. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** What we aim at, where we have said so. */
  readonly goal?: { readonly most: number } | { readonly least: number };
}

/** `goal ≤ 3: met`, or nothing where there is no goal. */
export function verdict({ value, goal }: Row): string {
  if (!goal) return '';
  if ('most' in goal) return `goal ≤ ${goal.most}: ${value <= goal.most ? 'met' : 'missed'}`;
  return `goal ≥ ${goal.least}: ${value >= goal.least ? 'met' : 'missed'}`;
}
