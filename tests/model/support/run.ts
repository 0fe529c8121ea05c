import fc from 'fast-check';
import { vi } from 'vitest';
import { UNDO_LIMIT_MS } from '#data/outbox/discard.ts';
import { Device, type Parts, idle } from './device.ts';
import { Ledger, noRemovals } from './ledger.ts';
import { Network } from './network.ts';
import { ModelServer } from './server.ts';
import { stepArbitrary, runSteps, REJECTED_TEXT, type Simulation, type Step } from './steps.ts';

const MEMBERS = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b'] as const;

const START = Date.UTC(2026, 0, 1);

export const stepsArbitrary = fc.array(stepArbitrary, { minLength: 1, maxLength: 60, size: 'max' });

/**
 * Runs the steps with their faults, then sends everything without faults. Throws an error that names the violated
 * invariant.
 */
export async function run(
  steps: readonly Step[],
  { isForgetful = false, ...parts }: Parts & { isForgetful?: boolean } = {},
) {
  const server = new ModelServer();
  server.rejectedText = REJECTED_TEXT;
  server.isForgetful = isForgetful;
  const network = new Network(server);
  const device = new Device(server, network, MEMBERS, parts);
  const ledger = new Ledger(server, device);
  const simulation: Simulation = {
    server,
    network,
    device,
    ledger,
    members: MEMBERS,
    removals: noRemovals(),
    written: 0,
  };
  // Only the steps move the clock, so that results do not depend on the load of the machine.
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  try {
    await device.open();
    await runSteps(simulation, steps);
    await recover(simulation);
  } finally {
    device.kill();
    await idle();
    vi.useRealTimers();
  }
}

async function recover({ server, network, device, ledger }: Simulation): Promise<void> {
  device.kill();
  await idle();
  await device.open();
  // Discards that were neither completed nor undone take effect.
  vi.setSystemTime(Date.now() + UNDO_LIMIT_MS);
  while (network.lateCount > 0) network.deliverLate(0, false);
  server.counts.publish();
  // Twice, because one member's uploads change the other's replica.
  for (const index of [...MEMBERS.keys(), ...MEMBERS.keys()]) {
    await device.switchTo(index);
    // Twice, because a sync can queue more actions.
    for (const _ of ['first', 'second']) {
      await drain(network, device);
      await device.sync();
      await ledger.observe(noRemovals());
    }
    await ledger.checkOutbox(network.appliedLate);
  }
  ledger.compareWithServer(network.appliedLate);
}

/**
 * I6: a bounded number of answered calls empties the queue. Each action needs a few if it is sent alone and rejected.
 */
async function drain(network: Network, device: Device): Promise<void> {
  const bound = 8 + 4 * (await device.queueLength());
  for (let calls = 0; calls < bound;) {
    let isDone = false;
    const work = device.upload(0).finally(() => (isDone = true));
    for (await idle(); !isDone; await idle()) {
      if (network.calls.length === 0) throw new Error('I6: an upload waits for something other than the network.');
      calls += network.calls.length;
      for (const waiting of [...network.calls]) await network.finish(waiting, 'answered');
    }
    await work;
    if ((await device.queueLength()) === 0) return;
  }
  throw new Error(`I6: ${await device.queueLength()} writes are still queued after ${bound} answered calls.`);
}
