// npm test: everything that must hold, in parts, each of which has both cores to itself: what needs one core, two at a time; the tests
// of components and of the server; the journeys in a browser. Side by side they would take longer, since each would wait for the
// others, and what waits for an answer would now and then wait too long. The last line sums up all tests.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { failuresOfJourneys, failuresOfVitest } from './failures.mjs';
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

/** Where tests have their databases, if there is room (makeTemporaryFolder). */
const MEMORY = '/dev/shm';
const DAY_MS = 86_400_000;

/** Frees the memory that a run left behind which was killed: no run lasts a day. */
function forgetKilledRuns() {
  for (const name of existsSync(MEMORY) ? readdirSync(MEMORY) : []) {
    const path = join(MEMORY, name);
    try {
      if (name.startsWith('spora-') && Date.now() - statSync(path).mtimeMs > DAY_MS) rmSync(path, { recursive: true });
    } catch {
      // Somebody else's, or gone.
    }
  }
}

const begun = Date.now();
forgetKilledRuns();
ensureInstalled();
const node = findNode();
const results = mkdtempSync(join(tmpdir(), 'spora-results-'));
process.on('exit', () => rmSync(results, { recursive: true, force: true }));
// Each program of the suite reads hundreds of sources; the first one compiles them for the others.
process.env.NODE_COMPILE_CACHE = join(results, 'compiled');
const { step, total, ended } = createSteps(node);

/** Reads the summary of vitest's JSON reporter. */
const vitestCounts = (file) => () => {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests: pending, numTodoTests: todo } = report;
  return { passed, failed, skipped: pending + todo, failures: failuresOfVitest(report, projectDir) };
};
/** Reads what e2e/src/main.ts wrote to the file named in SPORA_RESULTS: {passed, failed, skipped, suites}. */
const ownCounts = (file) => () => {
  if (!existsSync(file)) return undefined;
  const { suites, ...counts } = JSON.parse(readFileSync(file, 'utf8'));
  return { ...counts, failures: failuresOfJourneys({ suites }) };
};

/** Two machine cores and a database: more processes only wait for each other. */
const BOTH = Math.max(2, Math.floor(availableParallelism() / 2));
/** A test of a component waits for its page a third of its time: two of them leave a core idle that a third one uses. */
const WITH_PAGES = BOTH + 1;
const ONE = { SPORA_TEST_WORKERS: '1' };

function vitest(name, filters, { file, env }) {
  const output = join(results, file);
  return step(
    name,
    [bin('vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${output}`, ...filters],
    { env, isQuiet: true, countsIn: vitestCounts(output) },
  );
}

const hasLowest = existsSync(LOWEST_POSTGRES);

async function testsOfServer() {
  const engine = hasLowest ? `PostgreSQL 15 (${LOWEST_POSTGRES})` : 'the embedded PostgreSQL';
  await vitest(`the server's tests on ${engine}`, ['--project', 'server'], {
    file: 'vitest-server.json',
    env: { SPORA_TEST_WORKERS: String(BOTH), ...(hasLowest ? { SPORA_TEST_PG_BIN: LOWEST_POSTGRES } : {}) },
  });
}

const unitTests = () => vitest('unit tests', ['--project', 'unit'], { file: 'vitest-unit.json', env: ONE });

/** In one program: two halves beside each other would compile the same sources twice. */
const webTests = () =>
  vitest('component tests', ['--project', 'web'], { file: 'vitest-web.json', env: { SPORA_TEST_WORKERS: String(WITH_PAGES) } });

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
    env: ONE,
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

const benchmarks = () =>
  step('benchmarks in their small mode', [join(projectDir, 'tools/bench/src/main.ts'), 'small'], { isQuiet: true });

/** What needs one core: what fails soonest first, and what is short last, so that both cores end together. */
const queue = [
  () => types(step),
  () => lint(step, ['.']),
  () => step('structure', [join(projectDir, 'tools/checks/src/main.ts')], { isQuiet: true }),
  benchmarks,
  testsOfEngine,
  unitTests,
];
async function takeFromQueue() {
  for (let next = queue.shift(); next; next = queue.shift()) await next();
}

await step('web build', [join(projectDir, 'scripts/build.mjs')], { isQuiet: true });
await Promise.all(Array.from({ length: BOTH }, takeFromQueue));
await webTests();
await testsOfServer();
await journeys();

console.log('\n=== summary');
for (const { name, seconds, isFailed, counted } of ended) {
  const tests = counted ? `  ${counted.passed} passed, ${counted.failed} failed, ${counted.skipped} skipped` : '';
  console.log(`${isFailed ? 'FAIL' : 'ok  '} ${(seconds / 60).toFixed(1).padStart(5)} min  ${name}${tests}`);
}
console.log(`     ${((Date.now() - begun) / 60_000).toFixed(1).padStart(5)} min  in all`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
// What fails is said last and once more: of a build server one sees the end.
for (const { name, isFailed, counted, lastSaid } of ended) {
  const why = counted?.failures.length ? counted.failures : lastSaid;
  if (isFailed) console.log([`\nFAILED: ${name}`, ...why].join('\n  '));
}
process.exitCode = total.failed > 0 ? 1 : 0;
