import type { Check, Finding } from './tree.ts';

const FEATURE = /^apps\/server\/src\/features\/([^/]+)\//;
const LIST = 'apps/server/src/features.ts';

/** Every feature of the server has a face that bears its name, and stands in the one list that the roles read. */
export const featureFaces: Check = {
  name: 'faces of features',
  run: (files) => {
    const names = new Set(files.flatMap(({ path }) => FEATURE.exec(path)?.[1] ?? []));
    const textOf = new Map(files.map(({ path, text }) => [path, text]));
    const list = textOf.get(LIST) ?? '';
    return [...names].toSorted().flatMap((name): Finding[] => {
      const path = `apps/server/src/features/${name}/feature.ts`;
      const face = textOf.get(path);
      if (face === undefined) return [{ path, message: 'every feature has a face: what the roles know of it' }];
      const found: Finding[] = [];
      if (!face.includes(`\n  name: '${name}',\n`)) found.push({ path, message: `the face is called '${name}', as its folder` });
      const imported = new RegExp(`import \\{ feature as (\\w+) \\} from '\\./features/${name}/feature\\.ts';`).exec(list)?.[1];
      if (imported === undefined || !new RegExp(`FEATURES[^=]*= \\[[^\\]]*\\b${imported}\\b`).test(list))
        found.push({ path: LIST, message: `the feature '${name}' stands in no list: no role would know it` });
      return found;
    });
  },
};
