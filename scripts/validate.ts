import { readOptions } from './command-options.ts';
import { runStages } from './test/run-stages.ts';
import { STAGES, vitestFiles } from './test/stages.ts';

/** Of the stages of `npm test`, those that need neither backend nor browser. */
const STATIC = new Set(['routes', 'types', 'functions', 'lint', 'format', 'unused', 'unused-app']);

/**
 * Applies all migrations, compiles the sync rules against the tables, and compares the limits of forms and database.
 */
const CONTRACT = ['create-post', 'comments-polls', 'people', 'forms', 'sync-rules'].map(
  (name) => `tests/contract/${name}.pg.test.ts`,
);

readOptions('Usage: npm run validate   check types, lint, unit tests and the database contract before a commit', {});
process.env.TEST_QUICK = '1';
process.exitCode = (await runStages([
  ...STAGES.filter(({ name }) => STATIC.has(name)),
  vitestFiles('unit-quick', 'unit*', 'unit tests without the model and the commands', []),
  vitestFiles('contract', 'pg', 'migrations, sync rules and limits agree', CONTRACT),
]))
  ? 0
  : 1;
