import { type Check, type Finding, isCode } from './tree.ts';

const SERVER_FEATURE_FILES = new Set([
  'feature',
  'rules',
  'policy',
  'repository',
  'read-model',
  'service',
  'projection',
  'projector',
  'routes',
  'jobs',
  'listeners',
  'api',
]);
const VAGUE = /(^|\/)(utils?|helpers?|common|manager|data|info|misc|shared|index)\.tsx?$/;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/;

/** A closed list of file names per server feature; kebab case everywhere; no name that says nothing. */
export const fileNames: Check = {
  name: 'file names',
  run: (files) =>
    files.flatMap(({ path }): Finding[] => {
      if (!isCode(path)) return [];
      const found: Finding[] = [];
      const name = path.split('/').at(-1) ?? '';
      if (!KEBAB.test(name)) found.push({ path, message: 'file names are kebab-case' });
      if (VAGUE.test(path)) found.push({ path, message: 'a name that says nothing: name the subject' });
      const feature = /^apps\/server\/src\/features\/[a-z-]+\/(?:[a-z-]+\/)*([a-z-]+)(?:\.[a-z-]+)*\.tsx?$/.exec(path);
      if (feature?.[1] && !path.endsWith('.test.ts') && !SERVER_FEATURE_FILES.has(feature[1]))
        found.push({
          path,
          message: `a feature holds only ${[...SERVER_FEATURE_FILES].join(', ')}; a new name needs a decision record`,
        });
      return found;
    }),
};
