import { expect, test } from 'vitest';
import { closeBefore, heldTrips } from './held-trips.ts';
import { trip } from './testing.ts';

const at = (id: number, start: string, stop: string, over: Parameters<typeof trip>[0] = { id }) =>
  trip({
    ...over,
    id,
    start: { ...trip({ id }).start, time: `2026-11-20T${start}:00Z` },
    stop: { ...trip({ id }).start, time: `2026-11-20T${stop}:00Z` },
  });
const idsOf = (trips: readonly { id: number }[]): number[] => trips.map(({ id }) => id);

test('issue 13, 4: a settled trip stays where it stood, one that became part of another goes, a new one comes in its order', () => {
  const first = heldTrips([], [at(2, '09:00', '09:20'), at(1, '07:00', '07:30')], false);
  expect(idsOf(first)).toEqual([1, 2]);
  const settled = heldTrips(first, [{ ...first[0]!, purpose: 'Hem' }, first[1]!], false);
  // The server no longer lists the first; the second was merged into it; the third came late.
  expect(idsOf(heldTrips(settled, [at(3, '06:00', '06:10')], false))).toEqual([3, 1]);
  expect(heldTrips([], [at(4, '06:00', '06:10', { id: 4, can: { edit: false, route: false } })], false)).toEqual([]);
});

test('issue 13, 4, TRIP-026: only the trip of the same unit that ended shortly before can be merged at once', () => {
  const later = at(2, '09:10', '09:30', { id: 2, suggests_merge: true });
  const [close, far, others] = [at(1, '08:00', '09:00'), at(3, '07:00', '08:50'), at(4, '08:00', '09:05', { id: 4, unit_id: 2 })];
  expect(closeBefore(later, [far, close, others, later])?.id).toBe(1);
  expect(closeBefore(later, [far, others, later])).toBeNull();
  expect(closeBefore({ ...later, suggests_merge: false }, [close, later])).toBeNull();
});
