import type pg from 'pg';

/** The checked fields of a node of EXPLAIN (ANALYZE, FORMAT JSON). */
export interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
const looked = (node: Plan): number =>
  ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  (node['Actual Loops'] ?? 0);

/** Faults of a plan: a big table read completely, or more rows read than allowed. */
export function faultsOf(plan: Plan, big: ReadonlySet<string>, rows: number): string[] {
  const faults: string[] = [];
  let total = 0;
  for (const node of nodes(plan)) {
    const table = node['Relation Name'];
    if (node['Node Type'].endsWith('Scan') && node['Node Type'] !== 'Bitmap Index Scan') total += looked(node);
    const whole =
      node['Node Type'] === 'Seq Scan' ||
      (/Index.* Scan/.test(node['Node Type']) && !node['Index Cond'] && looked(node) > rows);
    if (whole && table !== undefined && big.has(table) && (node['Actual Loops'] ?? 0) > 0)
      faults.push(`reads all of ${table}`);
  }
  if (total > rows) faults.push(`looks at ${total} rows, ${rows} are allowed`);
  return faults;
}

export function planText(plan: Plan, depth = 0): string {
  const line = [
    plan['Node Type'],
    plan['Relation Name'],
    plan['Index Name'],
    `rows ${plan['Actual Rows']}`,
    `loops ${plan['Actual Loops']}`,
  ];
  if (plan['Rows Removed by Filter']) line.push(`removed ${plan['Rows Removed by Filter']}`);
  if (plan['Index Cond']) line.push(plan['Index Cond']);
  if (plan.Filter) line.push(`filter ${plan.Filter.slice(0, 200)}`);
  return [
    `${'  '.repeat(depth)}${line.filter(Boolean).join(' · ')}`,
    ...(plan.Plans ?? []).map((child) => planText(child, depth + 1)),
  ].join('\n');
}

/**
 * The plans of all statements that `work` runs on `db` (a superuser's connection), including those in functions and
 * triggers.
 */
export async function nestedPlans(db: pg.Client, work: () => Promise<void>): Promise<{ query: string; plan: Plan }[]> {
  const plans: { query: string; plan: Plan }[] = [];
  const onNotice = (notice: { message?: string | undefined }): void => {
    const json = /plan:\n([\s\S]*)$/.exec(notice.message ?? '')?.[1];
    if (json === undefined) return;
    const { 'Query Text': query, Plan: plan } = JSON.parse(json) as { 'Query Text': string; Plan: Plan };
    plans.push({ query, plan });
  };
  await db.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on; set auto_explain.log_timing = off;
    set auto_explain.log_nested_statements = on; set auto_explain.log_format = json; set auto_explain.log_level = notice; set jit = off`);
  db.on('notice', onNotice);
  try {
    await work();
  } finally {
    db.off('notice', onNotice);
    await db.query('set auto_explain.log_min_duration = -1');
  }
  return plans;
}
