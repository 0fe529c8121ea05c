import { execFile, execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const PICTURE = 'rangeday/rangeday/post-images/7a/one picture.webp/0c2b';
const TYPE = 'user.supabase.content-type';
const CACHE = 'user.supabase.cache-control';

/** A header of a tar file, and its contents in blocks. */
function entry(name: string, type: string, contents: Buffer): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${contents.length.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(`${' '.repeat(8)}${type}`, 148);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, contents, Buffer.alloc((512 - (contents.length % 512)) % 512)]);
}

/** An attribute as a line of a pax header, which begins with its own length. */
function attribute(name: string, value: string): string {
  const line = ` SCHILY.xattr.${name}=${value}\n`;
  let length = line.length;
  while (`${length}${line}`.length !== length) length = `${length}${line}`.length;
  return `${length}${line}`;
}

/**
 * Writes a file as Storage does. Node and Debian have no command for extended attributes, tar reads them from its
 * archives.
 */
function store(folder: string, name: string, contents: string, attributes: Record<string, string>): void {
  const lines = Object.entries(attributes).map(([key, value]) => attribute(key, value));
  const archive = [
    entry('pax', 'x', Buffer.from(lines.join(''))),
    entry(name, '0', Buffer.from(contents)),
    Buffer.alloc(1024),
  ];
  mkdirSync(join(folder, name, '..'), { recursive: true });
  execFileSync('tar', ['-C', folder, '--xattrs', '-xf', '-'], { input: Buffer.concat(archive) });
}

/** The extended attributes of a file, by the same way back. */
function attributesOf(folder: string, name: string): string[] {
  const archive = execFileSync('tar', ['-C', folder, '--xattrs', '--format=pax', '-cf', '-', name]).toString('latin1');
  return [...archive.matchAll(/SCHILY\.xattr\.(user\.\S+=[^\n]+)\n/g)].map(([, text]) => text ?? '').toSorted();
}

/**
 * A temporary folder of a file system that keeps extended attributes: the checkout's own, where the usual one has none.
 */
function newFolder(): string {
  for (const parent of [tmpdir(), join(import.meta.dirname, '../../.cache')]) {
    mkdirSync(parent, { recursive: true });
    const folder = mkdtempSync(join(parent, 'rangeday-files-'));
    store(folder, 'probe', '', { [TYPE]: 'text/plain' });
    if (attributesOf(folder, 'probe').length > 0) {
      rmSync(join(folder, 'probe'));
      return folder;
    }
    rmSync(folder, { recursive: true });
  }
  throw new Error('No folder keeps extended attributes.');
}

