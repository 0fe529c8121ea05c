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
  buckets: Map<string, BucketState>;
}

interface StreamInfo {
  name: string;
  is_default: boolean;
  errors: { subscription: 'default' | number; message: string }[];
}

/** Resolves which buckets a connection may see. The token's claims stay as they were at connect. */
export class CheckpointResolver {
  readonly streams: StreamInfo[];
  readonly #querier: BucketParameterQuerier;
  readonly #store: Store;
  readonly #limits: Limits;
  readonly #userKey: string;

  constructor(
    rules: HydratedSyncConfig,
    store: Store,
    limits: Limits,
    user: SyncUser,
    userKey: string,
    request: StreamRequest,
  ) {
    this.#store = store;
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

  /** The state at the latest commit. Throws SyncError PSYNC_S2305 over the limits. */
  async resolve(): Promise<Checkpoint> {
    for (;;) {
      const { version } = this.#store;
      const resolved = mergeBuckets([...this.#querier.staticBuckets, ...(await this.#dynamicBuckets())]);
      // A commit slipped in while waiting: list and checksums would describe two different states.
      if (version !== this.#store.version) continue;
      const limit = this.#limits.bucketsPerConnection;
      if (resolved.length > limit) throw tooManyBuckets(resolved.length, limit);
      return {
        version,
        lastOpId: this.#store.log.lastOpId,
        writeCheckpoint: this.#store.writeCheckpoint(this.#userKey),
        buckets: new Map(resolved.map((bucket) => [bucket.bucket, this.#state(bucket)])),
      };
    }
  }

  async #dynamicBuckets(): Promise<ResolvedBucket[]> {
    if (!this.#querier.hasDynamicBuckets) return [];
    const limit = this.#limits.parameterRowsPerConnection;
    let used = 0;
    return this.#querier.queryDynamicBucketDescriptions({
      getParameterSets: async (lookups) =>
        lookups.map((lookup) => {
          const rows = this.#store.lookup(lookup.serializedRepresentation);
          used += rows.length;
          if (used > limit) throw tooManyParameterRows(limit);
          return { lookup, rows };
        }),
    });
  }

  #state(resolved: ResolvedBucket): BucketState {
    const logged = this.#store.log.buckets.get(resolved.bucket);
    return {
      bucket: resolved.bucket,
      checksum: logged?.checksum ?? 0,
      count: logged?.ops.length ?? 0,
      priority: resolved.priority,
      subscriptions: resolved.inclusion_reasons.map((reason) =>
        reason === 'default'
          ? { default: this.streams.findIndex((stream) => stream.name === resolved.definition) }
          : { sub: reason.subscription },
      ),
    };
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

/** A later line, or null if nothing changed for this client. */
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
