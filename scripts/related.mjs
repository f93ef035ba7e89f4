import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { projectDir } from './prepare.mjs';

const IMPORT = /(?:from|import\(|import)\s*'([^']+)'/g;
/** Every package of ours exports `./*` as `./src/*.ts`. */
const FOLDERS = ['packages', 'apps', 'tools'];

const slashed = (path) => path.split(sep).join('/');

function fileOf(from, named) {
  if (named.startsWith('.')) return slashed(relative(projectDir, resolve(projectDir, dirname(from), named)));
  const [, name, rest] = /^@spora\/([^/]+)\/(.+)$/.exec(named) ?? [];
  if (!name) return undefined;
  const folder = FOLDERS.find((each) => existsSync(join(projectDir, each, name)));
  return folder && `${folder}/${name}/src/${rest}.ts`;
}

/** Who imports each file, as the texts say. */
function importersOf(sources) {
  const importers = new Map();
  for (const path of sources.filter((each) => /\.(ts|tsx|mjs)$/.test(each) && existsSync(join(projectDir, each)))) {
    for (const [, named] of readFileSync(join(projectDir, path), 'utf8').matchAll(IMPORT)) {
      const file = fileOf(path, named);
      if (file) importers.set(file, [...(importers.get(file) ?? []), path]);
    }
  }
  return importers;
}

/** What every path has says nothing of its subject. */
const GENERAL = new Set([
  'apps',
  'packages',
  'tools',
  'server',
  'web',
  'contract',
  'messages',
  'src',
  'features',
  'core',
  'platform',
]);
const subjectsOf = (path) =>
  path
    .split('/')
    .slice(0, -1)
    .filter((folder) => !GENERAL.has(folder));

/**
 * The test files that reach any of `changed` by import, nearest first: those that changed themselves, then those of the same
 * feature, then by how many imports lie between. `sources` are all files of the project.
 */
export function testsNear(changed, sources) {
  const importers = importersOf(sources);
  const subjects = new Set(changed.flatMap(subjectsOf));
  const seen = new Set(changed);
  const found = [];
  let distance = 0;
  for (let ring = [...changed]; ring.length > 0; distance += 1) {
    for (const path of ring)
      if (/\.test\.tsx?$/.test(path) && existsSync(join(projectDir, path)))
        found.push({
          path,
          distance,
          shared: distance === 0 ? Infinity : subjectsOf(path).filter((each) => subjects.has(each)).length,
        });
    ring = [...new Set(ring.flatMap((path) => importers.get(path) ?? []))].filter((path) => !seen.has(path));
    for (const path of ring) seen.add(path);
  }
  return found.sort((a, b) => b.shared - a.shared || a.distance - b.distance).map(({ path }) => path);
}
