import { useAllSyncStreamsHaveSynced, usePowerSync } from '@powersync/react';
import { STREAM_TTL_SECONDS, type StreamRequest } from '#data/replica/streams.ts';

/**
 * Keeps streams open while the component is mounted, and their rows for `ttl` seconds after; true once each of them has synced. Only below
 * ReplicaGate.
 */
export const useStreams = (requests: readonly StreamRequest[], ttl = STREAM_TTL_SECONDS): boolean =>
  useAllSyncStreamsHaveSynced(
    usePowerSync(),
    requests.map((request) => ({ ...request, ttl, waitForStream: true })),
  );
