// Runs on the Node that the machine happens to have (20 or newer), so it uses nothing but Node itself.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

export const projectDir = dirname(dirname(fileURLToPath(import.meta.url)));

const at = (...parts) => join(projectDir, ...parts);
const hashOf = (...texts) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
};

/** Ends the program with a sentence instead of a stack. */
export function giveUp(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/** Installs what package-lock.json names, unless exactly that is installed. */
export function ensureInstalled() {
  const stamp = at('node_modules', '.spora-installed');
  const wanted = hashOf(readFileSync(at('package-lock.json')), process.platform, process.arch);
  if (readIfThere(stamp) === wanted) return;
  if (!isLockInstalled()) {
    console.log('Installing what Spora needs (once, about a minute) ...');
    const [command, args] = npmCommand(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    const { status, error } = spawnSync(command, args, {
      cwd: projectDir,
      stdio: 'inherit',
      shell: command === 'npm' && process.platform === 'win32',
    });
    if (status !== 0)
      giveUp(
        `npm ci failed${error ? `: ${error.message}` : ''}. The lines above say why; a package registry must be reachable the first time.`,
      );
  }
  writeFileSync(stamp, wanted);
}

const readIfThere = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** npm notes what it has installed; a folder that `npm install` has filled by hand need not be filled again. */
function isLockInstalled() {
  const noted = readIfThere(at('node_modules', '.package-lock.json'));
  if (!noted) return false;
  const installed = JSON.parse(noted).packages;
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, link, optional, devOptional, peer }]) =>
      !path.includes('node_modules/') || link || optional || devOptional || peer || installed[path]?.version === version,
  );
}

/** The npm that started us, else the one on the path. */
export function npmCommand(args) {
  const npm = process.env.npm_execpath;
  return npm && /npm(-cli)?\.[cm]?js$/.test(npm) ? [process.execPath, [npm, ...args]] : ['npm', args];
}

/** Node that runs TypeScript: the project's own, else the running one if it is new enough. */
export function findNode() {
  const own = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own)) {
    const { status, stdout } = spawnSync(own, ['--version'], { encoding: 'utf8' });
    if (status === 0 && isNewEnough(stdout)) return own;
  }
  if (isNewEnough(process.version)) return process.execPath;
  giveUp(
    `Spora needs Node 22.18 or newer; this is ${process.version}. npm usually brings it along, but was told not to run the\n` +
      'installation script of the package "node" (ignore-scripts). Install a newer Node, or run: npm rebuild node --ignore-scripts=false',
  );
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 18);
}

/** Builds the web application if what it is made of has changed since it was built. */
export function ensureWebBuilt(node) {
  if (!existsSync(at('apps', 'web', 'index.html'))) return;
  const stamp = at('apps', 'web', 'dist', '.sources');
  const sources = hashOfSources(['apps/web', 'packages', 'package-lock.json']);
  if (readIfThere(stamp) === sources) return;
  console.log('Building the web application ...');
  rmSync(stamp, { force: true });
  const { status } = spawnSync(node, [viteBin(), 'build', '--logLevel', 'error'], { cwd: at('apps', 'web'), stdio: 'inherit' });
  if (status !== 0) giveUp('The web application could not be built; the lines above say why.');
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, sources);
}

/** The program of vite, wherever npm has put it. */
export function viteBin() {
  return join(dirname(createRequire(at('apps', 'web', 'package.json')).resolve('vite/package.json')), 'bin', 'vite.js');
}

function hashOfSources(paths) {
  const hash = createHash('sha256');
  const visit = (path) => {
    if (!existsSync(at(path))) return;
    if (!statSync(at(path)).isDirectory()) return void hash.update(path).update(readFileSync(at(path)));
    for (const name of readdirSync(at(path)).sort()) {
      if (name !== 'node_modules' && name !== 'dist' && !/\.test\.tsx?$/.test(name)) visit(`${path}/${name}`);
    }
  };
  for (const path of paths) visit(path);
  return hash.digest('hex');
}

/**
 * Runs a program until it ends and answers its exit code. Signals are handed on. Ctrl-C reaches the program by itself, through the
 * terminal: one that does not take it twice (`isTerminalEnough`) is handed none where there is a terminal. The shell that npm puts
 * between dies of a signal without handing it on, so its end counts as one.
 */
export function runInFront(command, args, { isTerminalEnough = false, ...options } = {}) {
  const child = spawn(command, args, { cwd: projectDir, stdio: 'inherit', ...options });
  process.on('SIGINT', () => {
    if (!isTerminalEnough || !process.stdin.isTTY) child.kill('SIGINT');
  });
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (!process.env.npm_lifecycle_event || process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  watch.unref();
  return new Promise((done) => {
    child.once('error', (error) => giveUp(error.message));
    child.once('exit', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}
