import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp4': 'video/mp4',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webm': 'video/webm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};

/** With their dot. A path that ends so is a file. */
export const FILE_ENDINGS: readonly string[] = Object.keys(TYPES);

export const typeOf = (path: string): string => TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream';

/** Screens whose address ends with a name that members choose: sam.js is one, and .sam. */
export const NAMED_SCREENS = ['/user/', '/tags/'] as const;

const isNamedScreen = (path: string): boolean => NAMED_SCREENS.some((screen) => path.startsWith(screen));

/** Whether a path can only be a file: if it is missing, the response is 404 and not a screen of the app. */
export function isAssetPath(path: string): boolean {
  if (isNamedScreen(path)) return false;
  return path.startsWith('/assets/') || FILE_ENDINGS.includes(extname(path).toLowerCase());
}

/** The decoded path of a URL, or undefined if it is malformed or leaves its folder. */
export function safePath(url: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '/');
  } catch {
    return undefined;
  }
  // `//name` is the file `/name`, but not for the rules of `_headers`.
  if (!path.startsWith('/') || path.includes('//') || path.includes('\0') || path.includes('\\')) return undefined;
  const segments = path.split('/');
  if (segments.includes('..')) return undefined;
  const hidden = segments.some((segment) => segment.startsWith('.') && segment !== '.well-known');
  return hidden && !isNamedScreen(path) ? undefined : path;
}

export interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly etag: string;
  readonly encoding?: 'br' | 'gzip';
}

/** The file for a path in `root`; the compressed one next to it if the client accepts that encoding. */
export async function findFile(root: string, path: string, acceptEncoding: string): Promise<FoundFile | undefined> {
  const plain = await describe(join(root, path));
  if (!plain) return undefined;
  for (const [encoding, suffix] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    if (!acceptsEncoding(acceptEncoding, encoding)) continue;
    const packed = await describe(`${plain.path}${suffix}`);
    if (packed) return { ...packed, encoding };
  }
  return plain;
}

async function describe(path: string): Promise<FoundFile | undefined> {
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile()) return undefined;
  const etag = `"${info.size.toString(36)}-${Math.round(info.mtimeMs).toString(36)}${/\.(br|gz)$/.exec(path)?.[0] ?? ''}"`;
  return { path, size: info.size, etag };
}

export function acceptsEncoding(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
