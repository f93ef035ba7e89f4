import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { trip, tripPage } from './testing.ts';
import { useHeldPage } from './use-held-page.ts';

const page = (...ids: number[]) => tripPage(ids.map((id) => trip({ id })));
const idsOf = (shown: ReturnType<typeof useHeldPage>) => shown.page?.trips.map(({ id }) => id);

test('TRIP-021: what ends while somebody ticks waits until nothing is ticked, so that no row moves away under the pointer', () => {
  const { result, rerender } = renderHook(({ trips, isTicking, key }) => useHeldPage(trips, isTicking, key), {
    initialProps: { trips: page(2, 1), isTicking: false, key: 'a' },
  });
  rerender({ trips: page(2, 1), isTicking: true, key: 'a' });
  rerender({ trips: page(3, 2, 1), isTicking: true, key: 'a' });
  expect(idsOf(result.current)).toEqual([2, 1]);
  rerender({ trips: page(5, 4), isTicking: true, key: 'b' });
  expect(idsOf(result.current)).toEqual([5, 4]);
  rerender({ trips: page(6, 5, 4), isTicking: false, key: 'b' });
  expect(idsOf(result.current)).toEqual([6, 5, 4]);
});
