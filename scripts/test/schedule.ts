import type { Stage } from './stages.ts';

/** Stages that keep cores busy at the same time, on a machine with two: end-to-end tests often wait. */
const LANES = 2;

/**
 * Runs each stage as soon as those before it are over and a lane is free; the first of the list, if several can.
 * Installations take no lane. A stage is skipped if one that it needs has failed; a name that is not in the list counts
 * as passed.
 *
 * @param run resolves to whether the stage passed
 */
export async function schedule(stages: readonly Stage[], run: (stage: Stage) => Promise<boolean>): Promise<void> {
  const waiting = [...stages];
  const running = new Map<string, Promise<void>>();
  const failed = new Set<string>();
  let lanes = LANES;

  const begin = (stage: Stage): void => {
    waiting.splice(waiting.indexOf(stage), 1);
    const lane = stage.kind === 'install' ? 0 : 1;
    lanes -= lane;
    const ending = run(stage).then((ok) => {
      if (!ok) failed.add(stage.name);
      lanes += lane;
      running.delete(stage.name);
    });
    running.set(stage.name, ending);
  };

  for (;;) {
    for (const stage of waiting.slice()) {
      const needs = stage.needs ?? [];
      if (needs.some((name) => failed.has(name))) {
        failed.add(stage.name);
        waiting.splice(waiting.indexOf(stage), 1);
      } else if (stage.kind === 'install' || lanes > 0) {
        const isOver = (name: string) => !running.has(name) && !waiting.some((other) => other.name === name);
        if ([...needs, ...(stage.after ?? [])].every(isOver)) begin(stage);
      }
    }
    if (running.size === 0) return;
    await Promise.race(running.values());
  }
}
