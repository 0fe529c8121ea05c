import { calls, streams, type Match } from '../support/faults.ts';
import { expect, expectSyncContinues, test } from '../support/stage.ts';

const probes: Match = ({ path }) => path.startsWith('/powersync/probes/liveness');

test('while nothing answers, only the server check asks, and not the streams', async ({ page, network, ally }) => {
  const removeFault = network.when(calls, (wire) => wire.breakOff());
  // Ends the stream that is open.
  await network.down();
  await network.up();
  await expect(page.getByText(/^Offline/).first()).toBeVisible();
  // The attempt that was under way when the silence was noticed has ended by the next check.
  await network.until(probes, network.seen(probes).length + 1);
  const before = network.seen(streams).length;
  await network.until(probes, network.seen(probes).length + 4);
  expect(network.seen(streams)).toHaveLength(before);
  removeFault();
  await page.keyboard.press('Shift');
  await expectSyncContinues(page, ally);
});
