import type { SensorSettings } from '@spora/contract/sensors/endpoints';
import type { NamedValues } from '@spora/protocols/avl/named-values';
import { expect, test } from 'vitest';
import {
  copySensors,
  hear,
  heardIn,
  isDoorOpen,
  joinedStretches,
  NEW_SENSOR,
  nothingHeard,
  type SensorEffect,
  type UnitSensors,
} from './rules.ts';

const T0 = Date.UTC(2026, 10, 20, 8);
const MIN = 60_000;
const MONITORED: SensorSettings = { ...NEW_SENSOR, temperature_low_c: 2, temperature_high_c: 8, outside_min: 20 };

const paired = (settings = MONITORED, over: { fromMs?: number; toMs?: number; off?: UnitSensors['off'] } = {}): UnitSensors => ({
  off: over.off ?? [],
  pairings: [
    { sensorId: 7, slot: 1, fromMs: over.fromMs ?? 0, toMs: over.toMs ?? Infinity, settings: [{ fromMs: 0, settings }] },
  ],
});

type Told = NamedValues & { readonly min: number };
const degrees = (min: number, temperature: number): Told => ({ min, temperatureC: [null, temperature] });
const door = (min: number, magnet: number): Told => ({ min, magnet: [null, magnet] });

function told(records: readonly Told[], dated: UnitSensors | undefined = paired()): SensorEffect[] {
  const effects: SensorEffect[] = [];
  let state = nothingHeard();
  for (const { min, ...values } of records) {
    state = copySensors(state);
    hear(state, T0 + min * MIN, values, dated, (effect) => effects.push(effect));
  }
  return effects;
}
/** `began temperature 20 9.5 8`: what, after so many minutes, value and limit. */
const alarms = (effects: readonly SensorEffect[]): string[] =>
  effects.flatMap((effect) =>
    'condition' in effect
      ? [
          [effect.is, effect.condition.kind, (effect.condition.atMs - T0) / MIN, effect.condition.value, effect.condition.limit]
            .filter((part) => part !== null)
            .join(' '),
        ]
      : [],
  );

test('BLE-015, ALARM-030: a value outside its limits is an alarm when it has lasted, told with the furthest, until it is within again', () => {
  const fridge = [
    degrees(0, 5),
    degrees(10, 9),
    degrees(20, 9.5),
    degrees(29, 9),
    degrees(30, 9),
    degrees(40, 8),
    degrees(50, 5),
  ];
  expect(alarms(told(fridge))).toEqual(['began temperature 30 9.5 8', 'ended temperature 40 9.5 8']);
  // Opened and shut.
  expect(alarms(told([degrees(0, 9), degrees(19, 9), degrees(20, 6), degrees(21, 9), degrees(40, 9)]))).toEqual([]);
  expect(alarms(told([degrees(0, 1), degrees(20, 1.5)]))).toEqual(['began temperature 20 1 2']);
  expect(alarms(told([degrees(0, 9)], paired({ ...MONITORED, outside_min: 0 })))).toEqual(['began temperature 0 9 8']);
  expect(alarms(told(fridge, paired(NEW_SENSOR)))).toEqual([]);
});

test('BLE-015: an alarm that lasts is raised again after its interval, and once without one', () => {
  const hot = Array.from({ length: 30 }, (_, hour) => degrees(hour * 60, 12));
  expect(alarms(told(hot))).toEqual(['began temperature 60 12 8']);
  expect(alarms(told(hot, paired({ ...MONITORED, realarm_hours: 24 })))).toEqual([
    'began temperature 60 12 8',
    'again temperature 1500 12 8',
  ]);
});

test('BLE-015: a door is open by its magnet, whichever way round it was mounted, and an alarm when it stays open', () => {
  expect([isDoorOpen(NEW_SENSOR, true), isDoorOpen({ magnet_means: 'open' }, true), isDoorOpen(NEW_SENSOR, null)]).toEqual([
    false,
    true,
    null,
  ]);
  const watched = paired({ ...NEW_SENSOR, door_alarm: true, door_delay_min: 5 });
  const records = [door(0, 1), door(1, 0), door(3, 1), door(10, 0), door(14, 0), door(15, 0), door(16, 1)];
  expect(alarms(told(records, watched))).toEqual(['began door 15', 'ended door 16']);
  expect(alarms(told(records))).toEqual([]);
  const other = paired({ ...NEW_SENSOR, door_alarm: true, door_delay_min: 0, magnet_means: 'open' });
  expect(alarms(told(records, other))[0]).toBe('began door 0');
});

