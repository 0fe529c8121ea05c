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
import { tooManyBuckets, tooManyParameterRows } from './limits.ts';
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
  /** `Store.version` it describes. */
  version: number;
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

  constructor(parts: ResolverParts, user: SyncUser, userKey: string, request: StreamRequest) {
    const { rules, store, loader, partitions, limits } = parts;
    this.#store = store;
    this.#loader = loader;
    this.#partitions = partitions;
    this.#limits = limits;
    this.#userKey = userKey;
    const { include_defaults: hasDefaultStreams, subscriptions } = request.streams;
    // No prototype: stream names come from the client, and the evaluator looks them up with `in`.
    const requested: Record<string, RequestedStream[]> = Object.create(null);
    subscriptions.forEach(({ stream, parameters, override_priority }, index) => {
      (requested[stream] ??= []).push({
        opaque_id: index,
        parameters: (parameters ?? null) as SqliteJsonRow | null,
        priorityOverride: (override_priority ?? null) as BucketPriority | null,
      });
    });
    const { querier, errors } = rules.getBucketParameterQuerier({
      globalParameters: new RequestParameters(new BaseJwtPayload(user.claims), request.parameters ?? {}),
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
      const { version } = this.#store;
      const wanted = new Set<string>();
      const resolved = mergeBuckets([...this.#querier.staticBuckets, ...(await this.#dynamicBuckets(wanted))]);
      const limit = this.#limits.bucketsPerConnection;
      if (resolved.length > limit) throw tooManyBuckets(resolved.length, limit);
      await this.#ensure(
        resolved.map(({ bucket }) => this.#partitions.bucket(bucket)),
        wanted,
      );
      // A commit arrived while waiting: list and checksums would describe two different states.
      if (version !== this.#store.version) continue;
      for (const id of this.#retained) if (!wanted.has(id)) this.#store.release(id);
      this.#retained = wanted;
      const states = resolved.map((bucket) => this.#state(bucket));
      return {
        version,
        lastOpId: this.#store.log.lastOpId,
        writeCheckpoint: this.#store.writeCheckpoint(this.#userKey),
        buckets: new Map(states.map(({ state }) => [state.bucket, state])),
        logs: new Map(states.map(({ state, log }) => [state.bucket, log])),
      };
    }
  }

  /** Call this when the connection has ended. */
  close(): void {
    for (const id of this.#retained) this.#store.release(id);
    this.#retained.clear();
  }

  async #dynamicBuckets(wanted: Set<string>): Promise<ResolvedBucket[]> {
    if (!this.#querier.hasDynamicBuckets) return [];
    const limit = this.#limits.parameterRowsPerConnection;
    let used = 0;
    return this.#querier.queryDynamicBucketDescriptions({
      getParameterSets: async (lookups) => {
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

/** A later line, or null if nothing has changed for this client. */
export function diffLine(before: Checkpoint, now: Checkpoint): object | null {
  const updated = [...now.buckets.values()].filter((state) => {
    const old = before.buckets.get(state.bucket);
    return !old || JSON.stringify(old) !== JSON.stringify(state);
  });
  const removed = [...before.buckets.keys()].filter((name) => !now.buckets.has(name));
  if (updated.length === 0 && removed.length === 0 && before.writeCheckpoint === now.writeCheckpoint) return null;
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
