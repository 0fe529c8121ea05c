/** One line of `npm run bench`. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  /** The target, if there is one. */
  readonly goal?: { readonly most: number } | { readonly least: number };
}

/** `goal ≤ 3: met`, or an empty string if there is no goal. */
export function goalResult({ value, goal }: Row): string {
  if (!goal) return '';
  if ('most' in goal) return `goal ≤ ${goal.most}: ${value <= goal.most ? 'met' : 'missed'}`;
  return `goal ≥ ${goal.least}: ${value >= goal.least ? 'met' : 'missed'}`;
}