test('BLE-003, FEAT-001: before it is paired, after it is unpaired and while the feature is off a sensor tells nothing', () => {
  const records = [degrees(0, 5), degrees(10, 6), degrees(20, 7)];
  const minutes = (dated?: UnitSensors) =>
    told(records, dated).flatMap((effect) => (effect.is === 'reading' ? [(effect.reading.atMs - T0) / MIN] : []));
  expect(minutes(paired())).toEqual([0, 10, 20]);
  expect(minutes(paired(MONITORED, { fromMs: T0 + 5 * MIN }))).toEqual([10, 20]);
  expect(minutes(paired(MONITORED, { toMs: T0 + 15 * MIN }))).toEqual([0, 10]);
  expect(minutes(paired(MONITORED, { off: [{ fromMs: T0 + 5 * MIN, toMs: T0 + 15 * MIN }] }))).toEqual([0, 20]);
  expect(told(records, { off: [], pairings: [] })).toEqual([]);
  // What was under way as it was unpaired is over.
  const hot = [degrees(0, 12), degrees(20, 12), degrees(40, 12)];
  expect(alarms(told(hot, paired(MONITORED, { toMs: T0 + 30 * MIN })))).toEqual([
    'began temperature 20 12 8',
    'ended temperature 40 12 8',
  ]);
});

test('BLE-016: at most one value a minute is kept, and each turn of a door; the figures of a day are of all that was told', () => {
  const often = Array.from({ length: 120 }, (_, i) => degrees(i / 2, 4 + (i % 2)));
  const effects = told([...often, degrees(24 * 60, 5)]);
  expect(effects.filter(({ is }) => is === 'reading')).toHaveLength(61);
  const day = effects.find((effect) => effect.is === 'day');
  expect(day).toMatchObject({ day: { sensorId: 7, temperature: { n: 120, sum: 540, min: 4, max: 5 }, humidity: { n: 0 } } });
  const turns = told([door(0, 1), door(0.1, 1), door(0.2, 0), door(0.3, 1)]);
  expect(turns.flatMap((effect) => (effect.is === 'reading' ? [effect.reading.magnet] : []))).toEqual([true, false, true]);
});

test('BLE-016, TRIP-032: a value counts until the next one, at most 90 minutes, and for the day on which it was told alone', () => {
  const days = (records: readonly Told[]) =>
    [
      ...new Map(
        told(records).flatMap((effect) => (effect.is === 'day' ? [[effect.day.day, effect.day] as const] : [])),
      ).values(),
    ].map(({ temperature, humidity }) => [temperature.heldS / 60, temperature.heldSum / 60, humidity.heldS / 60]);
  const NEXT = 16 * 60;
  // Twice within a minute: the first is kept, and holds.
  const evening = [degrees(0, 5), degrees(0.5, 7), degrees(10, 6), degrees(300, 4), degrees(NEXT - 10, 7)];
  const later = degrees(2 * 24 * 60, 5);
  expect(days([...evening, degrees(NEXT + 20, 3), later])).toEqual([
    [10 + 90 + 90 + 10, 50 + 540 + 360 + 70, 0],
    [90, 270, 0],
  ]);
  // What is told past midnight says first of the door alone.
  expect(days([...evening, { ...door(NEXT + 5, 1) }, degrees(NEXT + 20, 3), later])[0]).toEqual([200, 1020, 0]);
  // TRIP-032: whenever the next day something is heard first, this one's figures are the same.
  expect(days([...evening, degrees(NEXT + 3, 3), later])[0]).toEqual([200, 1020, 0]);
});

test('BLE-016: a value that swings about its limit lies beyond it once, not a dozen times', () => {
  const beyond = (second: number, lasted_s: number, furthest: number) => ({
    from: new Date(T0 + second * 1000),
    lasted_s,
    furthest,
  });
  const swings = [beyond(0, 20, 8.1), beyond(50, 10, 8.4), beyond(120, 300, 8.2), beyond(481, 5, 8.1)];
  expect(joinedStretches(swings, 'above')).toEqual([beyond(0, 420, 8.4), beyond(481, 5, 8.1)]);
  expect(joinedStretches([beyond(0, 20, 1.9), beyond(50, 10, 1.5)], 'below')).toEqual([beyond(0, 60, 1.5)]);
});

