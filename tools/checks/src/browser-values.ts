import { posix } from 'node:path';
import { type Check, type Finding, isTest } from './tree.ts';

const CONTRACT = 'packages/contract/src/';
const ALIAS = '@spora/contract/';
/** An import that is there when the code runs: `import type` is not, `import { type A }` is, for what it does when it is loaded. */
const LOADED = /^(?:import|export) (?!type\b)[^;]*?from '([^']+)';/gm;

/**
 * NFR-001: the browser's first page loads names and limits of the interface, and no schemas: zod and the shapes of every call were a
 * sixth of what is read before anything is shown. What both ends need as a value stands in `contract/src/<feature>/values.ts`.
 */
export const browserValues: Check = {
  name: 'no schemas in the browser',
  run: (files) => {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    const known = new Map<string, boolean>();
    const hasSchemas = (path: string): boolean => {
      const told = known.get(path);
      if (told !== undefined) return told;
      known.set(path, false);
      const has = loadedBy(texts.get(path) ?? '').some(
        (specifier) =>
          specifier === 'zod' || (specifier.startsWith('.') && hasSchemas(posix.join(posix.dirname(path), specifier))),
      );
      known.set(path, has);
      return has;
    };
    return files
      .filter(({ path }) => /^apps\/web\/src\/.*\.tsx?$/.test(path) && !isTest(path) && !/[/.]testing[-.]/.test(path))
      .flatMap(({ path, text }): Finding[] =>
        loadedBy(text)
          .filter((specifier) => specifier.startsWith(ALIAS) && hasSchemas(`${CONTRACT}${specifier.slice(ALIAS.length)}.ts`))
          .map((specifier) => ({
            path,
            message: `${specifier} brings schemas into the browser: the value belongs in values.ts`,
          })),
      );
  },
};

const loadedBy = (text: string): string[] => [...text.matchAll(LOADED)].map(([, specifier = '']) => specifier);
