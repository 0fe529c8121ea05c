import { defineConfig } from 'oxlint';

const ONLY_DATA = 'Only src/data uses storage and network.';
const STORAGE_GLOBALS = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'EventSource',
  'indexedDB',
  'localStorage',
  'sessionStorage',
];

/** Code that the React Compiler does not optimise, or compiles wrongly. */
const REACT_COMPILER = {
  'react/error-boundaries': 'error',
  'react/globals': 'error',
  'react/immutability': 'error',
  'react/incompatible-library': 'error',
  'react/preserve-manual-memoization': 'error',
  'react/purity': 'error',
  'react/refs': 'error',
  'react/set-state-in-effect': 'error',
  'react/set-state-in-render': 'error',
  'react/static-components': 'error',
  'react/unsupported-syntax': 'error',
  'react/use-memo': 'error',
  'react/void-use-memo': 'error',
} as const;

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'promise'],
  jsPlugins: [{ name: 'rangeday', specifier: './scripts/lint/plugin.ts' }],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error' },
  ignorePatterns: [
    'node_modules',
    'dist',
    '.data',
    '.cache',
    'src/routeTree.gen.ts',
    'test-results',
    'playwright-report',
  ],
  env: { es2024: true, builtin: true },
  rules: {
    'rangeday/import-map': 'error',
    'rangeday/no-barrel': 'error',
    'rangeday/no-circle': 'error',
    'rangeday/worker-imports': 'error',
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'import/no-self-import': 'error',
    'import/no-mutable-exports': 'error',
    'react/no-array-index-key': 'error',
    'react/no-danger': 'error',
    'react/no-unstable-nested-components': 'error',
    'react/button-has-type': 'error',
    'react/jsx-no-target-blank': 'error',
    'react/jsx-no-script-url': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/rules-of-hooks': 'off',
    // It also reports the copy of a list that is changed while it is iterated.
    'unicorn/no-useless-spread': 'off',
    'eslint/eqeqeq': ['error', 'always', { null: 'ignore' }],
    'eslint/no-var': 'error',
    'eslint/prefer-const': 'error',
    'eslint/no-implied-eval': 'error',
    'eslint/no-new-func': 'error',
    'eslint/no-throw-literal': 'off',
    'eslint/max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
    'typescript/consistent-type-imports': 'error',
    // Our objects are closures; their methods do not use `this`.
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/ban-ts-comment': [
      'error',
      { 'ts-expect-error': 'allow-with-description', minimumDescriptionLength: 10 },
    ],
    'unicorn/prefer-node-protocol': 'error',
    'rangeday/comment-width': 'error',
    'unicorn/filename-case': ['error', { case: 'kebabCase', ignore: [String.raw`\$|^_|\.gen\.`] }],
  },
  overrides: [
    {
      // These tools expect a default export.
      files: ['*.config.ts', 'scripts/lint/plugin.ts', 'tests/e2e/support/global-setup.ts'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['src/**', 'sw/**'],
      rules: {
        'eslint/no-restricted-properties': [
          'error',
          { property: 'onLine', message: 'It is true without a network, too. Use src/data/device/sync-state.ts.' },
        ],
      },
    },
    {
      // The service worker has no sync state. False only ends attempts early.
      files: ['src/data/device/app-files.ts'],
      rules: { 'eslint/no-restricted-properties': 'off' },
    },
    {
      files: ['src/**'],
      rules: {
        ...REACT_COMPILER,
        'rangeday/no-powersync-tables': 'error',
        'react/rules-of-hooks': 'error',
        'eslint/no-console': ['error', { allow: ['debug', 'warn', 'error'] }],
        'eslint/no-restricted-imports': [
          'error',
          {
            paths: [
              { name: '@tanstack/react-router', importNames: ['Link', 'createLink'], message: 'Use src/ui/link.tsx.' },
            ],
          },
        ],
        'eslint/no-restricted-globals': [
          'error',
          { globals: STORAGE_GLOBALS.map((name) => ({ name, message: ONLY_DATA })), checkGlobalObject: true },
        ],
      },
    },
    { files: ['src/data/replica/powersync-tables.ts'], rules: { 'rangeday/no-powersync-tables': 'off' } },
    {
      // list-places.ts: scroll positions of this tab. Stored in the state of an entry, they were lost at a reload.
      files: ['src/data/**', 'src/**/*.test.{ts,tsx}', 'src/ui/list-places.ts'],
      rules: { 'eslint/no-restricted-globals': 'off' },
    },
    {
      // All text on screen is in src/copy.
      files: ['src/{app,features,routes,ui}/**/*.tsx'],
      excludeFiles: ['src/**/*.test.tsx', 'src/ui/specimens/**'],
      rules: {
        'react/jsx-no-literals': [
          'error',
          { noStrings: false, allowedStrings: ['@', '·', '#', '/', '(', ')', '…', ':', '–', '×'] },
        ],
      },
    },
    { files: ['**/*.{test,spec}.{ts,tsx}', 'tests/**'], rules: { 'typescript/no-non-null-assertion': 'off' } },
    { files: ['**/*.{test,spec}.{ts,tsx}', 'tests/**', '**/testing/**'], rules: { 'rangeday/no-sleep': 'error' } },
  ],
});
