import { beforeAll, describe, expect, it } from 'vitest';

import { FEATURE_DAG } from '../../scripts/lint/import-map.ts';
import { lintPlanted } from './plant.ts';

/** `[file, import]`: for each line of the import map, imports that it does not allow. */
const FORBIDDEN: [file: string, specifier: string][] = [
  ['src/contract/bad.ts', 'uuid'],
  ['src/contract/bad.ts', 'node:crypto'],
  ['src/contract/bad.ts', '#lib/time.ts'],
  ['src/contract/bad.ts', '#data/replica/schema.ts'],
  ['src/lib/bad.ts', '#data/session/session.ts'],
  ['src/lib/bad.ts', '#copy/posts.ts'],
  ['src/lib/bad.ts', '#ui/button.tsx'],
  ['src/lib/bad.ts', 'dexie'],
  ['src/copy/bad.ts', '#lib/time.ts'],
  ['src/copy/bad.ts', '#ui/button.tsx'],
  ['src/ui/bad.tsx', '#contract/posts.ts'],
  ['src/ui/bad.tsx', '#data/session/session.ts'],
  ['src/ui/bad.tsx', '#features/posts/post-card.tsx'],
  ['src/ui/bad.tsx', '@supabase/supabase-js'],
  ['src/data/bad.ts', '#features/posts/queries.ts'],
  ['src/data/bad.ts', '#ui/button.tsx'],
  ['src/data/bad.ts', '#copy/errors.ts'],
  ['src/data/bad.ts', '#app/router.tsx'],
  ['src/data/bad.ts', 'node:fs'],
  ['src/data/upload/bad.ts', '../../features/posts/queries.ts'],
  ['src/data/device/bad.ts', '../session/session.ts'],
  ['src/data/session/bad.ts', '../connection/lifecycle.ts'],
  ['src/data/replica/bad.ts', '../outbox/items.ts'],
  ['src/data/outbox/bad.ts', '../media/hold.ts'],
  ['src/data/outbox/bad.ts', '#data/media/hold.ts'],
  ['src/features/posts/queries.ts', '#ui/button.tsx'],
  ['src/features/posts/mutations.ts', '#copy/posts.ts'],
  ['src/features/posts/mutations.ts', '@supabase/supabase-js'],
  ['src/features/posts/bad.tsx', '#data/session/session.ts'],
  ['src/features/posts/bad.tsx', '@supabase/supabase-js'],
  ['src/features/posts/bad.tsx', '@powersync/react'],
  ['src/features/posts/queries.ts', '@powersync/react'],
  ['src/features/posts/bad.tsx', '@powersync/web'],
  ['src/features/replica/bad.tsx', '@powersync/web'],
  ['src/features/replica/bad.tsx', '#ui/button.tsx'],
  ['src/features/posts/bad.tsx', 'dexie'],
  ['src/features/posts/bad.tsx', '#app/router.tsx'],
  ['src/features/posts/bad.tsx', '#routes/_feed.tsx'],
  ['src/features/posts/bad.tsx', '../me/person.tsx'],
  ['src/features/me/bad.tsx', '#features/posts/post-card.tsx'],
  ['src/features/posts/bad.tsx', '#data/session/session.ts'],
  ['src/routes/bad.tsx', '#data/session/session.ts'],
  ['src/routes/bad.tsx', '#copy/posts.ts'],
  ['src/routes/bad.tsx', 'dexie'],
  ['src/app/bad.tsx', '#routes/_feed.tsx'],
  ['src/app/bad.tsx', '@supabase/supabase-js'],
  ['src/app/bad.tsx', '../data/session.ts'],
  ['src/app/bad.tsx', '../../local/context.ts'],
  ['sw/bad.ts', '#data/session/session.ts'],
  ['sw/bad.ts', '#features/posts/queries.ts'],
  ['sw/bad.ts', '#lib/time.ts'],
  ['supabase/functions/guest-token/bad.ts', '#data/session/session.ts'],
  ['supabase/functions/guest-token/bad.ts', '#lib/time.ts'],
  ['local/bad.ts', '#data/replica/schema.ts'],
  ['local/bad.ts', '#lib/time.ts'],
  ['local/bad.ts', '../src/data/replica/schema.ts'],
  ['local/sync/bad.ts', '../../src/contract/posts.ts'],
  ['local/sync/bad.ts', '../../supabase/functions/_shared/http.ts'],
  ['scripts/bad.ts', '../tests/e2e/support/fixtures.ts'],
  ['tests/support/bad.ts', '../../scripts/build.ts'],
  ['tests/e2e/bad.spec.ts', '#copy/posts.ts'],
  ['tests/sync/bad.test.ts', '../../src/contract/posts.ts'],
];

