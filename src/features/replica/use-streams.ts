import { useAllSyncStreamsHaveSynced, usePowerSync } from '@powersync/react';
import { STREAM_TTL_SECONDS, type StreamWish } from '#data/replica/streams.ts';

/** Keeps streams open while the component is mounted; true once each of them has synced. Only below ReplicaGate. */
export const useStreams = (wishes: readonly StreamWish[]): boolean =>
  useAllSyncStreamsHaveSynced(
    usePowerSync(),
    wishes.map((wish) => ({ ...wish, ttl: STREAM_TTL_SECONDS, waitForStream: true })),
  );
