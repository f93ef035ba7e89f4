import { type Check, type Finding, isCode, type SourceFile } from './tree.ts';

/** What a feature's file holds when it is not named after its subject alone (house-style section 1). */
export const LAYERS: readonly string[] = [
  'feature',
  'rules',
  'policy',
  'repository',
  'read-model',
  'service',
  'projection',
  'routes',
  'jobs',
  'listeners',
  'api',
];
/** Layers that are a subject where there are no features: the queue's jobs, the type of a face. */
const SUBJECTS = new Set(['jobs', 'feature']);
/** Layers of other houses: what such a file holds has a name above, or a subject. */
const FOREIGN_LAYERS =
  /^(models?|controllers?|handlers?|quer(y|ies)|dao|dto|types|interfaces?|constants?|schemas?|entit(y|ies)|facade|logic|validators?|stores?)$/;
const VAGUE = /(^|\/)(utils?|helpers?|common|manager|data|info|misc|shared|index)\.tsx?$/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;
/** So many files, tests aside, are worth a folder of their own. */
const FILES_OF_A_FOLDER = 2;

const isOwnCode = (path: string): boolean => isCode(path) && !/\.(test|testing)\.ts$|\/testing[a-z-]*\.ts$/.test(path);

/** Kebab case everywhere; no name that says nothing; a layer's name in features only, and there no other house's layers. */
export const fileNames: Check = {
  name: 'file names',
  run: (files) => [
    ...files.flatMap(({ path }): Finding[] => {
      if (!isCode(path)) return [];
      const found: Finding[] = [];
      const name = path.split('/').at(-1) ?? '';
      const subject = name.split('.')[0] ?? '';
      if (!KEBAB.test(name)) found.push({ path, message: 'file names are kebab-case' });
      if (VAGUE.test(path)) found.push({ path, message: 'a name that says nothing: name the subject' });
      if (/^apps\/server\/src\/features\//.test(path) && FOREIGN_LAYERS.test(subject))
        found.push({ path, message: `a feature holds ${LAYERS.join(', ')}, and files named after their subject` });
      if (
        /^apps\/server\/src\/(core|platform)\//.test(path) &&
        isOwnCode(path) &&
        LAYERS.includes(subject) &&
        !SUBJECTS.has(subject)
      )
        found.push({ path, message: 'in core and platform a file is named after its subject, not after a layer' });
      return found;
    }),
    ...lonelyFiles(files),
  ],
};

/** A folder inside a feature that holds one file says with two names what a file's name says with one. */
function lonelyFiles(files: readonly SourceFile[]): Finding[] {
  const folders = Map.groupBy(
    files.filter(({ path }) => /^apps\/server\/src\/features\/[a-z-]+\/.+\/[^/]+$/.test(path) && isOwnCode(path)),
    ({ path }) => path.slice(0, path.lastIndexOf('/')),
  );
  const hasFolders = (folder: string): boolean => [...folders.keys()].some((other) => other.startsWith(`${folder}/`));
  return [...folders].flatMap(([folder, own]) =>
    own.length < FILES_OF_A_FOLDER && !hasFolders(folder)
      ? own.map(({ path }) => ({ path, message: 'alone in its folder: name it after the folder, one floor up' }))
      : [],
  );
}
