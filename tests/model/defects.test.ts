import type { PowerSyncDatabase } from '@powersync/node';
import fc from 'fast-check';
import { v4 } from 'uuid';
import { expect, test } from 'vitest';
import type { CrudBatch, CrudResult } from '#contract/crud.ts';
import type { Outcome } from '#data/upload/classify.ts';
import type { UploaderParts } from '#data/upload/uploader.ts';
import { manySteps, run } from './support/run.ts';

type Send = UploaderParts['send'];

const sending =
  (bend: (send: Send, db: PowerSyncDatabase) => Send) =>
  (parts: UploaderParts, db: PowerSyncDatabase): UploaderParts => ({ ...parts, send: bend(parts.send, db) });

const answering = (bend: (results: CrudResult[], batch: CrudBatch) => CrudResult[]) =>
  sending((send) => async (batch, token) => {
    const outcome = await send(batch, token);
    return outcome.kind === 'answer' ? { ...outcome, results: bend(outcome.results, batch) } : outcome;
  });

const allApplied = ({ actions }: CrudBatch): Outcome => ({
  kind: 'answer',
  results: actions.map(({ action_id }) => ({ action_id, status: 'applied' })),
});

/** Plausible mistakes in an uploader. */
const DEFECTS: Record<string, Parameters<typeof run>[1]> = {
  'treats any page as an answer': {
    uploader: sending((send) => async (batch, token) => {
      const outcome = await send(batch, token);
      return outcome.kind === 'retry' && outcome.reason === 'portal' ? allApplied(batch) : outcome;
    }),
  },
  'shortens the queue before the result': {
    uploader: sending((send, db) => async (batch, token) => {
      for (const { action_id } of batch.actions)
        await db.execute(`DELETE FROM ps_crud WHERE json_extract(data ->> '$.metadata', '$.action_id') = ?`, [
          action_id,
        ]);
      return send(batch, token);
    }),
  },
  'uses a new id for each attempt': {
    uploader: sending((send) => async (batch, token) => {
      const names = new Map(batch.actions.map(({ action_id }) => [v4(), action_id]));
      const olds = [...names];
      const actions = batch.actions.map((one, index) => ({ ...one, action_id: olds[index]![0] }));
      const outcome = await send({ ...batch, actions }, token);
      if (outcome.kind !== 'answer') return outcome;
      return {
        ...outcome,
        results: outcome.results.map((result) => ({ ...result, action_id: names.get(result.action_id)! })),
      };
    }),
  },
  'drops the rest after a refusal': {
    uploader: sending((send) => async (batch, token) => {
      const results: CrudResult[] = [];
      for (const one of batch.actions) {
        const outcome = await send({ ...batch, actions: [one] }, token);
        if (outcome.kind !== 'answer') return outcome;
        results.push(...outcome.results);
        if (outcome.results.some(({ status }) => status === 'rejected')) break;
      }
      const judged = new Set(results.map(({ action_id }) => action_id));
      const rest = batch.actions.filter(({ action_id }) => !judged.has(action_id));
      return {
        kind: 'answer',
        results: [...results, ...rest.map(({ action_id }) => ({ action_id, status: 'applied' as const }))],
      };
    }),
  },
  'matches results by position instead of by id': {
    uploader: answering((results, { actions }) =>
      results.map((result, index) => ({ ...result, action_id: actions[index]?.action_id ?? result.action_id })),
    ),
  },
  'talks to a server that forgets what it has applied': { isForgetful: true },
};

test.each(Object.entries(DEFECTS))('the model notices an uploader that %s', { timeout: 120_000 }, async (_, defect) => {
  const property = fc.asyncProperty(manySteps, (steps) => run(steps, defect));
  // Ends at the first failing run; of six seeds the slowest needed 846 runs.
  const details = await fc.check(property, { seed: 5, numRuns: 3000, endOnFailure: true, timeout: 20_000 });
  expect(details.failed).toBe(true);
  expect(String(details.errorInstance)).toMatch(/I[1-6]: /);
});
