import { readOptions } from './command-options.ts';
import { startLoad } from './test/load.ts';
import { runStages } from './test/run-stages.ts';
import { STAGES, type Stage } from './test/stages.ts';

const USAGE = `Usage: npm test -- [options]   run everything that CI runs

Options:
  --only <stage,…>  only these stages, with the ones they need
  --list            list the stages
  --loaded          beside four busy loops, as on a machine on which much else runs
  --all             the long forms of the model, the soak, the accessibility audit and Lighthouse, variants of tests, random histories, and WebKit (sets TEST_ALL=1)
  --long            an hour of random histories (sets TEST_LONG=1)`;

/** Twice the cores of the machine that runs CI. */
const BUSY_LOOPS = 4;

/** Picks stages by `--only a,b`, with the ones they need. */
function chosen(only: string | undefined): Stage[] {
  if (only === undefined) return STAGES.filter(({ isExtra }) => !isExtra || process.env.TEST_ALL === '1');
  const names = new Set(only.split(','));
  const unknown = [...names].filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) throw new Error(`There is no stage ${unknown.join(', ')}. See --list.`);
  if (['e2e', 'budgets', 'webkit'].some((name) => names.has(name))) names.add('build');
  if (['e2e', 'budgets', 'webkit', 'browser'].some((name) => names.has(name))) names.add('chromium');
  if (names.has('budgets')) names.add('lighthouse');
  names.add('routes');
  return STAGES.filter(({ name }) => names.has(name));
}

const values = readOptions(USAGE, {
  only: { type: 'string' },
  list: { type: 'boolean' },
  all: { type: 'boolean' },
  long: { type: 'boolean' },
  loaded: { type: 'boolean' },
});
if (values.all) process.env.TEST_ALL = '1';
if (values.long) process.env.TEST_LONG = '1';
if (values.list) {
  for (const { name, about } of STAGES) console.log(`${name.padEnd(10)} ${about}`);
} else {
  const endLoad = startLoad(values.loaded ? BUSY_LOOPS : 0);
  try {
    process.exitCode = (await runStages(chosen(values.only))) ? 0 : 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    endLoad();
  }
}
