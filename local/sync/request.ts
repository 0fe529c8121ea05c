import { z } from 'zod';

const json = z.record(z.string(), z.unknown());

/** Body of POST /sync/stream. Unknown fields are ignored, because newer clients send more. */
export const streamRequestSchema = z.object({
  buckets: z.array(z.object({ name: z.string(), after: z.string().regex(/^\d{1,19}$/) })).default([]),
  client_id: z.string().max(200).optional(),
  parameters: json.nullish(),
  streams: z
    .object({
      include_defaults: z.boolean().default(true),
      subscriptions: z
        .array(
          z.object({
            stream: z.string(),
            parameters: json.nullish(),
            override_priority: z.number().int().min(0).max(3).nullish(),
          }),
        )
        .default([]),
    })
    .default({ include_defaults: true, subscriptions: [] }),
});

export type StreamRequest = z.infer<typeof streamRequestSchema>;

export const checkpointRequestSchema = z.object({
  client_id: z.string().min(1).max(200),
  // The maximum of a Postgres bigint.
  checkpoint_request_id: z.union([z.string().regex(/^\d{1,18}$/), z.number().int().nonnegative()]).transform(String),
});

export const clientIdSchema = z.string().min(1).max(200);
