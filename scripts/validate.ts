import { runStages } from './test.ts';
import { STAGES } from './test/stages.ts';

/** The developer's inner loop: everything that needs neither backend nor browser. Part of what `npm test` runs. */
const QUICK = new Set(['routes', 'types', 'functions', 'lint', 'format', 'unused', 'unit']);

process.exitCode = (await runStages(STAGES.filter(({ name }) => QUICK.has(name)))) ? 0 : 1;
