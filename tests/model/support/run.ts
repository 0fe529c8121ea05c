import fc from 'fast-check';
import { vi } from 'vitest';
import { UNDO_LIMIT_MS } from '#data/outbox/discard.ts';
import { Device, type Parts, quiet } from './device.ts';
import { Ledger, noExcuses } from './ledger.ts';
import { Network } from './network.ts';
import { ModelServer } from './server.ts';
import { anyStep, play, REFUSED, type Scene, type Step } from './steps.ts';

const MEMBERS = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b'] as const;

const START = Date.UTC(2026, 0, 1);

export const manySteps = fc.array(anyStep, { minLength: 1, maxLength: 60, size: 'max' });

/** Plays the steps, with their faults; then heals everything and sees that all ends well. Throws what is broken, by its invariant. */
export async function run(
  steps: readonly Step[],
  { isForgetful = false, ...parts }: Parts & { isForgetful?: boolean } = {},
) {
  const server = new ModelServer();
  server.refusedWord = REFUSED;
  server.isForgetful = isForgetful;
  const network = new Network(server);
  const device = new Device(server, network, MEMBERS, parts);
  const ledger = new Ledger(server, device);
  const scene: Scene = { server, network, device, ledger, members: MEMBERS, excuses: noExcuses(), written: 0 };
  // Only the steps move the clock: what is of the same millisecond must not hang on how busy the machine is.
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  try {
    await device.open();
    await play(scene, steps);
    await heal(scene);
  } finally {
    device.kill();
    await quiet();
    vi.useRealTimers();
  }
}

async function heal({ network, device, ledger }: Scene): Promise<void> {
  device.kill();
  await quiet();
  await device.open();
  // Discards that were neither completed nor undone take effect.
  vi.setSystemTime(Date.now() + UNDO_LIMIT_MS);
  while (network.strays > 0) network.deliverStray(0, false);
  // Twice: what one member's drain does reaches the other.
  for (const index of [...MEMBERS.keys(), ...MEMBERS.keys()]) {
    await device.switchTo(index);
    // Twice: what came with the sync may have queued something of its own.
    for (const _ of ['drain', 'again']) {
      await drain(network, device);
      await device.sync();
      await ledger.observe(noExcuses());
    }
    await ledger.settleUp(network.revived);
  }
  ledger.compareWithServer(network.revived);
}

/** I6: a bounded number of answered calls empties the queue: a few for each action, if each has to go alone and be given up. */
async function drain(network: Network, device: Device): Promise<void> {
  const bound = 8 + 4 * (await device.queueLength());
  for (let calls = 0; calls < bound;) {
    let isDone = false;
    const work = device.upload(0).finally(() => (isDone = true));
    for (await quiet(); !isDone; await quiet()) {
      if (network.calls.length === 0) throw new Error('I6: an upload waits for something that is not the network.');
      calls += network.calls.length;
      for (const waiting of [...network.calls]) await network.tell(waiting, 'answered');
    }
    await work;
    if ((await device.queueLength()) === 0) return;
  }
  throw new Error(`I6: ${await device.queueLength()} writes are still queued after ${bound} answered calls.`);
}
