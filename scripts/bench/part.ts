import type { Row } from './row.ts';

const STILL_MS = 30_000;

/**
 * Runs one part of the bench with a line at its start, every half minute, and at its end. A part that fails or takes
 * longer than `mostMinutes` becomes a row with that reason, and the next one runs.
 */
export async function measurePart(
  name: string,
  mostMinutes: number,
  say: (line: string) => void,
  work: () => Promise<Row[]>,
): Promise<Row[]> {
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1000);
  say(`${name} …`);
  const still = setInterval(() => say(`${name}: ${seconds()} s so far`), STILL_MS);
  const late = Promise.withResolvers<never>();
  const limit = setTimeout(
    () => late.reject(new Error(`no result within ${mostMinutes} minutes`)),
    mostMinutes * 60_000,
  );
  try {
    const rows = await Promise.race([work(), late.promise]);
    say(`${name}: ${seconds()} s`);
    return rows;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    say(`${name} failed: ${reason}`);
    return [{ what: `${name} failed: ${reason}`, value: Number.NaN, unit: '' }];
  } finally {
    clearInterval(still);
    clearTimeout(limit);
  }
}
