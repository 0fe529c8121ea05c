import { BaseJwtPayload, mergeBuckets, RequestParameters } from '@powersync/service-sync-rules';
import type {
  BucketParameterQuerier,
  BucketPriority,
  HydratedSyncConfig,
  QuerierError,
  RequestedStream,
  ResolvedBucket,
  SqliteJsonRow,
} from '@powersync/service-sync-rules';
import type { SyncUser } from './auth.ts';
import { SyncError } from './errors.ts';
import { tooManyBuckets, tooManyLookups, tooManyParameterRows } from './limits.ts';
import type { Limits } from './limits.ts';
import type { PartitionLoader } from './loader.ts';
import type { Bucket } from './op-log.ts';
import type { Partition, PartitionIndex } from './partitions.ts';
import type { StreamRequest } from './request.ts';
import type { Store } from './store.ts';

export interface BucketState {
  bucket: string;
  checksum: number;
  count: number;
  priority: number;
  subscriptions: ({ default: number } | { sub: number })[];
}

/** Bucket list, checksums and op id of one commit, as one connection sees it. */
export interface Checkpoint {
  /** `Store.answersVersion` it describes. */
  answersVersion: number;
  lastOpId: number;
  writeCheckpoint: bigint | undefined;
  /** By their names in the protocol. */
  buckets: Map<string, BucketState>;
  /** Their operations, by the same names. */
  logs: Map<string, Bucket>;
}

interface StreamInfo {
  name: string;
  is_default: boolean;
  errors: { subscription: 'default' | number; message: string }[];
}

export interface ResolverParts {
  rules: HydratedSyncConfig;
  partitions: PartitionIndex;
  loader: PartitionLoader;
  store: Store;
  limits: Limits;
}

/** Resolves the buckets that a connection may see. The token's claims stay as they were at connect. */
export class CheckpointResolver {
  readonly streams: StreamInfo[];
  readonly #querier: BucketParameterQuerier;
  readonly #store: Store;
  readonly #loader: PartitionLoader;
  readonly #partitions: PartitionIndex;
  readonly #limits: Limits;
  readonly #userKey: string;
  /** Partitions that the store must keep for this connection. */
  #retained = new Set<string>();
  #closed = false;
  /** The buckets and the partitions behind them, until an answer changes. */
  #resolved: { answersVersion: number; buckets: ResolvedBucket[]; wanted: Set<string> } | null = null;

  constructor(parts: ResolverParts, user: SyncUser, userKey: string, request: StreamRequest) {
    const { rules, store, loader, partitions, limits } = parts;
    this.#store = store;
    this.#loader = loader;
    this.#partitions = partitions;
    this.#limits = limits;
    this.#userKey = userKey;
    const { include_defaults: hasDefaultStreams, subscriptions } = request.streams;
    // Each gives a bucket at least, and resolving tens of thousands takes seconds in which nobody else is served.
    if (subscriptions.length > limits.bucketsPerConnection) {
      throw tooManyBuckets(subscriptions.length, limits.bucketsPerConnection);
    }
    // No prototype: stream names come from the client, and the evaluator looks them up with `in`.
    const requested: Record<string, RequestedStream[]> = Object.create(null);
    subscriptions.forEach(({ stream, parameters, override_priority }, index) => {
      (requested[stream] ??= []).push({
        opaque_id: index,
        parameters: (parameters ?? {}) as SqliteJsonRow,
        priorityOverride: override_priority as BucketPriority | null,
      });
    });
    const { querier, errors } = rules.getBucketParameterQuerier({
      globalParameters: new RequestParameters(new BaseJwtPayload(user.claims), request.parameters),
      hasDefaultStreams,
      streams: requested,
    });
    this.#querier = querier;
    this.streams = rules.bucketSourceDefinitions
      .filter(({ name, subscribedToByDefault }) => (hasDefaultStreams && subscribedToByDefault) || name in requested)
      .map(({ name, subscribedToByDefault }) => ({
        name,
        is_default: subscribedToByDefault,
        errors: errors.filter((error) => error.descriptor === name).map(streamError),
      }));
  }

