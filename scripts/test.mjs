// npm test: everything that must hold, in two lanes that never wait for each other but once, for the web build: tests and journeys in
// one, and in the other, one after the other, what needs one core. So two cores are busy from the first minute to the last.
// The last line sums up all tests.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureInstalled, findNode, projectDir } from './prepare.mjs';
import { bin, createSteps, lint, types } from './steps.mjs';

/** The lowest supported PostgreSQL, where Debian puts it: the server's tests run on it. */
const LOWEST_POSTGRES = '/usr/lib/postgresql/15/bin';
/**
 * What can differ from one PostgreSQL to the next and runs on the embedded one too: the schema and its migrations, jobs, the way of
 * a position, every endpoint once, and the exports. The tests of the embedded engine itself run on no other.
 */
const DIFFERS_BY_ENGINE = ['platform/database', 'platform/jobs', 'roles/pipeline', 'roles/api', 'exports/exports'];
const ON_NO_OTHER_ENGINE = 'apps/server/src/platform/database/embedded.test.ts';

const begun = Date.now();
ensureInstalled();
const node = findNode();
const results = mkdtempSync(join(tmpdir(), 'spora-results-'));
process.on('exit', () => rmSync(results, { recursive: true, force: true }));
const { step, total, ended } = createSteps(node);

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

function vitest(name, filters, { file, env, quiet = false }) {
  const output = join(results, file);
  return step(
    name,
    [bin('vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`, ...filters],
    { env, quiet, countsIn: vitestCounts(output) },
  );
}

const hasLowest = existsSync(LOWEST_POSTGRES);

const tests = () =>
  vitest(
    `unit, feature and component tests on ${hasLowest ? `PostgreSQL 15 (${LOWEST_POSTGRES})` : 'the embedded PostgreSQL'}`,
    [],
    {
      file: 'vitest.json',
      env: hasLowest ? { SPORA_TEST_PG_BIN: LOWEST_POSTGRES } : {},
    },
  );

async function testsOfEngine() {
  if (!hasLowest) {
    console.log(
      `\n!!! NOT RUN on PostgreSQL 15, the oldest supported: ${LOWEST_POSTGRES} is not here (Debian: apt install postgresql-15)`,
    );
    return;
  }
  const only = ['--project', 'server', '--exclude', ON_NO_OTHER_ENGINE, ...DIFFERS_BY_ENGINE];
  await vitest('what differs by engine, on the embedded PostgreSQL', only, {
    file: 'vitest-embedded.json',
    env: { SPORA_TEST_WORKERS: '1' },
    quiet: true,
  });
}

async function journeys() {
  const e2e = join(projectDir, 'e2e/src/main.ts');
  if (existsSync(e2e))
    await step('journeys in a browser', [e2e], {
      env: { SPORA_RESULTS: join(results, 'e2e.json') },
      countsIn: ownCounts(join(results, 'e2e.json')),
    });
  else console.log('\n!!! NO JOURNEYS in a browser: e2e/src/main.ts is missing');
}

const built = step('web build', [join(projectDir, 'scripts/build.mjs')], { quiet: true });
await Promise.all([
  (async () => {
    await tests();
    await built;
    await journeys();
  })(),
  (async () => {
    await built;
    await types(step);
    await step('structure', [join(projectDir, 'tools/checks/src/main.ts')], { quiet: true });
    await lint(step, ['.']);
    await testsOfEngine();
    await step('benchmarks in their small mode', [join(projectDir, 'tools/bench/src/main.ts'), 'small'], {
      env: { SPORA_BENCHES_AT_ONCE: '1' },
      quiet: true,
    });
  })(),
]);

console.log('\n=== summary');
for (const { name, seconds, isFailed, counted } of ended) {
  const tests = counted ? `  ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped` : '';
  console.log(`${isFailed ? 'FAIL' : 'ok  '} ${(seconds / 60).toFixed(1).padStart(5)} min  ${name}${tests}`);
}
console.log(`     ${((Date.now() - begun) / 60_000).toFixed(1).padStart(5)} min  in all`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
