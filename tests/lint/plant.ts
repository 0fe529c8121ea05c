import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

interface Diagnostic {
  readonly code: string;
  readonly message: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

/**
 * Lints files in a temporary folder that has the real lint configuration.
 *
 * @param files from path to text
 * @returns from path to reports, each with its line number first: `3 rangeday(import-map): …`
 */
export async function lintPlanted(files: Record<string, string>): Promise<Map<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'rangeday-lint-'));
  try {
    for (const part of ['oxlint.config.ts', 'scripts/lint', 'package.json']) {
      await cp(join(ROOT, part), join(folder, part), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const diagnostics = await oxlint(folder, Object.keys(files));
    const byFile = new Map(Object.keys(files).map((path) => [path, [] as string[]]));
    for (const { filename, code, message, labels } of diagnostics) {
      byFile.get(filename)?.push(`${labels[0]?.span.line ?? 0} ${code}: ${message}`);
    }
    return byFile;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function oxlint(folder: string, paths: string[]): Promise<Diagnostic[]> {
  const bin = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((resolve, reject) => {
    execFile(
      process.execPath,
      [bin, '--format', 'json', ...paths],
      { cwd: folder, maxBuffer: 1e8 },
      (_, stdout, stderr) =>
        stdout.trimStart().startsWith('{') ? resolve(stdout) : reject(new Error(stdout + stderr)),
    );
  });
  return (JSON.parse(output) as { diagnostics: Diagnostic[] }).diagnostics;
}
