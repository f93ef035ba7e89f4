import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMotion } from './motion.ts';
import type { MapUnit } from './shapes.ts';

const unit = (over: Partial<MapUnit>): MapUnit => ({
  id: 1,
  lat: 59,
  lng: 18,
  timeMs: 0,
  headingDeg: 90,
  speedKmh: 50,
  state: 'moving',
  colour: '#0b6478',
  symbol: 'car',
  title: 'Van',
  ...over,
});

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('MAP-023: a unit glides to a newer position and arrives exactly', () => {
  const motion = createMotion();
  motion.aim(unit({}), 0);
  expect(motion.at(1, 0)).toMatchObject({ lng: 18, isMoving: false });
  motion.aim(unit({ lng: 18.01, timeMs: 5_000 }), 10_000);
  expect(motion.at(1, 10_000)!.lng).toBe(18);
  expect(motion.at(1, 10_500)!.lng).toBeCloseTo(18.005, 6);
  expect(motion.at(1, 60_000)).toMatchObject({ lng: 18.01, isMoving: false });
});

test('MAP-023: positions of the same instant never move it backwards', () => {
  const motion = createMotion();
  motion.aim(unit({}), 0);
  motion.aim(unit({ lng: 18.01, timeMs: 5_000 }), 5_000);
  let last = 0;
  for (let now = 5_000; now < 8_000; now += 50) {
    motion.aim(unit({ lng: 17.99, timeMs: 5_000 }), now);
    const { lng } = motion.at(1, now)!;
    expect(lng).toBeGreaterThanOrEqual(last);
    last = lng;
  }
  expect(last).toBe(18.01);
});

test('MAP-023: a new position in the middle of a glide continues from where the unit is drawn', () => {
  const motion = createMotion();
  motion.aim(unit({}), 0);
  motion.aim(unit({ lng: 18.01, timeMs: 1_000 }), 1_000);
  const before = motion.at(1, 1_400)!.lng;
  motion.aim(unit({ lng: 18.02, timeMs: 2_000 }), 1_400);
  expect(motion.at(1, 1_400)!.lng).toBeCloseTo(before, 9);
});

test('MAP-023: where the system asks for less motion a unit is at its newer position at once', () => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(prefers-reduced-motion: reduce)' }));
  const motion = createMotion();
  motion.aim(unit({}), 0);
  motion.aim(unit({ lng: 18.01, timeMs: 5_000 }), 10_000);
  expect(motion.at(1, 10_000)).toMatchObject({ lng: 18.01, isMoving: false });
});

test('a heading turns the short way round, and a far jump is not flown', () => {
  const motion = createMotion();
  motion.aim(unit({ headingDeg: 350 }), 0);
  motion.aim(unit({ headingDeg: 10, timeMs: 1_000, lng: 18.0001 }), 1_000);
  expect(motion.at(1, 1_250)!.headingDeg).toBeCloseTo(0, 5);
  motion.aim(unit({ lng: 25, timeMs: 2_000 }), 5_000);
  expect(motion.at(1, 5_000)).toMatchObject({ lng: 25, isMoving: false });
});
