import { NO_DAYS_OFF, readDaysOff } from '../../../core/people/days-off.ts';
import type { NamedValues } from '@spora/protocols/avl/named-values';
import { expect, test } from 'vitest';
import {
  copyWatch,
  nothingWatched,
  offKinds,
  TOWED_M,
  USUAL_WATCH,
  watch,
  type WatchEffect,
  type WatchSettings,
  type WatchState,
} from './rules.ts';

const LAT_E7_PER_M = 1e7 / 111_195;
const START = Date.UTC(2026, 2, 10, 8);

interface Told extends NamedValues {
  /** Minutes since the start. */
  readonly min: number;
  /** Metres north of where it began; absent where the position is not to be believed. */
  readonly north?: number;
  readonly kmh?: number;
}

/** What records make known, as `kind subject` with the minutes of its beginning and its end. */
function told(records: readonly Told[], settings: Partial<WatchSettings> = {}, state: WatchState = nothingWatched()): string[] {
  const effects: WatchEffect[] = [];
  let at: { latE7: number; lonE7: number } | null = null;
  for (const { min, north, kmh = 0, ...values } of records) {
    const place = north === undefined ? null : { latE7: 593_000_000 + Math.round(north * LAT_E7_PER_M), lonE7: 180_000_000 };
    at = place ?? at;
    const fix = place && { ...place, speedKmh: kmh };
    watch(
      state,
      { timeMs: START + min * 60_000, values, fix, at, isDriven: fix !== null && fix.speedKmh > 0 },
      { ...USUAL_WATCH, ...settings },
      (effect) => effects.push(effect),
    );
  }
  const minute = (ms: number | null): string => (ms === null ? '' : String((ms - START) / 60_000));
  return effects.map(({ is, condition: { kind, subject, beganMs, endedMs } }) =>
    [is, subject ? `${kind} ${subject}` : kind, minute(beganMs), minute(endedMs)].filter((part) => part !== '').join(' '),
  );
}

test('ALARM-030: power cut, jamming and panic begin and end as the tracker says, each once', () => {
  expect(
    told([
      { min: 0, unplugged: false, jamming: false, alarm: false },
      { min: 1, unplugged: true, jamming: true },
      { min: 2, unplugged: true, alarm: true },
      { min: 3, jamming: false },
      { min: 4, unplugged: false, alarm: false },
    ]),
  ).toEqual([
    'began jamming 1',
    'began power-cut 1',
    'began panic 2',
    'ended jamming 1 3',
    'ended power-cut 1 4',
    'ended panic 2 4',
  ]);
});

test('ALARM-030: without a word of it, a cable that carried a vehicle battery and carries nothing any more is a power cut', () => {
  expect(
    told([
      { min: 0, externalVoltageV: 0 },
      { min: 1, externalVoltageV: 0.2 },
    ]),
  ).toEqual([]);
  expect(
    told([
      { min: 0, externalVoltageV: 12.6 },
      { min: 1, externalVoltageV: 0.1 },
      { min: 2, externalVoltageV: 4.5 },
      { min: 3, externalVoltageV: 12.5 },
    ]),
  ).toEqual(['began power-cut 1', 'ended power-cut 1 3']);
});

test('ALARM-030: a unit that is moved with its ignition off is towed, by two positions in a row, until it stands again', () => {
  const off = { ignition: false };
  const records: Told[] = [
    { min: 0, north: 0, ignition: true },
    { min: 1, north: 0, ...off },
    { min: 2, north: TOWED_M - 10, ...off },
    { min: 3, north: 900, ...off },
    { min: 4, north: 1800, ...off },
    { min: 5, north: 2700, ...off },
    { min: 20, north: 2700, ...off },
    { min: 21, north: 2705, ...off },
  ];
  expect(told(records)).toEqual(['began towing 3', 'ended towing 3 5']);
  // One position far off may be wrong, and whoever starts the engine tows nothing.
  expect(told([...records.slice(0, 4), { min: 4, north: 5, ...off }])).toEqual([]);
  expect(told(records.map((record) => ({ ...record, ignition: true })))).toEqual([]);
  // A unit that has never told of an ignition may move as it likes.
  expect(told(records.map(({ ignition: _, ...record }) => record))).toEqual([]);
  // It stands somewhere else now, and is watched there.
  expect(told([...records, { min: 30, north: 3500, ...off }, { min: 31, north: 4000, ...off }]).slice(2)).toEqual([
    'began towing 30',
  ]);
  expect(told([{ min: 0, towing: true, ...off }])).toEqual(['began towing 0']);
});

test('ALARM-030: being moved without ignition is over when it stands, not at the next position that lies a little further from where it still drove', () => {
  const off = { ignition: false };
  const drive = [0, 1, 2, 3].map((min) => ({ min, north: min * 600, kmh: 36, ...off }));
  // It drives 49 m further and stands there; positions of a parked unit scatter by some metres.
  const stands = [4, 5, 15, 25].map((min) => ({ min, north: 1849 + (min === 15 ? 3 : 0), ...off }));
  expect(told([{ min: -5, north: 0, ...off }, ...drive, ...stands])).toEqual(['began towing 1', 'ended towing 1 4']);
});

