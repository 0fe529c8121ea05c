/**
 * Entry point of every npm script. Plain JavaScript without dependencies, for the oldest supported Node: makes
 * node_modules match package-lock.json, then runs the command with the Node 24 in node_modules.
 *
 *   node scripts/bootstrap.mjs start|dev|status|reset|seed|test|bench|gallery|validate|sync-rules|check|check-env
 *   [arguments]
 *
 * `install <folder>` only installs the packages of a folder with a lock of its own (scripts/packages.ts).
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const MODULES = join(ROOT, 'node_modules');
const NODE = join(MODULES, `node-${process.platform}-${process.arch}`);
const OLDEST_NODE = 20;

const TARGETS = {
  start: ['local/cli.ts', 'start'],
  dev: ['local/cli.ts', 'dev'],
  status: ['local/cli.ts', 'status'],
  reset: ['local/cli.ts', 'reset'],
  seed: ['local/cli.ts', 'seed'],
  test: ['scripts/test.ts'],
  bench: ['scripts/bench.ts'],
  gallery: ['scripts/gallery.ts'],
  validate: ['scripts/validate.ts'],
  'sync-rules': ['scripts/sync-rules.ts'],
  check: ['scripts/check.ts'],
  'check-env': ['scripts/check-env.ts'],
};

const [name = '', ...args] = process.argv.slice(2);
const target = Object.hasOwn(TARGETS, name) ? TARGETS[name] : undefined;
if (!target && name !== 'install')
  fail(`Usage: node scripts/bootstrap.mjs ${Object.keys(TARGETS).join('|')} [options]`, 2);
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(`Node ${process.versions.node} is too old: Rangeday needs Node ${OLDEST_NODE} or newer.`);
}

if (target) {
  installWhenStale(ROOT);
  removeHeaders();
  handOver(target, args);
} else {
  installWhenStale(join(ROOT, args[0] ?? ''));
}

function fail(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

/** Steps go to stderr: stdout belongs to the command (`status` prints only KEY=value). */
function step(sentence, startedAt) {
  process.stderr.write(`${sentence} ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function lockHash(folder) {
  const lock = read(join(folder, 'package-lock.json'));
  if (lock === undefined) fail(`${join(folder, 'package-lock.json')} is missing: this checkout is not complete.`);
  return createHash('sha256').update(lock).digest('hex');
}

function installWhenStale(folder) {
  const modules = join(folder, 'node_modules');
  const stamp = join(modules, '.rangeday-lock');
  const hash = lockHash(folder);
  if (read(stamp)?.trim() === hash) return;
  if (matchesLock(folder)) {
    // npm was run by hand: only record it.
    remember(stamp, hash);
    return;
  }
  const startedAt = performance.now();
  process.stderr.write(existsSync(modules) ? 'Dependencies changed: installing.\n' : 'Installing dependencies.\n');
  const npm = npmCommand();
  // Without a network npm retries for minutes; packages in its cache can be installed all the same.
  const source = reachesRegistry(npm) ? [] : ['--offline'];
  const result = spawnSync(npm.file, [...npm.args, 'ci', '--no-audit', '--no-fund', '--loglevel=error', ...source], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
    env: cleanEnvironment(),
  });
  if (result.error)
    fail(`npm could not be run (${result.error.code ?? result.error.message}). Install npm, then try again.`);
  if (result.signal) process.exit(128 + (constants.signals[result.signal] ?? 0));
  if (result.status !== 0) fail(whyInstallFailed(`${result.stdout}\n${result.stderr}`, modules));
  remember(stamp, hash);
  step('Installed dependencies.', startedAt);
}

/** Compares npm's list of installed packages with the lock: every package of this platform has its version. */
function matchesLock(folder) {
  const installed = parse(read(join(folder, 'node_modules', '.package-lock.json')))?.packages;
  const wanted = parse(read(join(folder, 'package-lock.json')))?.packages;
  if (!installed || !wanted) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const version = installed[path]?.version;
    return version === undefined ? entry.optional === true || entry.peer === true : version === entry.version;
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function remember(stamp, hash) {
  try {
    writeFileSync(stamp, `${hash}\n`);
  } catch {
    // A read-only checkout is used as it is.
  }
}

/** Whether the registry accepts connections; behind a proxy only npm can find out. */
function reachesRegistry(npm) {
  if (process.env.HTTPS_PROXY || process.env.https_proxy || process.env.HTTP_PROXY || process.env.http_proxy)
    return true;
  const ask = (key) =>
    spawnSync(npm.file, [...npm.args, 'config', 'get', key], {
      cwd: ROOT,
      encoding: 'utf8',
      env: cleanEnvironment(),
    }).stdout?.trim();
  const registry = ask('registry');
  const proxy = ask('https-proxy');
  if (!registry || !URL.canParse(registry) || (proxy && proxy !== 'null')) return true;
  const { hostname, port, protocol } = new URL(registry);
  const at = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'http:' ? 80 : 443) };
  const program = `require('node:net').connect(${JSON.stringify(at)}, () => process.exit(0)).on('error', () => process.exit(1))`;
  return spawnSync(process.execPath, ['-e', program], { timeout: 8000, stdio: 'ignore' }).status === 0;
}

/** The npm that runs this script, or the one in the path. */
function npmCommand() {
  const path = process.env.npm_execpath;
  if (path && /npm-cli\.c?js$/.test(path)) return { file: process.execPath, args: [path] };
  return { file: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] };
}

/** Variables that `npm run` sets for its script would configure the inner npm. */
function cleanEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !/^npm_(package|lifecycle|command|execpath|node_execpath)/.test(key)),
  );
}

function whyInstallFailed(output, modules) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|ENETUNREACH|ENOTCACHED|network/i.test(output)) {
    return 'The dependencies could not be installed: npm does not reach its registry. Connect to the network once, then try again.';
  }
  if (/ENOSPC/.test(output)) return 'The dependencies could not be installed: the disk is full.';
  if (/EACCES|EPERM|EROFS/.test(output))
    return `The dependencies could not be installed: ${modules} is not writable for you.`;
  const reason = /^npm (?:error|ERR!) (?!code|A complete log)(.+)$/m.exec(output)?.[1]?.trim().replace(/\.$/, '');
  return `The dependencies could not be installed${reason ? `: ${reason}` : ''}. Run \`npm ci\` to see the whole output of npm.`;
}

/** A third of Node's package are C++ headers, for building modules that this project does not have. */
function removeHeaders() {
  try {
    rmSync(join(NODE, 'include'), { recursive: true, force: true });
  } catch {
    // A read-only checkout is used as it is.
  }
}

/** Node 24 from node_modules; this one where npm has no package of it for the platform. */
function nodePath() {
  const path = join(NODE, 'bin', 'node');
  if (existsSync(path)) return path;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(`The package ${basename(NODE)} is missing. Install Node 24, or run \`npm ci\` without --omit=optional.`);
}

function handOver([file, ...first], rest) {
  const script = join(ROOT, file);
  if (!existsSync(script)) fail(`${file} does not exist in this checkout.`);
  // In MB. Without a limit V8 keeps 128 MB for new objects once rows were streamed, which makes the backend no faster.
  const memory = file === 'local/cli.ts' ? ['--max-semi-space-size=8'] : [];
  const child = spawn(nodePath(), ['--disable-warning=ExperimentalWarning', ...memory, script, ...first, ...rest], {
    cwd: ROOT,
    // The channel carries no messages: it closes when this process exits, even by SIGKILL, and the child notices.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { INIT_CWD: process.cwd(), ...process.env, PATH: `${join(MODULES, '.bin')}:${process.env.PATH ?? ''}` },
  });
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      asked = true;
      child.kill(signal);
    });
  }
  const watch = watchNpm(() => child.kill('SIGTERM'));
  child.on('error', (error) => fail(`Node 24 could not be started: ${error.message}.`));
  child.on('exit', (code, signal) => {
    clearInterval(watch);
    if (!asked && signal)
      process.stderr.write(
        `Rangeday was killed (${signal}); its database was shut down cleanly. ${adviceFor(signal)}\n`,
      );
    process.exitCode = signal ? 128 + (constants.signals[signal] ?? 0) : (code ?? 1);
    if (child.connected) child.disconnect();
  });
}

/** Out of memory, V8 ends a process with SIGABRT, Linux with SIGKILL. */
function adviceFor(signal) {
  return signal === 'SIGABRT' || signal === 'SIGKILL'
    ? 'Most likely there was not enough memory.'
    : 'Please start it again.';
}

/** A killed npm cannot pass its signal on; then our parent, or the parent of npm's shell, changes. */
function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const shell = process.ppid;
  const behindShell = /(^|\/)(ba|da)?sh\0-c\0/.test(read(`/proc/${shell}/cmdline`) ?? '');
  const npm = behindShell ? parentOf(shell) : undefined;
  const watch = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || parentOf(shell) === npm)) return;
    clearInterval(watch);
    onGone();
  }, 250);
  watch.unref();
  return watch;
}

function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`) ?? '';
  // The name in parentheses may contain spaces; the parent is the second field after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
}
