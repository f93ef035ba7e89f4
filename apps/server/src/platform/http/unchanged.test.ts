import { expect, test } from 'vitest';
import { requireUnchanged } from './unchanged.ts';

const stands = { name: 'Yard', tags: ['a', 'b'], limit: null };
const save = (wanted: { was?: Record<string, unknown>; [field: string]: unknown }) => () => requireUnchanged(stands, wanted);

test('ERR-041: what stands otherwise than a form began with is refused, and what it did not ask about is not', () => {
  expect(save({ name: 'Depot', was: { name: 'Old' } })).toThrow('ChangedMeanwhile');
  expect(save({ limit: 5, was: { limit: 4 } })).toThrow('ChangedMeanwhile');
  expect(save({ name: 'Depot', was: { name: 'Yard', tags: ['a', 'b'], limit: null } })).not.toThrow();
  expect(save({ name: 'Depot' })).not.toThrow();
});

test('ERR-040, ERR-041: what stands as it is wanted is no conflict, as when a form is saved once more because no answer came', () => {
  expect(save({ name: 'Yard', tags: ['a', 'b'], was: { name: 'Old', tags: [] } })).not.toThrow();
  expect(save({ limit: null, was: { limit: 4 } })).not.toThrow();
  expect(save({ name: 'Yard', tags: ['c'], was: { name: 'Old', tags: [] } }), 'the other field').toThrow('ChangedMeanwhile');
  expect(save({ was: { name: 'Old' } }), 'what is not sent is not wanted').toThrow('ChangedMeanwhile');
});
