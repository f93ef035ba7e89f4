import { beforeEach, expect, test } from 'vitest';
import { showBrand, startBrand } from './brand.ts';

beforeEach(() => localStorage.clear());

test('STORE-001, STORE-006: the subsite of the last visit is restored at start, the first without one', () => {
  expect(startBrand().subsiteId).toBe(0);
  showBrand(3);
  expect(document.documentElement.dataset['brand']).toBe('3');
  expect(startBrand().subsiteId).toBe(3);
});

test('STORE-007: a stored subsite that does not exist is none', () => {
  localStorage.setItem('subsiteID', JSON.stringify({ v: 1, data: 8 }));
  expect(startBrand().subsiteId).toBe(0);
});
