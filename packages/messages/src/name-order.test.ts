import { expect, test } from 'vitest';
import { compareNames } from './name-order.ts';

test('letters after z are letters of their own, and numbers go by what they are worth', () => {
  const names = ['Ö 1', 'Zon', 'Älg', 'Ås', 'Bil 10', 'bil 9', 'Ærlig', 'Axel'];
  expect(names.toSorted(compareNames)).toEqual(['Axel', 'bil 9', 'Bil 10', 'Zon', 'Ås', 'Älg', 'Ærlig', 'Ö 1']);
});