  /** The state at the latest commit. Throws SyncError PSYNC_S2305 over the limits, 503 when the server stops. */
  async resolve(): Promise<Checkpoint> {
    for (;;) {
      const { version, answersVersion } = this.#store;
      if (this.#resolved?.answersVersion !== answersVersion) {
        const wanted = new Set<string>();
        const buckets = mergeBuckets([...this.#querier.staticBuckets, ...(await this.#dynamicBuckets(wanted))]);
        const limit = this.#limits.bucketsPerConnection;
        if (buckets.length > limit) throw tooManyBuckets(buckets.length, limit);
        const partitions = buckets.map(({ bucket }) => this.#partitions.bucket(bucket));
        await this.#ensure(partitions, wanted);
        // A commit arrived while waiting: list and checksums would describe two different states.
        if (version !== this.#store.version) continue;
        this.#resolved = { answersVersion, buckets, wanted };
      }
      const { buckets, wanted } = this.#resolved;
      for (const id of this.#retained) if (!wanted.has(id)) this.#store.release(id);
      this.#retained = wanted;
      const states = buckets.map((bucket) => this.#state(bucket));
      return {
        answersVersion,
        lastOpId: this.#store.log.lastOpId,
        writeCheckpoint: this.#store.writeCheckpoint(this.#userKey),
        buckets: new Map(states.map(({ state }) => [state.bucket, state])),
        logs: new Map(states.map(({ state, log }) => [state.bucket, log])),
      };
    }
  }

  /**
   * Whether the commit that was just applied may change anything since this checkpoint. Most commits concern few
   * connections, and resolving costs time for each bucket.
   */
  isOutdated(checkpoint: Checkpoint): boolean {
    const { answersVersion, log } = this.#store;
    if (checkpoint.answersVersion !== answersVersion) return true;
    if (checkpoint.writeCheckpoint !== this.#store.writeCheckpoint(this.#userKey)) return true;
    return [...log.changed].some(({ name }) => checkpoint.buckets.has(name));
  }

  /** Call this when the connection has ended. Look-ups that are under way then request nothing more. */
  close(): void {
    this.#closed = true;
    for (const id of this.#retained) this.#store.release(id);
    this.#retained.clear();
  }

  async #dynamicBuckets(wanted: Set<string>): Promise<ResolvedBucket[]> {
    if (!this.#querier.hasDynamicBuckets) return [];
    const { parameterRowsPerConnection: limit, lookupsPerConnection } = this.#limits;
    let used = 0;
    return this.#querier.queryDynamicBucketDescriptions({
      getParameterSets: async (lookups) => {
        const count = wanted.size + lookups.length;
        if (count > lookupsPerConnection) throw tooManyLookups(count, lookupsPerConnection);
        await this.#ensure(
          lookups.map((lookup) => this.#partitions.lookup(lookup)),
          wanted,
        );
        return lookups.map((lookup) => {
          const rows = this.#store.lookup(lookup.serializedRepresentation);
          used += rows.length;
          if (used > limit) throw tooManyParameterRows(limit);
          return { lookup, rows };
        });
      },
    });
  }

  async #ensure(partitions: Partition[], wanted: Set<string>): Promise<void> {
    if (this.#closed) throw new SyncError('PSYNC_S2003', 503, 'The connection has ended.');
    for (const { id } of partitions) {
      wanted.add(id);
      if (this.#retained.has(id)) continue;
      this.#retained.add(id);
      this.#store.retain(id);
    }
    await this.#loader.ensure(partitions);
  }

  #state(resolved: ResolvedBucket): { state: BucketState; log: Bucket } {
    const log = this.#store.log.buckets.get(resolved.bucket);
    if (!log) throw new Error(`${resolved.bucket} is not loaded`);
    const state = {
      bucket: log.name,
      checksum: log.checksum,
      count: log.ops.length,
      priority: resolved.priority,
      subscriptions: resolved.inclusion_reasons.map((reason) =>
        reason === 'default'
          ? { default: this.streams.findIndex((stream) => stream.name === resolved.definition) }
          : { sub: reason.subscription },
      ),
    };
    return { state, log };
  }
}

function streamError(error: QuerierError): StreamInfo['errors'][number] {
  return { subscription: error.subscription?.opaque_id ?? 'default', message: error.message };
}

/** The first line of a connection. */
export function checkpointLine(checkpoint: Checkpoint, streams: StreamInfo[]): object {
  return {
    checkpoint: {
      last_op_id: String(checkpoint.lastOpId),
      ...written(checkpoint),
      buckets: [...checkpoint.buckets.values()],
      streams,
    },
  };
}

/**
 * What a later checkpoint changes for this client, or null if nothing. As in the real service, a new reason is no
 * change.
 */
export function changes(before: Checkpoint, now: Checkpoint): { updated: BucketState[]; removed: string[] } | null {
  const updated = [...now.buckets.values()].filter(({ bucket, checksum, count }) => {
    const old = before.buckets.get(bucket);
    return old?.checksum !== checksum || old.count !== count;
  });
  const removed = [...before.buckets.keys()].filter((name) => !now.buckets.has(name));
  const isSame = updated.length === 0 && removed.length === 0 && before.writeCheckpoint === now.writeCheckpoint;
  return isSame ? null : { updated, removed };
}

/** A later line. */
export function diffLine(now: Checkpoint, updated: BucketState[], removed: string[]): object {
  return {
    checkpoint_diff: {
      last_op_id: String(now.lastOpId),
      ...written(now),
      updated_buckets: updated,
      removed_buckets: removed,
    },
  };
}

function written({ writeCheckpoint }: Checkpoint): object {
  return writeCheckpoint === undefined ? {} : { write_checkpoint: String(writeCheckpoint) };
}
