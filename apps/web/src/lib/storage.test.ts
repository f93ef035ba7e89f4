// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { isOneOf, isText, storedItem } from './storage.ts';

beforeEach(() => localStorage.clear());

test('STORE-007: what was stored is read back by the same version', () => {
  const item = storedItem('theme', 1, isOneOf(['light', 'dark']));
  item.write('dark');
  expect(storedItem('theme', 1, isOneOf(['light', 'dark'])).read()).toBe('dark');
});

test.each([
  ['another version', JSON.stringify({ v: 1, data: 'dark' })],
  ['no version', JSON.stringify('dark')],
  ['a value of another kind', JSON.stringify({ v: 2, data: 7 })],
  ['broken text', '{"v":2,"da'],
  ['null', 'null'],
])('STORE-007: %s is dropped without an error', (_, text) => {
  localStorage.setItem('theme', text);
  expect(storedItem('theme', 2, isText).read()).toBeNull();
  expect(localStorage.getItem('theme')).toBeNull();
});

test('STORE-007: a browser that refuses storage behaves as an empty one', () => {
  const refusing = storedItem('theme', 1, isText, () => {
    throw new DOMException('denied', 'SecurityError');
  });
  refusing.write('dark');
  expect(refusing.read()).toBeNull();
  refusing.clear();
});
