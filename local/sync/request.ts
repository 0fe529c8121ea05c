import { z } from 'zod';
import { invalid } from './errors.ts';

const json = z.record(z.string(), z.unknown());
/** The largest Postgres bigint. */
const maxCheckpointId = 9_223_372_036_854_775_807n;

/** Body of POST /sync/stream. It accepts and rejects what the real service does; unknown fields are ignored. */
export const streamRequestSchema = z.object({
  buckets: z.array(z.object({ name: z.string(), after: z.string() })).default([]),
  only: z.array(z.string()).optional(),
  include_checksum: z.boolean().optional(),
  raw_data: z.boolean().default(false),
  parameters: json.default({}),
  app_metadata: z.record(z.string(), z.string()).optional(),
  client_id: z.string().optional(),
  streams: z
    .object({
      include_defaults: z.boolean().default(true),
      subscriptions: z.array(
        // Any number is a priority: clients get it back as they sent it.
        z.object({ stream: z.string(), parameters: json.nullable(), override_priority: z.number().nullable() }),
      ),
    })
    .default({ include_defaults: true, subscriptions: [] }),
});

export type StreamRequest = z.infer<typeof streamRequestSchema>;

export const writeCheckpointSchema = z.object({ client_id: z.string().optional() });

export const checkpointRequestSchema = z.object({
  client_id: z.string(),
  checkpoint_request_id: z
    .union([z.string().regex(/^-?\d+$/), z.int()])
    .transform(BigInt)
    .refine((id) => id > 0n && id <= maxCheckpointId, `Expected a number between 1 and ${maxCheckpointId}`),
});

/** Throws SyncError 400 with the problems. */
export function parseRequest<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw invalid(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`));
  return parsed.data;
}