describe('copies of the stored files', () => {
  let folder: string;
  let storage: string;
  let restored: string;

  const script = (name: string, ...args: string[]) =>
    promisify(execFile)('/bin/sh', [`deploy/backup/${name}`, ...args], {
      env: {
        PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
        BACKUPS: folder,
        BACKUP_KEEP: '2',
        STORAGE: storage,
      },
    });
  const copies = (): string[] =>
    readdirSync(join(folder, 'files'))
      .filter((name) => name.endsWith('Z'))
      .toSorted();
  const newest = (): string => join(folder, 'files', copies().at(-1) ?? '');
  /** In place of tar while the copy is written. */
  const whileWriting = (text: string): void => {
    const path = join(folder, 'bin', 'tar');
    const tar = execFileSync('sh', ['-c', 'command -v tar']).toString().trim();
    writeFileSync(
      path,
      `#!/bin/sh\ncase "$*" in *-czf*) ${text.replaceAll('TAR', tar)} ;; *) exec ${tar} "$@" ;; esac\n`,
    );
    chmodSync(path, 0o755);
  };

  beforeEach(() => {
    folder = newFolder();
    [storage, restored] = [join(folder, 'storage'), join(folder, 'restored')];
    for (const path of [storage, restored, join(folder, 'bin')]) mkdirSync(path);
    store(storage, PICTURE, 'RIFF picture', { [TYPE]: 'image/webp', [CACHE]: 'max-age=31536000' });
    store(storage, 'rangeday/rangeday/post-images/7a/two/1d', 'x'.repeat(50_000), { [TYPE]: 'image/png' });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('bring back every file with its type and its cache time', async () => {
    await script('files.sh');
    const { stdout } = await script('restore-files.sh', newest(), restored);
    expect(stdout).toBe('Restored 2 files.\n');
    expect(readFileSync(join(restored, PICTURE), 'utf8')).toBe('RIFF picture');
    expect(attributesOf(restored, PICTURE)).toEqual([`${CACHE}=max-age=31536000`, `${TYPE}=image/webp`]);
  });

  it.each([
    // What busybox's tar leaves when a file shrinks while it is read: status 1, and an archive that ends there.
    [
      'was cut off with status 1',
      `TAR "$@"; gzip -dc files.tar.gz | head -c 30000 | gzip > cut; mv cut files.tar.gz; exit 1`,
    ],
    ['lacks a file', `TAR "$@" --exclude=1d`],
    [
      'has a file that is shorter than it was',
      `cp -r "$2" copy; : > copy/rangeday/rangeday/post-images/7a/two/1d; TAR -C copy --xattrs -czf files.tar.gz .; rm -r copy`,
    ],
    ['could not be written', 'echo partly > files.tar.gz; echo "No space left on device" >&2; exit 2'],
  ])('that %s replace no older one', async (_, text) => {
    for (const name of ['20260101T000000Z', '20260102T000000Z'])
      mkdirSync(join(folder, 'files', name), { recursive: true });
    whileWriting(text);
    await expect(script('files.sh')).rejects.toThrow();
    expect(copies()).toEqual(['20260101T000000Z', '20260102T000000Z']);
    expect(readdirSync(join(folder, 'files')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('may lack what members removed while they were written, and have what was added', async () => {
    whileWriting(`rm -r "$2"/rangeday/rangeday/post-images/7a/two; echo new > "$2"/new; TAR "$@"`);
    await script('files.sh');
    await script('restore-files.sh', newest(), restored);
    expect(existsSync(join(restored, PICTURE))).toBe(true);
    expect(existsSync(join(restored, 'new'))).toBe(true);
  });

  it('are not restored over other files, nor when they were damaged on the disk since', async () => {
    await script('files.sh');
    await expect(script('restore-files.sh', newest(), storage)).rejects.toThrow('is no empty folder');
    const file = join(newest(), 'files.tar.gz');
    writeFileSync(file, readFileSync(file).subarray(0, -20));
    await expect(script('restore-files.sh', newest(), restored)).rejects.toThrow('is damaged');
    expect(readdirSync(restored)).toEqual([]);
  });

  it('are not restored without a word to a file system that keeps no types', async () => {
    await script('files.sh');
    writeFileSync(
      join(folder, 'bin', 'tar'),
      `#!/bin/sh\necho "tar: setxattrat: Cannot set 'user.supabase.content-type' extended attribute: Operation not supported" >&2\n`,
    );
    chmodSync(join(folder, 'bin', 'tar'), 0o755);
    await expect(script('restore-files.sh', newest(), restored)).rejects.toThrow('The files could not be restored');
  });
});

describe('deploy/backup/check.sh', () => {
  it.each(['dumps', 'base', 'files'])('reports that there is no new backup in %s', async (missing) => {
    const folder = mkdtempSync(join(tmpdir(), 'rangeday-check-'));
    const check = () =>
      promisify(execFile)('/bin/sh', ['deploy/backup/check.sh'], {
        env: { PATH: process.env['PATH'], BACKUPS: folder },
      });
    for (const kind of ['dumps', 'base', 'files'])
      mkdirSync(join(folder, kind, '20260101T000000Z'), { recursive: true });
    await check();
    const old = join(folder, missing, '20260101T000000Z');
    execFileSync('touch', ['-d', '31 hours ago', old]);
    await expect(check()).rejects.toThrow(`No new backup in ${missing}`);
    rmSync(old, { recursive: true });
    mkdirSync(`${old}.part`);
    await expect(check()).rejects.toThrow(`No new backup in ${missing}`);
    rmSync(folder, { recursive: true });
  });
});
