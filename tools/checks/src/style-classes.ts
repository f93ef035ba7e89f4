import { posix } from 'node:path';
import { type Check, type Finding, isCode, isTest, linesOf } from './tree.ts';

const IMPORT = /import (\w+) from '(\.[^']+\.module\.css)';/g;
const CLASS = /\.([A-Za-z_][\w-]*)/g;

/** A class that a component takes from a style module stands in it: one that is missing takes a frame away without a word. */
export const styleClasses: Check = {
  name: 'style classes',
  run: (files) => {
    const sheets = new Map(
      files
        .filter(({ path }) => path.endsWith('.module.css'))
        .map(({ path, text }) => [path, new Set([...text.matchAll(CLASS)].map((match) => match[1] ?? ''))]),
    );
    return files
      .filter(({ path }) => path.startsWith('apps/web/src/') && isCode(path) && !isTest(path))
      .flatMap(({ path, text }) =>
        [...text.matchAll(IMPORT)].flatMap(([, name = '', from = '']): Finding[] => {
          const classes = sheets.get(posix.join(posix.dirname(path), from));
          const used = new Set([...text.matchAll(new RegExp(`\\b${name}\\['([\\w-]+)'\\]`, 'g'))].map((match) => match[1] ?? ''));
          return [...used]
            .filter((each) => !classes?.has(each))
            .map((each) => {
              const [line] = linesOf(text, new RegExp(`\\b${name}\\['${each}'\\]`));
              return { path, ...(line ? { line } : {}), message: `.${each} does not stand in ${from}` };
            });
        }),
      );
  },
};
