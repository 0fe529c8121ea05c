import { beforeAll, describe, expect, it } from 'vitest';

import { lintPlanted } from './plant.ts';

/** One planted fault for each rule that the house relies on. */
const FAULTS: Record<string, [file: string, text: string]> = {
  'rangeday(no-barrel)': ['src/lib/all.ts', "export * from './store.ts';\n"],
  'import(no-default-export)': ['src/lib/default.ts', 'export default 1;\n'],
  'rangeday(no-circle)': ['src/lib/circle-a.ts', "import { b } from './circle-b.ts';\nexport const a = () => b;\n"],
  'eslint(no-restricted-globals)': ['src/features/posts/get.tsx', "export const get = () => fetch('/x');\n"],
  'eslint(no-console)': ['src/app/log.ts', 'console.log(1);\nexport const one = 1;\n'],
  'typescript(no-explicit-any)': ['src/lib/any.ts', 'export const one: any = 1;\n'],
  'react-hooks(rules-of-hooks)': [
    'src/ui/hook.tsx',
    "import { useState } from 'react';\nexport function Box({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}\n",
  ],
  'react(set-state-in-render)': [
    'src/ui/render.tsx',
    "import { useState } from 'react';\nexport function Box() {\n  const [, set] = useState(0);\n  set(1);\n  return null;\n}\n",
  ],
  'react(jsx-no-literals)': ['src/features/posts/text.tsx', 'export const Text = () => <p>Hello there</p>;\n'],
  'jsx-a11y(alt-text)': ['src/ui/picture.tsx', 'export const Picture = () => <img src="/a.png" />;\n'],
};

let said: Map<string, string[]>;

beforeAll(async () => {
  const files = Object.fromEntries(Object.values(FAULTS));
  files['src/lib/circle-b.ts'] = "import { a } from './circle-a.ts';\nexport const b = () => a;\n";
  files['src/lib/fine.ts'] = 'export const one = 1;\n';
  files['src/data/fine.ts'] = "export const get = () => fetch('/x');\n";
  said = await lintPlanted(files);
}, 60_000);

describe('a planted fault', () => {
  it.each(Object.entries(FAULTS))('%s is reported', (rule, [file]) => {
    expect(said.get(file)?.join('\n')).toContain(rule);
  });

  it('is what is reported, not everything', () => {
    expect(said.get('src/lib/fine.ts')).toEqual([]);
    expect(said.get('src/data/fine.ts')).toEqual([]);
  });
});
