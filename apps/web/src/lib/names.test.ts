import { expect, test } from 'vitest';
import { fold } from './names.ts';

test.each([
  ['Bjørn Ærlig', 'bjorn aerlig'],
  ['Åkes skåpbil', 'akes skapbil'],
  ['ABC 12-D', 'abc12d'],
  ['anna-b@firma.example', 'Anna-B'],
])('MAP-017, UNIT-019: whoever looks for %s finds it as %s', (name, typed) => {
  expect(fold(name)).toContain(fold(typed));
});
