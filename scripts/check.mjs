// npm run check: the minute between two edits. Types (incremental), lint and tests of what changed, and the structure.
// `npm run check -- main` counts as changed what differs from main; without a name what is not committed, or the last commit.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, findNode, giveUp, projectDir } from './prepare.mjs';
import { testsNear } from './related.mjs';
import { bin, createSteps, lint, types } from './steps.mjs';

/** So many test files run in well under a minute on two cores. */
const NEAREST = 16;

const begun = Date.now();
ensureInstalled();

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: projectDir, encoding: 'utf8' });
  if (status !== 0)
    giveUp(`git ${args.join(' ')} failed, so what changed is not known: ${stderr ?? ''}\nnpm test runs everything.`);
  return stdout.split('\0').filter(Boolean);
}
const untracked = () => git('ls-files', '-z', '--others', '--exclude-standard');
const differing = (revision) => git('diff', '-z', '--name-only', '--no-renames', '--relative', revision);

const [named] = process.argv.slice(2);
const since = named ? git('merge-base', named, 'HEAD')[0].trim() : 'HEAD';
let changed = [...differing(since), ...untracked()];
if (!named && changed.length === 0) changed = differing('HEAD~1');
const isThere = (path) => existsSync(join(projectDir, path));
const linted = changed.filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/generated/.test(path) && isThere(path));
const near = testsNear(changed, [...git('ls-files', '-z'), ...untracked()]);
const tests = near.slice(0, NEAREST);
console.log(`${changed.length} files changed, ${near.length} test files reach them.`);

const { step, ended } = createSteps(findNode());
const cache = join(projectDir, 'node_modules/.cache/spora');
mkdirSync(cache, { recursive: true });

async function checks() {
  const info = join(cache, 'types.tsbuildinfo');
  await types(step, ['--incremental', '--tsBuildInfoFile', info]);
  await step('structure', [join(projectDir, 'tools/checks/src/main.ts')], { isQuiet: true });
  if (linted.length > 0) await lint(step, linted);
}
async function nearest() {
  if (tests.length > 0)
    await step('tests of what changed', [bin('vitest', 'vitest.mjs'), 'run', '--reporter=dot', ...tests], { isQuiet: true });
}
await Promise.all([checks(), nearest()]);

const left = near.length - tests.length;
if (left > 0) console.log(`\nThe nearest ${tests.length} test files ran; npm test runs the other ${left}.`);
const failed = ended.filter(({ isFailed }) => isFailed).map(({ name }) => name);
console.log(`\n${failed.length > 0 ? `FAILED: ${failed.join(', ')}` : 'ok'}, ${((Date.now() - begun) / 1000).toFixed(0)} s`);
process.exitCode = failed.length > 0 ? 1 : 0;