test('UNIT-018: over-speed is told when it has lasted 20 s, and not across a silence', () => {
  const fast = (min: number, kmh: number): Told => ({ min, kmh, north: min * 2000 });
  const limit = { speedLimitKmh: 90 };
  expect(told([fast(0, 91), fast(0.25, 95), fast(0.5, 97), fast(1, 90)], limit)).toEqual([
    'began over-speed 0',
    'ended over-speed 0 1',
  ]);
  expect(told([fast(0, 91), fast(0.25, 95), fast(0.3, 80)], limit)).toEqual([]);
  expect(told([fast(0, 91), fast(30, 95)], limit)).toEqual([]);
  expect(told([fast(0, 150), fast(1, 150)])).toEqual([]);
});

test('CONST-010, ALARM-031: alcohol from 0.2 per mille on, once for each measurement that reaches it', () => {
  const blow = (min: number, alcoholPermille: number) => ({ min, alcoholPermille });
  expect(told([blow(0, 0.19), blow(1, 0.2), blow(2, 0.5), blow(3, 0), blow(4, 0.3)])).toEqual([
    'began alcohol 1 1',
    'began alcohol 4 4',
  ]);
});

test('UNIT-027, ALARM-030: low voltage by the system and its 3 %, when it has lasted ten minutes; a starter is none', () => {
  const volts = (min: number, externalVoltageV: number, ignition = false): Told => ({ min, externalVoltageV, ignition });
  expect(told([volts(0, 12.6), volts(1, 9.5), volts(2, 12.4)])).toEqual([]);
  expect(told([volts(0, 11.4), volts(5, 11.3), volts(10, 11.2), volts(12, 11.8), volts(20, 12.2)])).toEqual([
    'began low-voltage 0',
    'ended low-voltage 0 20',
  ]);
  // A lorry, as its charging has shown.
  expect(told([volts(0, 27.4, true), volts(60, 16), volts(80, 15.9)])).toEqual(['began low-voltage 60']);
  expect(told([volts(0, 11.6), volts(20, 11.6)], { thresholdsV: { '12': 12.2, '24': 24, 'built-in': 3.6 } })).toEqual([
    'began low-voltage 0',
  ]);
});

test('ALARM-030: a built-in battery is low below 20 % until it is charged', () => {
  expect(
    told([
      { min: 0, batteryPct: 21 },
      { min: 1, batteryPct: 19 },
      { min: 2, batteryPct: 25 },
      { min: 3, batteryPct: 25, charging: true },
    ]),
  ).toEqual(['began low-battery 1', 'ended low-battery 1 3']);
});

test('OUT-007: inputs by what they mean, which level is active, and after their delay', () => {
  const inputs = [
    { number: 2, kind: 'door', activeHigh: true, delayS: 60 },
    { number: 3, kind: 'panic', activeHigh: false, delayS: 0 },
  ] as const;
  expect(
    told(
      [
        { min: 0, input2: false, input3: true },
        { min: 1, input2: true, input3: false },
        { min: 1.5, input2: true, input3: true },
        { min: 2, input2: true },
        { min: 3, input2: false },
        { min: 4, input2: true },
        { min: 4.5, input2: false },
      ],
      { inputs },
    ),
  ).toEqual(['began panic 3 1', 'ended panic 3 1 1.5', 'began door 2 1', 'ended door 2 1 3']);
});

test('ALARM-042: what is switched off begins no more, and what lasts ends', () => {
  const state = nothingWatched();
  expect(told([{ min: 0, jamming: true }], {}, state)).toEqual(['began jamming 0']);
  const off = offKinds({ jamming: false });
  expect(
    told(
      [
        { min: 1, jamming: true },
        { min: 2, jamming: true },
      ],
      { off },
      state,
    ),
  ).toEqual(['ended jamming 0 1']);
  expect(offKinds({ 'over-use': true })).not.toContain('over-use');
  expect(offKinds(null)).toContain('over-use');
});

test('a copy of a state shares nothing that is changed', () => {
  const state = nothingWatched();
  told([{ min: 0, jamming: true, alcoholPermille: 0.3 }], {}, state);
  const before = JSON.stringify(state);
  told([{ min: 1, jamming: false, alcoholPermille: 0.9 }], {}, copyWatch(state));
  expect(JSON.stringify(state)).toBe(before);
});

test('ALARM-030: a unit that is driven outside its working hours is told of once for each drive, where somebody wants to know', () => {
  // The start is a Tuesday, 09:00 in Stockholm.
  const week = { timeZone: 'Europe/Stockholm', intervals: [{ weekdays: [2], fromMin: 9 * 60, toMin: 10 * 60 }] };
  const hours = { week, daysOff: NO_DAYS_OFF };
  const drive: Told[] = [0, 30, 59, 60, 61, 62, 75].map((min) => ({ min, north: min * 500, kmh: 30, ignition: true }));
  const records = [...drive, { min: 80, north: 40_000, ignition: true }, { min: 81, north: 40_100, kmh: 10, ignition: true }];
  expect(told(records, { hours })).toEqual([]);
  expect(told(records, { hours, off: offKinds({ 'over-use': true }) })).toEqual(['began over-use 60', 'ended over-use 60 80']);
  expect(told(records, { hours: null, off: offKinds({ 'over-use': true }) })).toEqual([]);
  // TRIP-036: a day off has no working hours.
  const daysOff = readDaysOff('SE', [{ day: '2026-03-10', fromMs: -Infinity, isOff: true }]);
  expect(told(drive.slice(0, 2), { hours: { week, daysOff }, off: offKinds({ 'over-use': true }) })).toEqual([
    'began over-use 0',
  ]);
});