/** Control: a linter that reports everything would pass the list above. */
const ALLOWED: [file: string, specifier: string][] = [
  ['src/contract/good.ts', 'zod'],
  ['src/contract/good.ts', './ids.ts'],
  ['src/contract/good.ts', '#contract/ids.ts'],
  ['src/lib/good.ts', '#contract/posts.ts'],
  ['src/copy/good.ts', '#contract/posts.ts'],
  ['src/ui/good.tsx', '#lib/time.ts'],
  ['src/ui/good.tsx', '#copy/common.ts'],
  ['src/ui/good.tsx', 'react'],
  ['src/data/good.ts', '#contract/posts.ts'],
  ['src/data/good.ts', '@powersync/web'],
  ['src/data/upload/good.ts', '../replica/schema.ts'],
  ['src/data/upload/good.ts', './send.ts'],
  ['src/data/connection/good.ts', '../device/kv.ts'],
  ['src/features/posts/queries.ts', '#data/replica/database.ts'],
  ['src/features/posts/mutations.ts', '#contract/posts.ts'],
  ['src/features/posts/good.tsx', './queries.ts'],
  ['src/features/posts/good.tsx', 'dexie-react-hooks'],
  ['src/features/replica/good.tsx', '@powersync/react'],
  ['src/features/replica/good.tsx', '#data/replica/replica.ts'],
  ['src/features/posts/good.tsx', '#ui/button.tsx'],
  ['src/features/posts/good.tsx', '#copy/posts.ts'],
  ['src/features/posts/good.tsx', '#lib/time.ts'],
  ['src/features/posts/good.tsx', '#features/me/person.tsx'],
  ['src/routes/good.tsx', '#features/posts/main-feed.tsx'],
  ['src/routes/good.tsx', '#app/guards.ts'],
  ['src/routes/good.tsx', '@tanstack/react-router'],
  ['src/app/good.tsx', '#data/session/session.ts'],
  ['sw/good.ts', '#contract/posts.ts'],
  ['sw/good.ts', '#data/outbox/queue-copy-store.ts'],
  ['supabase/functions/guest-token/good.ts', '#contract/auth.ts'],
  ['local/good.ts', '#contract/crud.ts'],
  ['local/good.ts', 'pg'],
  ['local/supabase/auth/good.ts', '../../context.ts'],
  ['tests/e2e/good.spec.ts', '@playwright/test'],
  ['tests/sync/good.test.ts', '../../local/sync/store.ts'],
];

/** Each form on its own line, because oxlint reports the line. */
const FORMS = {
  'static import': (specifier: string) => `import '${specifier}';`,
  'dynamic import': (specifier: string) => `void import('${specifier}');`,
  'type import': (specifier: string) => `import type {} from '${specifier}';`,
  're-export': (specifier: string) => `export {} from '${specifier}';`,
};

const lines = new Map<string, string[]>();
const places = [...FORBIDDEN, ...ALLOWED].flatMap(([file, specifier], index) =>
  Object.entries(FORMS).map(([form, write]) => {
    const text = lines.get(file) ?? [];
    lines.set(file, text);
    return { file, specifier, form, isForbidden: index < FORBIDDEN.length, line: text.push(write(specifier)) };
  }),
);

let reports: Map<string, string[]>;

beforeAll(async () => {
  reports = await lintPlanted(Object.fromEntries([...lines].map(([file, text]) => [file, `${text.join('\n')}\n`])));
}, 60_000);

function mapFindings(file: string, line: number): string[] {
  return (reports.get(file) ?? []).filter((finding) => finding.startsWith(`${line} rangeday(import-map)`));
}

describe('the import map', () => {
  it.each(places.filter(({ isForbidden }) => isForbidden))('$file: no $form of $specifier', ({ file, line }) => {
    expect(mapFindings(file, line)).toHaveLength(1);
  });

  it.each(places.filter(({ isForbidden }) => !isForbidden))('$file: a $form of $specifier', ({ file, line }) => {
    expect(mapFindings(file, line)).toEqual([]);
  });
});

describe('FEATURE_DAG', () => {
  it('has no circle', () => {
    const visit = (feature: string, path: string[]): void => {
      expect(path, `circle: ${[...path, feature].join(' → ')}`).not.toContain(feature);
      for (const next of FEATURE_DAG[feature] ?? []) visit(next, [...path, feature]);
    };
    for (const feature of Object.keys(FEATURE_DAG)) visit(feature, []);
  });
});
