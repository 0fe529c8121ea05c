import { posix } from 'node:path';

import {
  DATA_FLOORS,
  FEATURE_DAG,
  LAYERS,
  STORAGE_AND_NETWORK,
  TEST_FILE,
  UPWARD,
  WORKER_FILES,
  WORKER_PACKAGES,
  type Layer,
} from './import-map.ts';

/** In src and sw, '#' means src. Other folders have relative paths only. */
const IN_THE_APP = /^(src|sw)\//;

/**
 * Returns why `file` may not import `specifier`, or `undefined` if it may.
 *
 * @param file path from the root of the checkout, with forward slashes
 */
export function checkImport(file: string, specifier: string): string | undefined {
  if (/^(\.\.\/){2}/.test(specifier) && (IN_THE_APP.test(file) || /^(\.\.\/)+src\//.test(specifier))) {
    return `'../../' does not show the folder that this comes from: use '#', or move the file.`;
  }
  const layer = LAYERS.find(({ files }) => files.test(file));
  if (!layer || (TEST_FILE.test(file) && file.startsWith('src/'))) return undefined;

  const path = resolveImport(file, specifier);
  if (path === undefined) return checkPackage(layer, specifier);
  return path.startsWith('src/') ? checkSrc(layer, file, path, specifier) : checkBeside(layer, file, path);
}

/**
 * Returns why the service worker's code may not import `specifier`. Each file that the worker loads is checked, so the
 * rule holds over any number of files between.
 */
export function checkWorkerImport(file: string, specifier: string, isTypeOnly: boolean): string | undefined {
  if (!isWorkerFile(file) || TEST_FILE.test(file)) return undefined;
  const path = resolveImport(file, specifier);
  const where = 'in scripts/lint/import-map.ts';
  if (path === undefined) {
    return WORKER_PACKAGES.some((name) => specifier === name)
      ? undefined
      : `The service worker loads this file, and '${specifier}' is not in WORKER_PACKAGES ${where}.`;
  }
  // Types cost the worker nothing, and src/contract imports nothing else of src.
  if (isWorkerFile(path) || (isTypeOnly && path.startsWith('src/contract/'))) return undefined;
  return `The service worker loads this file, and '${path}' is not in WORKER_FILES ${where}.`;
}

export function isWorkerFile(path: string): boolean {
  return path.startsWith('sw/') || WORKER_FILES.includes(path);
}

/** The imported file as a path from the root of the checkout; `undefined` for a package. */
export function resolveImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return posix.normalize(`src/${specifier.slice(1)}`);
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), specifier));
  return undefined;
}

function checkPackage(layer: Layer, specifier: string): string | undefined {
  if (layer.packages && !layer.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))) {
    return `${layer.name} may import only these packages: ${layer.packages.join(', ')}. Not '${specifier}'.`;
  }
  if (!layer.server && specifier.startsWith('node:')) {
    return `${layer.name} runs in a browser, which does not have '${specifier}'.`;
  }
  if (!layer.opensStorage && STORAGE_AND_NETWORK.some((pattern) => pattern.test(specifier))) {
    return `${layer.name} may not import '${specifier}': only src/data uses storage and network.`;
  }
  return undefined;
}

function checkSrc(layer: Layer, file: string, path: string, specifier: string): string | undefined {
  const [own, target] = [folderOf(file), folderOf(path)];
  if (own === target) return own === 'src/data' ? checkFloor(file, path) : undefined;
  if (specifier.startsWith('.')) return `'${specifier}' leaves ${own}: write it as '#${path.slice('src/'.length)}'.`;

  const ownFeature = featureOf(file);
  const feature = featureOf(path);
  if (ownFeature && feature) {
    return FEATURE_DAG[ownFeature]?.includes(feature)
      ? undefined
      : `features/${ownFeature} may not import features/${feature}: FEATURE_DAG in scripts/lint/import-map.ts does not allow it.`;
  }
  const isAllowed = layer.src.some((folder) => path === `src/${folder}` || path.startsWith(`src/${folder}/`));
  return isAllowed ? undefined : `${layer.name} may import ${listed(layer.src)}, not '${path}'.`;
}

/** Inside src/data the arrows point down. */
function checkFloor(file: string, path: string): string | undefined {
  const [own, target] = [file, path].map((each) => each.split('/')[2] ?? '') as [string, string];
  const isBelow = DATA_FLOORS.includes(target) && DATA_FLOORS.indexOf(target) <= DATA_FLOORS.indexOf(own);
  return isBelow || UPWARD[file] === target
    ? undefined
    : `data/${own} may not import data/${target}: DATA_FLOORS in scripts/lint/import-map.ts has it above.`;
}

function checkBeside(layer: Layer, file: string, path: string): string | undefined {
  if (file.split('/')[0] === path.split('/')[0]) return undefined;
  if (layer.beside?.some((folder) => path.startsWith(`${folder}/`))) return undefined;
  // Configuration and data at the root (package.json, sync-rules.yaml) are open to all of Node.
  if (layer.server && !path.includes('/')) return undefined;
  return `${layer.name} may not import '${path}'.`;
}

/** The folder inside which imports are free: one folder of src, or one feature. */
function folderOf(path: string): string {
  return path
    .split('/')
    .slice(0, path.startsWith('src/features/') ? 3 : 2)
    .join('/');
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}

function listed(folders: readonly string[]): string {
  return folders.length > 0 ? folders.join(', ') : 'nothing else of src';
}
