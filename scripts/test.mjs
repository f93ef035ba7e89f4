// npm test: everything that must hold, in the order in which it fails fastest. The last line sums up all tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { ensureInstalled, ensureWebBuilt, findNode, projectDir } from './prepare.mjs';

const DEBIAN_POSTGRES = '/usr/lib/postgresql/15/bin';
const begun = Date.now();
ensureInstalled();
const node = findNode();
const results = mkdtempSync(join(tmpdir(), 'spora-results-'));
process.on('exit', () => rmSync(results, { recursive: true, force: true }));

const total = { passed: 0, failed: 0, skipped: 0 };
const steps = [];
const bin = (...path) => join(projectDir, 'node_modules', ...path);

/** Runs a step; one that counts its tests adds them to the total, any other is told as done or not. */
function step(name, args, { env = {}, countsIn } = {}) {
  console.log(`\n=== ${name}`);
  const started = Date.now();
  const { status } = spawnSync(node, args, {
    cwd: projectDir,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`, ...env },
  });
  const counted = countsIn ? countsIn() : undefined;
  if (counted) for (const key of Object.keys(total)) total[key] += counted[key];
  // A step may fail beside its tests: a fault that nobody caught, or no result at all.
  const isFailed = status !== 0 || (countsIn && !counted);
  if (isFailed && !counted?.failed) total.failed += 1;
  steps.push({ name, minutes: (Date.now() - started) / 60_000, isFailed, counted });
}

/** Reads the summary of vitest's JSON reporter. */
const vitestCounts = (file) => () => {
  if (!existsSync(file)) return undefined;
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
  } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed, failed, skipped: pending + todo };
};
/** Reads what e2e/src/main.ts wrote to the file named in SPORA_RESULTS: {passed, failed, skipped}. */
const ownCounts = (file) => () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

function vitest(name, filters, { file, env }) {
  const output = join(results, file);
  step(
    name,
    [bin('vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`, ...filters],
    {
      env,
      countsIn: vitestCounts(output),
    },
  );
}

step('types', [bin('typescript', 'bin', 'tsc'), '-p', 'tsconfig.json', '--noEmit']);
step('lint', [bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0']);
step('structure', [join(projectDir, 'tools/checks/src/main.ts')]);
vitest('unit, feature and component tests', [], { file: 'vitest.json' });
if (existsSync(DEBIAN_POSTGRES)) {
  vitest(`the server's tests on PostgreSQL 15 (${DEBIAN_POSTGRES})`, ['--project', 'unit', 'apps/server'], {
    file: 'vitest-15.json',
    env: { SPORA_TEST_PG_BIN: DEBIAN_POSTGRES },
  });
} else {
  console.log(
    `\n!!! NOT RUN on PostgreSQL 15, the oldest supported: ${DEBIAN_POSTGRES} is not here (Debian: apt install postgresql-15)`,
  );
}
console.log('\n=== web build');
ensureWebBuilt(node);
const e2e = join(projectDir, 'e2e/src/main.ts');
if (existsSync(e2e))
  step('journeys in a browser', [e2e], {
    env: { SPORA_RESULTS: join(results, 'e2e.json') },
    countsIn: ownCounts(join(results, 'e2e.json')),
  });
else console.log('\n!!! NO JOURNEYS in a browser: e2e/src/main.ts is missing');

console.log('\n=== summary');
for (const { name, minutes, isFailed, counted } of steps) {
  const tests = counted ? `  ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped` : '';
  console.log(`${isFailed ? 'FAIL' : 'ok  '} ${minutes.toFixed(1).padStart(5)} min  ${name}${tests}`);
}
console.log(`     ${((Date.now() - begun) / 60_000).toFixed(1).padStart(5)} min  in all`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
