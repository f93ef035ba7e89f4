import ts from 'typescript';
import { type Check, type Finding, isCode } from './tree.ts';

interface PackageFile {
  readonly name?: string;
  readonly dependencies?: Record<string, string>;
  readonly devDependencies?: Record<string, string>;
}

/** Tools of every workspace, declared once at the root: what runs the tests, and what checks the types. */
const SHARED = new Set(['vitest', 'fast-check', 'typescript']);

/** `@scope/name/file` and `name/file` belong to the package before the file. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The type declarations of a package that brings none itself. */
const typesOf = (name: string): string => `@types/${name.replace('@', '').replace('/', '__')}`;

/**
 * A workspace declares what it imports: what only happens to be installed beside it, for somebody else's sake, can vanish with the
 * next install.
 */
export const dependencies: Check = {
  name: 'declared dependencies',
  run: (files) => {
    const workspaces = files
      .filter(({ path }) => path.endsWith('/package.json'))
      .map(({ path, text }) => ({ folder: path.slice(0, -'package.json'.length), own: JSON.parse(text) as PackageFile }));
    return workspaces.flatMap(({ folder, own }) => {
      const declared = new Set([...Object.keys(own.dependencies ?? {}), ...Object.keys(own.devDependencies ?? {})]);
      const isKnown = (name: string): boolean =>
        declared.has(name) || declared.has(typesOf(name)) || name === own.name || SHARED.has(name);
      return files
        .filter(({ path }) => path.startsWith(folder) && isCode(path))
        .flatMap(({ path, text }): Finding[] => {
          const specifiers = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
          const unknown = specifiers
            .filter((specifier) => !/^(\.|node:|virtual:)/.test(specifier))
            .map(packageOf)
            .filter((name) => !isKnown(name));
          return [...new Set(unknown)].map((name) => ({ path, message: `${name} is not declared in ${folder}package.json` }));
        });
    });
  },
};
