import { addMonths, daysBetween } from '@spora/calendar/days';
import { describe, expect, test } from 'vitest';
import { judge, type Meters, NO_METERS, periodsOf, type PlanFacts, usePerDay } from './rules.ts';

const TODAY = '2026-11-22';
const plan = (over: Partial<PlanFacts> = {}): PlanFacts => ({
  intervalKm: null,
  intervalHours: null,
  intervalMonths: null,
  lastDoneOn: '2026-05-22',
  lastDoneM: 100_000_000,
  lastDoneS: 3_600_000,
  doneOn: null,
  warnKm: 1000,
  warnHours: 25,
  warnDays: 30,
  ...over,
});
const meters = (over: Partial<Meters> = {}): Meters => ({ ...NO_METERS, ...over });
const atKm = (km: number, perDay: number | null = null) =>
  meters({ odometerM: km * 1000, mPerDay: perDay === null ? null : perDay * 1000 });

describe('SRV-003: a plan by distance', () => {
  const service = plan({ intervalKm: 15_000 });
  test.each([
    [110_000, 'ok'],
    [113_999, 'ok'],
    [114_000, 'due-soon'],
    [115_000, 'due-soon'],
    [115_001, 'overdue'],
  ] as const)('at %i km of 115,000 it is %s', (km, state) => {
    expect(judge(service, atKm(km), TODAY).state).toBe(state);
  });

  test('is expected when the distance that is left has been driven at the average of a day', () => {
    expect(judge(service, atKm(110_000, 100), TODAY)).toMatchObject({ remainingM: 5_000_000, forecastOn: '2027-01-11' });
    expect(judge(service, atKm(116_000, 100), TODAY)).toMatchObject({ remainingM: -1_000_000, forecastOn: TODAY });
  });

  test('has no date while nobody drives, and none a lifetime away', () => {
    expect(judge(service, atKm(110_000, 0), TODAY).forecastOn).toBeNull();
    expect(judge(service, atKm(110_000, 0.01), TODAY).forecastOn).toBeNull();
  });

  test('says that the odometer is missing instead of guessing', () => {
    expect(judge(service, NO_METERS, TODAY)).toMatchObject({ state: 'ok', missing: ['km'], remainingM: null, forecastOn: null });
  });
});

test('SRV-002: whichever of distance, hours and months comes first decides the state and the date', () => {
  const all = plan({ intervalKm: 15_000, intervalHours: 500, intervalMonths: 12 });
  const far = meters({ odometerM: 101_000_000, mPerDay: 10_000, hoursS: 3_700_000, sPerDay: 3600 });
  expect(judge(all, far, TODAY)).toMatchObject({ state: 'ok', dueOn: '2027-05-22', forecastOn: '2027-05-22' });
  expect(judge(all, { ...far, hoursS: 3_600_000 + 490 * 3600 }, TODAY)).toMatchObject({
    state: 'due-soon',
    remainingS: 36_000,
    forecastOn: '2026-12-02',
  });
  expect(judge({ ...all, lastDoneOn: '2025-11-21' }, far, TODAY)).toMatchObject({ state: 'overdue', remainingDays: -1 });
});

test('SRV-002: warnings come as far ahead as the plan says', () => {
  const inspection = plan({ intervalMonths: 7 });
  expect(judge(inspection, NO_METERS, '2026-11-21')).toMatchObject({ state: 'ok', remainingDays: 31 });
  expect(judge(inspection, NO_METERS, TODAY)).toMatchObject({ state: 'due-soon', remainingDays: 30 });
  expect(judge({ ...inspection, warnDays: 0 }, NO_METERS, TODAY).state).toBe('ok');
  expect(judge(inspection, NO_METERS, '2026-12-22').state, 'on the day itself it is not late').toBe('due-soon');
  expect(judge(inspection, NO_METERS, '2026-12-23').state).toBe('overdue');
});

test('SRV-003: what does not repeat is done once it was done, and has no date any more', () => {
  expect(judge(plan({ intervalMonths: 1, doneOn: '2026-06-01' }), NO_METERS, TODAY)).toMatchObject({
    state: 'done',
    forecastOn: null,
  });
});

test('months end where the month ends', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2027-11-30', 3)).toBe('2028-02-29');
  expect(addMonths('2026-12-15', 14)).toBe('2028-02-15');
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
});

test('SRV-003: the average is of 90 days, of fewer while the unit is newer, and of none in its first week', () => {
  expect(usePerDay(9000, '2020-01-01', TODAY)).toBe(100);
  expect(usePerDay(1000, '2026-11-12', TODAY)).toBe(100);
  expect(usePerDay(1000, '2026-11-16', TODAY)).toBeNull();
  expect(usePerDay(0, null, TODAY)).toBeNull();
});

test('UNIT-016: a unit has the shortest period of its plans, and none of what is done', () => {
  const facts = { intervalKm: null, intervalMonths: null, doneOn: null };
  expect(
    periodsOf([
      { ...facts, kind: 'service', intervalKm: 30_000, intervalMonths: 12 },
      { ...facts, kind: 'service', intervalKm: 15_000 },
      { ...facts, kind: 'inspection', intervalMonths: 14 },
      { ...facts, kind: 'inspection', intervalMonths: 2, doneOn: TODAY },
      { ...facts, kind: 'other', intervalKm: 10, intervalMonths: 1 },
    ]),
  ).toEqual({ inspection_period_months: 14, service_interval_km: 15_000 });
});
