import { posix } from 'node:path';

import { FEATURE_DAG, LAYERS, STORAGE_AND_NETWORK, TEST_FILE, type Layer } from './import-map.ts';

/** '#' means src: what lies beside it and stands deeper than one folder has no other way to its own root. */
const IN_THE_APP = /^(src|sw)\//;

/**
 * Says why `file` may not import `specifier`, or `undefined` when it may.
 *
 * @param file path from the root of the checkout, with forward slashes
 */
export function refusal(file: string, specifier: string): string | undefined {
  if (/^(\.\.\/){2}/.test(specifier) && (IN_THE_APP.test(file) || /^(\.\.\/)+src\//.test(specifier))) {
    return `'../../' hides where this comes from: write it with '#', or move the file.`;
  }
  const layer = LAYERS.find(({ files }) => files.test(file));
  if (!layer || (TEST_FILE.test(file) && file.startsWith('src/'))) return undefined;

  const path = pathOf(file, specifier);
  if (path === undefined) return packageRefusal(layer, specifier);
  return path.startsWith('src/') ? srcRefusal(layer, file, path, specifier) : besideRefusal(layer, file, path);
}

/** The imported file as a path from the root; `undefined` for a package. */
function pathOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return posix.normalize(`src/${specifier.slice(1)}`);
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(file), specifier));
  return undefined;
}

function packageRefusal(layer: Layer, specifier: string): string | undefined {
  if (layer.packages && !layer.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`))) {
    return `${layer.name} may import only ${layer.packages.join(', ')} from outside, not '${specifier}'.`;
  }
  if (!layer.server && specifier.startsWith('node:'))
    return `${layer.name} runs in a browser: '${specifier}' is not there.`;
  if (!layer.opensStorage && STORAGE_AND_NETWORK.some((pattern) => pattern.test(specifier))) {
    return `${layer.name} may not import '${specifier}': src/data is the only door to storage and network.`;
  }
  return undefined;
}

function srcRefusal(layer: Layer, file: string, path: string, specifier: string): string | undefined {
  const [own, target] = [homeOf(file), homeOf(path)];
  if (own === target) return undefined;
  if (specifier.startsWith('.')) return `'${specifier}' leaves ${own}: write it as '#${path.slice('src/'.length)}'.`;

  const ownFeature = featureOf(file);
  const feature = featureOf(path);
  if (ownFeature && feature) {
    return FEATURE_DAG[ownFeature]?.includes(feature)
      ? undefined
      : `features/${ownFeature} may not import features/${feature}: that arrow is not in FEATURE_DAG (scripts/lint/import-map.ts).`;
  }
  const allowed = layer.src.some((folder) => path === `src/${folder}` || path.startsWith(`src/${folder}/`));
  return allowed ? undefined : `${layer.name} may import ${listed(layer.src)}, not '${path}'.`;
}

function besideRefusal(layer: Layer, file: string, path: string): string | undefined {
  const [own, target] = [file.split('/')[0], path.split('/')[0] ?? ''];
  if (own === target || layer.beside?.includes(target)) return undefined;
  // Configuration and data at the root (package.json, sync-rules.yaml) belong to nobody.
  if (layer.server && !path.includes('/')) return undefined;
  return `${layer.name} may not import '${path}'.`;
}

/** The unit inside which imports are free: one folder of src, or one feature. */
function homeOf(path: string): string {
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