test('BLE-015, BLE-016: the highest that an alarm tells is among the readings that are kept, though it came between two of them', () => {
  const records = [
    degrees(0, 9),
    degrees(0.3, 9.4),
    degrees(0.5, 9.2),
    degrees(1, 9.1),
    degrees(30.2, 11.8),
    degrees(30.5, 11.6),
  ];
  const effects = told([...records.slice(0, 4), degrees(30, 11), ...records.slice(4), degrees(40, 7)]);
  const kept = effects.flatMap((effect) => (effect.is === 'reading' ? [effect.reading.temperatureC] : []));
  expect(alarms(effects)).toEqual(['began temperature 30 11 8', 'ended temperature 40 11.8 8']);
  // What is less far beyond the limit, between two readings, is not kept.
  expect(kept).toEqual([9, 9.4, 11, 11.8, 7]);
});

test('BLE-016: the readings at which a value passes its limit and comes back are kept, so that a chart tells the length of an alarm', () => {
  const effects = told([degrees(0, 6), degrees(0.5, 9), degrees(30, 9), degrees(30.5, 6), degrees(30.8, 5.8)]);
  const kept = effects.flatMap((effect) => (effect.is === 'reading' ? [(effect.reading.atMs - T0) / MIN] : []));
  expect(alarms(effects)).toEqual(['began temperature 30 9 8', 'ended temperature 30.5 9 8']);
  expect(kept).toEqual([0, 0.5, 30, 30.5]);
});

test('BLE-012: what a record says is of the sensor in its place, and a missing value is none', () => {
  const values: NamedValues = {
    temperatureC: [4, null],
    humidityPct: [null, 50],
    sensorBatteryV: [2.9],
    sensorMovement: [null, null, 0],
  };
  expect(heardIn(values, 0)).toMatchObject({ temperatureC: 4, humidityPct: null, batteryV: 2.9 });
  expect(heardIn(values, 1)).toMatchObject({ temperatureC: null, humidityPct: 50 });
  // A tag moves or stands, and measures nothing.
  expect(heardIn(values, 2)).toMatchObject({ temperatureC: null, magnet: null });
  expect(heardIn(values, 3)).toBeNull();
});

test('BLE-019: a tag that a tracker lists by itself was there, once a minute, while it is registered; by MAC address and by Eddystone', () => {
  const dated: UnitSensors = {
    off: [],
    pairings: [],
    tags: [
      { sensorId: 4, mac: '7CD9F4010C40', fromMs: T0, toMs: T0 + 10 * MIN },
      { sensorId: 5, mac: '7CD9F4010C41', fromMs: 0, toMs: Infinity },
    ],
  };
  const heard = (min: number, ...beacons: string[]): Told => ({ min, beacons });
  const readings = (records: readonly Told[], of = dated) =>
    told(records, of).flatMap((effect) =>
      effect.is === 'reading' ? [[effect.reading.sensorId, (effect.reading.atMs - T0) / MIN]] : [],
    );
  expect(
    readings([
      heard(-1, '7CD9F4010C40'),
      heard(0, '7CD9F4010C40', '000000000000000000007CD9F4010C41', '7CD9F4010CFF'),
      heard(0.5, '7CD9F4010C40'),
      heard(1, '7CD9F4010C40', '4B5C049F515341FCA950D2C264414E1000050006'),
      heard(10, '7CD9F4010C40'),
    ]),
  ).toEqual([
    [4, 0],
    [5, 0],
    [4, 1],
  ]);
  const off = [{ fromMs: 0, toMs: Infinity }];
  expect(readings([heard(0, '7CD9F4010C40')], { ...dated, off }), 'FEAT-001').toEqual([]);
  const pairings = [{ sensorId: 4, slot: 0, fromMs: 0, toMs: Infinity, settings: [] }];
  expect(readings([heard(0, '7CD9F4010C40')], { ...dated, pairings }), 'told by its place').toEqual([]);
});
