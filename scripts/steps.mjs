import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { projectDir } from './prepare.mjs';

export const bin = (...path) => join(projectDir, 'node_modules', ...path);

/**
 * The compiler and the linter share their work between threads, and do a part of it once in each; on one thread, and with a heap
 * that may grow, they cost half the time of the machine and leave the other core to the tests.
 */
const ON_ONE_CORE = { env: { GOMAXPROCS: '1', GOGC: '400' }, isQuiet: true };

export const types = (step, args = []) =>
  step('types', [bin('typescript-native', 'bin', 'tsc'), '-p', 'tsconfig.json', '--singleThreaded', ...args], ON_ONE_CORE);

/** `paths` are files or folders. */
export const lint = (step, paths) =>
  step(
    'lint',
    [
      bin('oxlint', 'bin', 'oxlint'),
      '--threads=1',
      '--type-aware',
      '--report-unused-disable-directives-severity=error',
      '--max-warnings=0',
      ...paths,
    ],
    ON_ONE_CORE,
  );

/** How much of a failed step without named failures the end of a run repeats. */
const LAST_LINES = 12;

/**
 * Runs steps, also side by side, and keeps how they ended. A step speaks only when it has ended, and only if it failed, so that the
 * output of two never mixes; those that run side by side are such.
 */
export function createSteps(node) {
  const running = new Set();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => {
      for (const child of running) child.kill(signal);
      process.exit(130);
    });
  const total = { passed: 0, failed: 0, skipped: 0 };
  const ended = [];

  /** `countsIn` reads the step's tests for the total when it has ended; a step without them is told as done or not. */
  async function step(name, args, { env = {}, countsIn, isQuiet = false } = {}) {
    if (!isQuiet) console.log(`\n=== ${name}`);
    const started = Date.now();
    const said = [];
    const child = spawn(node, args, {
      cwd: projectDir,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`, ...env },
    });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => said.push(data));
    const status = await new Promise((resolve) => {
      child.once('error', (error) => {
        said.push(Buffer.from(`${error}\n`));
        resolve(1);
      });
      child.once('close', resolve);
    });
    running.delete(child);
    const counted = countsIn?.();
    if (counted) for (const key of Object.keys(total)) total[key] += counted[key];
    // A step may fail beside its tests: a fault that nobody caught, or no result at all.
    const isFailed = status !== 0 || (countsIn !== undefined && !counted);
    if (isFailed && !counted?.failed) total.failed += 1;
    const seconds = (Date.now() - started) / 1000;
    const lastSaid = Buffer.concat(said).toString().trimEnd().split('\n').slice(-LAST_LINES);
    ended.push({ name, seconds, isFailed, counted, lastSaid });
    if (isQuiet) console.log(`\n=== ${name}: ${isFailed ? 'FAILED' : `ok, ${seconds.toFixed(0)} s`}`);
    if (isQuiet && isFailed) console.log(Buffer.concat(said).toString());
  }
  return { step, total, ended };
}
