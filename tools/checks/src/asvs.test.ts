import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isTest, readTree } from './tree.ts';

/** How many requirements of levels 1 and 2 each section of ASVS 5.0 has; they are numbered without a hole. */
const SECTIONS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 ' +
  '6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 ' +
  '10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 ' +
  '14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2';
const REQUIREMENTS = SECTIONS.split(' ').flatMap((section) => {
  const [name, count] = section.split(':');
  return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`);
});

const files = readTree(fileURLToPath(new URL('../../../', import.meta.url)));
const document = files.find(({ path }) => path === 'docs/asvs.md')?.text ?? '';
const tests = files.filter(({ path }) => isTest(path));

/** "1.2.6-8, 1.3.1" is four requirements. */
const numbersOf = (cell: string): string[] =>
  cell.split(', ').flatMap((part) => {
    const [, section = '', first = '', last = first] = /^(\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `${section}.${Number(first) + index}`);
  });
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (\d[^|]*) \|.*\| ([^|]*) \|$/gm)].map(([line, numbers = '', last = '']) => ({
    line,
    numbers: numbersOf(numbers),
    last,
  }));

const [, missing = '', ...chapters] = document.split(/^## /m);
const rows = rowsOf(chapters.join(''));
const QUOTED = /`([\w./-]+\.(?:test|e2e)\.tsx?)` "([^"|]+)"/g;

describe('docs/asvs.md', () => {
  test('issue 12, acceptance 4: each requirement of levels 1 and 2 stands in one row, in its chapter', () => {
    expect(REQUIREMENTS).toHaveLength(253);
    expect(rows.flatMap(({ numbers }) => numbers).toSorted()).toEqual(REQUIREMENTS.toSorted());
    for (const chapter of chapters) {
      const name = /^V(\d+) /.exec(chapter)?.[1];
      for (const { numbers } of rowsOf(chapter)) for (const number of numbers) expect(number.split('.')[0]).toBe(name);
    }
  });

  test('each row is held by a test, or says why there is none', () => {
    for (const { line, last } of rows) expect(last, line).toMatch(/^(`[^`]+` "|(not|n\/a|no test): [\w`])/);
  });

  test('what is not held is told above, and nothing else', () => {
    const untold = rows.filter(({ last }) => last.startsWith('not: ')).flatMap(({ numbers }) => numbers);
    expect(untold.toSorted()).toEqual(
      rowsOf(missing)
        .flatMap(({ numbers }) => numbers)
        .toSorted(),
    );
  });

  test('each test that it names is there', () => {
    const quoted = [...document.matchAll(QUOTED)];
    expect(quoted.length).toBeGreaterThan(200);
    for (const { line } of rows) expect(line, 'a file without a title').not.toMatch(/\.(test|e2e)\.tsx?`(?! "[^"|]{9,}")/);
    const faults = quoted.flatMap(([, ending = '', title = '']) => {
      const found = tests.filter(({ path }) => `/${path}`.endsWith(`/${ending}`));
      if (found.length !== 1) return [`${ending} is the end of ${found.length} paths`];
      // How the title begins, or goes on after the number of its row.
      const isThere = ["'", '"', '`', ': '].some((before) => found[0]?.text.includes(`${before}${title}`));
      return isThere ? [] : [`${ending} has no test "${title}"`];
    });
    expect([...new Set(faults)]).toEqual([]);
  });
});
