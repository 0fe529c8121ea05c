import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CompatibilityContext,
  CompatibilityEdition,
  deserializeSyncPlan,
  PrecompiledSyncConfig,
  serializeSyncPlan,
} from '@powersync/service-sync-rules';
import type { StaticSchema } from '@powersync/service-sync-rules';

/** What the rules are compiled against, and for which schema. */
export interface PlanInputs {
  readonly yaml: string;
  readonly schema: StaticSchema;
  readonly defaultSchema: string;
}

/** Compiled rules that declare nothing but their edition, as ours do. */
const COMPATIBILITY = new CompatibilityContext({ edition: CompatibilityEdition.COMPILED_STREAMS });

/**
 * The compiled rules of the last start, in the data directory, as the PowerSync service keeps them in its storage.
 * Compiling takes a quarter of a start.
 */
export class KeptPlan {
  readonly #path: string;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'sync-plan.json');
  }

  /** Undefined if the rules, the tables or the compiler have changed. */
  read(inputs: PlanInputs): PrecompiledSyncConfig | undefined {
    try {
      const { key, plan } = JSON.parse(readFileSync(this.#path, 'utf8')) as { key: string; plan: unknown };
      if (key !== keyOf(inputs)) return undefined;
      const { yaml, defaultSchema } = inputs;
      return new PrecompiledSyncConfig(deserializeSyncPlan(plan), COMPATIBILITY, [], {
        defaultSchema,
        sourceText: yaml,
      });
    } catch {
      return undefined;
    }
  }

  write(inputs: PlanInputs, config: PrecompiledSyncConfig): void {
    if (!config.compatibility.equals(COMPATIBILITY) || config.eventDescriptors.length > 0) return;
    try {
      writeFileSync(this.#path, JSON.stringify({ key: keyOf(inputs), plan: serializeSyncPlan(config.plan) }));
    } catch {
      // A full disk: the next start compiles again.
    }
  }
}

function keyOf({ yaml, schema, defaultSchema }: PlanInputs): string {
  const compiler = readFileSync(
    new URL('../package.json', import.meta.resolve('@powersync/service-sync-rules')),
    'utf8',
  );
  return createHash('sha256')
    .update(JSON.stringify([compiler, yaml, defaultSchema, schema]))
    .digest('hex');
}
