import { expect, test } from 'vitest';
import { sharedState, wayTo } from './rules.ts';

const now = new Date('2026-03-10T12:00:00Z');
const STOCKHOLM = { lat: 59.3293, lng: 18.0686 };
const UPPSALA = { lat: 59.8586, lng: 17.6389 };

test('MAP-035: the way to a destination is told straight, with an arrival only while the unit moves', () => {
  const way = wayTo(STOCKHOLM, UPPSALA, { isMoving: true, now });
  expect(way.distance_m).toBeGreaterThan(62_000);
  expect(way.distance_m).toBeLessThan(66_000);
  const minutes = (Date.parse(way.arrival ?? '') - now.getTime()) / 60_000;
  expect(minutes).toBeGreaterThan(60);
  expect(minutes).toBeLessThan(90);
  expect(wayTo(STOCKHOLM, UPPSALA, { isMoving: false, now }).arrival).toBeNull();
  expect(wayTo(STOCKHOLM, STOCKHOLM, { isMoving: true, now })).toEqual({ distance_m: 0, arrival: null, is_there: true });
});

test('MAP-035: a stranger is not told of theft, locks and pending changes', () => {
  expect(['moving', 'theft', 'locked', 'pending'].map((state) => sharedState(state, 0))).toEqual([
    'moving',
    'parked',
    'parked',
    'parked',
  ]);
  expect(sharedState('theft', 80)).toBe('moving');
});
