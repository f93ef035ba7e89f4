import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test('12-A10: every table has its class in docs/security.md, and none that is not there has one', () => {
  const [, classes = ''] = read('../../../../../docs/security.md').split('## What is stored');
  const lists = classes.split('\n## ')[0]!.matchAll(/^- \*\*\w+\*\*: ([^*]*?)(?=\n- |\n\n)/gm);
  const classified = [...lists].flatMap(([, list = '']) => [...list.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name));
  const tables = [...read('../../../migrations/schema.txt').matchAll(/^table (\S+)/gm)].map(([, name]) => name);
  expect(classified.toSorted()).toEqual(tables.toSorted());
});
