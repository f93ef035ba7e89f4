import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export interface SourceFile {
  /** From the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}
export interface Finding {
  readonly path: string;
  readonly line?: number;
  readonly message: string;
}
/** Pure: files in, findings out, so that a test can hand in a tree that breaks the rule. */
export interface Check {
  readonly name: string;
  readonly run: (files: readonly SourceFile[]) => Finding[];
}

const SKIPPED_FOLDERS = new Set(['node_modules', '.git', 'dist', 'data', 'coverage', 'test-results', 'screens']);
const TEXT_FILE = /\.(ts|tsx|mjs|js|css|html|json|sql|md|yml|sh|svg)$|\/(\.npmrc|run)$/;

/** Every text file of the project that a person wrote, from `root` down. */
export function readTree(root: string): SourceFile[] {
  const files: SourceFile[] = [];
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name)) walk(path);
      const name = relative(root, path).split(sep).join('/');
      if (entry.isFile() && TEXT_FILE.test(`/${name}`)) files.push({ path: name, text: readFileSync(path, 'utf8') });
    }
  };
  walk(root);
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

export const isTest = (path: string): boolean => /\.(test|e2e)\.tsx?$/.test(path);
export const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith('.d.ts');

/** Where in `text` the pattern occurs, as 1-based lines. */
export function linesOf(text: string, pattern: RegExp): number[] {
  return text.split('\n').flatMap((line, index) => (pattern.test(line) ? [index + 1] : []));
}

/** The text with comments blanked, so that a rule does not trip over prose; line numbers stay. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|[^:'"`\\])\/\/[^\n]*/g, '$1');
