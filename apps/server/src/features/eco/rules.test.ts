import { bandOf, ECO_DEFAULTS, per100Km, sharePercent } from '@spora/contract/eco/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classOf, distributionOf, type EcoPart, familyUnitOf, lostOf, readSettings, scoreOf } from './rules.ts';

const DRIVEN: EcoPart = {
  trips: 4,
  distanceM: 100_000,
  judgedM: 100_000,
  drivingS: 6000,
  acceleration: 0,
  braking: 0,
  cornering: 0,
  speeding: 0,
  idling: 0,
  idleS: 0,
  engineS: 6000,
  speedingS: 0,
  weights: ECO_DEFAULTS.weights,
};

test('REP-013: a calm driver scores 100; each harsh event per 100 km costs its weight, each percent of idling and speeding one point', () => {
  expect(scoreOf([DRIVEN])).toBe(100);
  expect(scoreOf([{ ...DRIVEN, acceleration: 3, braking: 2, cornering: 1 }])).toBe(100 - 3 - 8 - 2);
  expect(scoreOf([{ ...DRIVEN, braking: 2, distanceM: 200_000, judgedM: 200_000 }])).toBe(96);
  expect(scoreOf([{ ...DRIVEN, idleS: 600 }])).toBe(90);
  expect(scoreOf([{ ...DRIVEN, idleS: 1500, engineS: 7500 }]), 'of the time that the engine was on').toBe(80);
  expect(scoreOf([DRIVEN, { ...DRIVEN, idleS: 1500, engineS: 0 }]), 'of units that tell it').toBe(75);
  expect(scoreOf([{ ...DRIVEN, speedingS: 300 }])).toBe(95);
  expect(scoreOf([{ ...DRIVEN, braking: 80 }])).toBe(0);
});

test('REP-013: what the points are lost for adds up to what is missing to 100', () => {
  const lost = lostOf([{ ...DRIVEN, acceleration: 3, braking: 2, cornering: 1, idleS: 600, speedingS: 300 }]);
  expect(lost).toEqual({ acceleration: 3, braking: 8, cornering: 2, speeding: 5, idling: 10 });
  expect(lostOf([{ ...DRIVEN, judgedM: 0 }])).toBeNull();
});

test('REP-013: a boat that idles all day makes no car look as if it idled less', () => {
  const car = { ...DRIVEN, idleS: 600 };
  const boat = { ...DRIVEN, judgedM: 0, drivingS: 100_000, engineS: 100_000, speedingS: 100_000 };
  expect(scoreOf([car, boat])).toBe(scoreOf([car]));
});

test('REP-013: less than 10 km of which harsh driving can be told has no score', () => {
  expect(scoreOf([{ ...DRIVEN, distanceM: 9999, judgedM: 9999 }])).toBeNull();
  expect(scoreOf([{ ...DRIVEN, judgedM: 0 }])).toBeNull();
  expect(scoreOf([])).toBeNull();
  expect(scoreOf([6, 4].map((km) => ({ ...DRIVEN, distanceM: km * 1000, judgedM: km * 1000 })))).toBe(100);
});

test('REP-013: events count by the weights of their own time', () => {
  const heavier = { ...ECO_DEFAULTS.weights, braking: 10 };
  const part = { ...DRIVEN, braking: 2 };
  expect(scoreOf([part, { ...part, weights: heavier }])).toBe(100 - (8 + 20) / 2);
});

const anyPart = fc.record({
  trips: fc.nat(100),
  distanceM: fc.nat(1_000_000),
  judgedM: fc.nat(1_000_000),
  drivingS: fc.nat(100_000),
  acceleration: fc.nat(50),
  braking: fc.nat(50),
  cornering: fc.nat(50),
  speeding: fc.nat(50),
  idling: fc.nat(50),
  idleS: fc.nat(200_000),
  engineS: fc.nat(100_000),
  speedingS: fc.nat(200_000),
  weights: fc.constant(ECO_DEFAULTS.weights),
});

test('REP-013: a score is a whole number from 0 to 100, no matter how the driving is parted, and worse driving never scores better', () => {
  fc.assert(
    fc.property(fc.array(anyPart, { minLength: 1, maxLength: 6 }), (parts) => {
      const score = scoreOf(parts);
      expect(scoreOf(parts.toReversed())).toBe(score);
      if (score === null) return;
      expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
      const worse = parts.map((part, i) => (i === 0 ? { ...part, braking: part.braking + 1 } : part));
      expect(scoreOf(worse)).toBeLessThanOrEqual(score);
    }),
  );
});

test('REP-013: thresholds go by the type of vehicle that people wrote, in any of their languages', () => {
  expect(
    ['Personbil', null, '', 'Volvo V60', 'Van', 'Skåpbil', 'Varebil', 'Lätt lastbil', 'Light goods vehicle'].map(classOf),
  ).toEqual(['car', 'car', 'car', 'car', 'van', 'van', 'van', 'van', 'van']);
  expect(['Lastbil', 'Tung lastbil', 'Lastebil', 'HGV', 'Truck', 'Buss', 'Minibuss', 'Bus'].map(classOf)).toEqual([
    ...['truck', 'truck', 'truck', 'truck', 'truck'],
    ...['bus', 'bus', 'bus'],
  ]);
});

test('REP-013: bands, shares and the spread of scores', () => {
  expect([0, 40, 41, 80, 81, 100].map(bandOf)).toEqual(['low', 'low', 'middle', 'middle', 'high', 'high']);
  expect([per100Km(3, 150_000), per100Km(1, 0), sharePercent(30, 120), sharePercent(5, 0), sharePercent(9, 4)]).toEqual([
    2,
    null,
    25,
    null,
    100,
  ]);
  expect(distributionOf([0, 10, 11, 80, 81, 90, 91, 100, null])).toEqual([2, 1, 0, 0, 0, 0, 0, 1, 2, 2]);
});

test('REP-013: stored settings that cannot be read give way to the usual ones', () => {
  expect(readSettings({ thresholds: {} })).toEqual(ECO_DEFAULTS);
  const own = { ...ECO_DEFAULTS, value_units: { ...ECO_DEFAULTS.value_units, B: 'ms2' } };
  expect(familyUnitOf(readSettings(own), 'B')).toBe('ms2');
  expect([familyUnitOf(readSettings(own), 'phone'), familyUnitOf(ECO_DEFAULTS, null)]).toEqual(['g', 'g']);
});
