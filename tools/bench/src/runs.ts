import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PREPARED, prepareDatabase } from './gateway-bench.ts';

/** One benchmark: prints what it measured, and its ratio; never fails on a time. */
export interface Benchmark {
  readonly title: string;
  readonly run: (args: readonly string[]) => Promise<void>;
  /** The options with which it takes seconds: it completes, and what does not swing (`hold`) is held. */
  readonly small: readonly string[];
}

interface Outcome {
  readonly name: string;
  readonly output: string;
  readonly seconds: number;
  readonly hasFailed: boolean;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** None takes longer in its small mode, whatever else the machine does; one that hangs is ended. */
const SMALL_LIMIT_MS = 180_000;
const SMALL_AT_ONCE = Number(process.env['SPORA_BENCHES_AT_ONCE'] ?? 2);

/** A process each: a benchmark's memory and its database are its own. */
function runOne(
  name: string,
  args: readonly string[],
  { limitMs, env = {} }: { readonly limitMs?: number; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Outcome> {
  const began = performance.now();
  const child = spawn(process.execPath, [MAIN, name, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limitMs,
    env: { ...process.env, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ name, output, seconds: (performance.now() - began) / 1000, hasFailed: code !== 0 })),
  );
}

/** The longest in their small mode: begun last, one of them would be alone at the end, and a core idle. Two browsers are not begun at once. */
const LONGEST: readonly string[] = ['map', 'live-load', 'sign-in-flood', 'history'];

/** Runs every benchmark in its small mode, two side by side unless told; each failure is shown, and makes the whole fail. */
export async function runSmall(names: readonly string[]): Promise<void> {
  const waiting = [...LONGEST.filter((name) => names.includes(name)), ...names.filter((name) => !LONGEST.includes(name))];
  const prepared = await prepareDatabase();
  let failed = 0;
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { output, seconds, hasFailed } = await runOne(name, ['--small'], {
        limitMs: SMALL_LIMIT_MS,
        env: { [PREPARED]: prepared },
      });
      console.log(`${hasFailed ? 'FAIL' : 'ok  '} ${name.padEnd(15)} ${seconds.toFixed(1).padStart(5)} s`);
      if (hasFailed) console.log(output);
      if (hasFailed) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: SMALL_AT_ONCE }, work));
  rmSync(prepared, { recursive: true, force: true });
  console.log(`${names.length - failed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
}

const git = (...args: string[]): string => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' }).stdout.trim();

/** Runs every benchmark in full, one after the other, and writes what they print under docs/benchmarks/. */
export async function runAll(names: readonly string[]): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' and uncommitted changes');
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 1e9)} GB, ${process.platform} ${release()}, Node ${process.version}`;
  const parts = [`# Benchmarks of ${day}`, `Commit ${commit}. ${machine}.`];
  const folder = join(ROOT, 'docs', 'benchmarks');
  mkdirSync(folder, { recursive: true });
  for (const name of names) {
    const { output, seconds, hasFailed } = await runOne(name, []);
    console.log(`${hasFailed ? 'FAIL' : 'ok  '} ${name.padEnd(15)} ${seconds.toFixed(0).padStart(5)} s`);
    if (hasFailed) process.exitCode = 1;
    parts.push(`## ${name}${hasFailed ? ' (failed)' : ''}`, `\`\`\`text\n${output.trim()}\n\`\`\``);
    // After each: a run that is ended early has told what it measured.
    writeFileSync(join(folder, `${day}.md`), `${parts.join('\n\n')}\n`);
  }
  console.log(`written to docs/benchmarks/${day}.md`);
}
