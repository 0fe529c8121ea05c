import type { z } from 'zod';

/** `app`: the build of the app. `functions`: supabase/functions. `server`: deploy/compose.yaml and what it mounts. */
export const PARTS = ['app', 'functions', 'server'] as const;
export type Part = (typeof PARTS)[number];

export interface Setting {
  readonly name: string;
  readonly parts: readonly Part[];
  /** What it is and who gets it, in one sentence. */
  readonly about: string;
  readonly shape: z.ZodType<string>;
  /**
   * `required`: nothing works without it. `platform`: hosted Supabase and deploy/compose.yaml set it, so no file
   * contains it. `default` is used when it is missing; `without` says what happens then.
   */
  readonly need: 'required' | 'platform' | { readonly default: string } | { readonly without: string };
  /** For .env.example. Never a usable secret. */
  readonly example?: string;
  readonly title?: string;
}
