import { columnsOf } from '@spora/telemetry/columns';
import type { RawIo } from '@spora/telemetry/record';
import { syntheticDrive } from '@spora/telemetry/testing-drive';
import { anyIo } from '@spora/telemetry/testing-records';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PROTOCOLS } from '../list.ts';
import type { NamedValues } from './named-values.ts';
import { nameRecord, nameValues, type ModelFamily } from './names.ts';

const FAMILIES = PROTOCOLS.flatMap(({ families }) => families.map(({ name }): ModelFamily => name));
const io = (id: number, width: 1 | 2 | 4, value: number): RawIo => ({ id, width, value });
/** Only what has a value. */
const named = (elements: RawIo[], family: ModelFamily): Partial<NamedValues> =>
  Object.fromEntries(Object.entries(nameValues(elements, family)).filter(([, value]) => value !== undefined));

test('what a car with a basic tracker reports is named and scaled', () => {
  const elements = [
    io(239, 1, 1),
    io(240, 1, 0),
    io(21, 1, 4),
    io(200, 1, 2),
    io(69, 1, 1),
    io(113, 1, 86),
    io(181, 2, 15),
    io(182, 2, 9),
    io(66, 2, 12_345),
    io(67, 2, 4064),
    io(16, 4, 84_211_340),
    io(199, 4, 1200),
    io(250, 1, 1),
  ];
  expect(named(elements, 'A')).toEqual({
    ignition: true,
    movement: false,
    gsmSignal: 4,
    sleepMode: 'deep',
    gnssStatus: 'fix',
    batteryPct: 86,
    pdop: 1.5,
    hdop: 0.9,
    externalVoltageV: 12.345,
    batteryVoltageV: 4.064,
    odometerM: 84_211_340,
    tripOdometerM: 1200,
    tripEvent: 'start',
  });
});

test.each([
  [25, 2, 0xff9c, { A: { temperatureC: [-1] }, B: { engineTemperatureC: -10 }, C: { temperatureC: [-10] } }],
  [252, 1, 1, { A: { unplugged: true }, B: {}, C: { unplugged: true }, FT: { unplugged: true } }],
  [243, 2, 1, { A: { greenDrivingMs: 1 }, B: { idling: true } }],
  [16, 4, 5000, { A: { odometerM: 5000 }, B: { countedMileageM: 5000 }, C: { odometerM: 5000 } }],
  [216, 4, 5000, { A: {}, B: { odometerM: 5000 } }],
  [113, 1, 50, { A: { batteryPct: 50 }, B: {} }],
  [69, 1, 3, { A: { gnssStatus: 'sleep' }, B: {} }],
  [800, 4, 12_345, { A: {}, FT: { externalVoltageV: 12.345 } }],
  [66, 2, 12_345, { A: { externalVoltageV: 12.345 }, B: { externalVoltageV: 12.345 }, FT: {} }],
  [65_001, 2, 53, { A: {}, phone: { accuracyM: 5.3 } }],
] as const)('id %i means what the family says it does', (id, width, value, wanted: Partial<Record<ModelFamily, object>>) => {
  for (const [family, values] of Object.entries(wanted))
    expect(named([io(id, width, value)], family as ModelFamily)).toEqual(values);
});

test.each([2000, 3000, 4000, 32_765, 32_766, 32_767])(
  'a Bluetooth temperature of raw %i is no value, and never a temperature',
  (raw) => {
    expect(nameValues([io(25, 2, raw), io(10_802, 2, raw)], 'A').temperatureC).toEqual([null, null, null]);
  },
);

test.each([850, 2000, 3000, 4000, 5000])('a wired temperature of raw %i is no value', (raw) => {
  expect(nameValues([io(72, 4, raw)], 'A').wiredTemperatureC).toEqual([null]);
});

test('negative temperatures have their sign by the width they came in', () => {
  expect(nameValues([io(72, 4, 0xffff_ff9c)], 'A').wiredTemperatureC).toEqual([-10]);
  expect(nameValues([io(72, 2, 0xff9c)], 'B').wiredTemperatureC).toEqual([-10]);
  expect(nameValues([io(10_801, 2, 0xffff)], 'A').temperatureC).toEqual([null, -0.01]);
});

test('humidity that was not measured is no value', () => {
  expect(nameValues([io(86, 2, 455), io(104, 2, 32_735), io(106, 2, 1001), io(10_807, 1, 255)], 'A').humidityPct).toEqual([
    45.5,
    null,
    null,
    null,
  ]);
});

test('of two sensors in one place the newer kind stands, whichever came first, and a missing one never hides a measured one', () => {
  const ble = io(25, 2, 2150);
  const eye = io(10_800, 2, 2210);
  expect(nameValues([ble, eye], 'A').temperatureC).toEqual([22.1]);
  expect(nameValues([eye, ble], 'A').temperatureC).toEqual([22.1]);
  expect(nameValues([ble, io(10_800, 2, 3000)], 'A').temperatureC).toEqual([21.5]);
});

test('a key of all zeros is no key', () => {
  expect(nameValues([{ id: 78, width: 8, value: 0n }], 'A').iButton).toBeUndefined();
  expect(nameValues([{ id: 78, width: 8, value: 0xab00_0000_0000_0001n }], 'A').iButton).toBe('AB00000000000001');
});

test('alcohol is the upper 14 bits in thousandths; two tenths of a permille is raw 800', () => {
  expect(nameValues([io(285, 2, (200 << 2) | 1)], 'A').alcoholPermille).toBe(0.2);
});

test('a vehicle number of variable length is text without its unprintable bytes', () => {
  const value = new TextEncoder().encode('YV1ABCDE0F1234567\0');
  expect(nameValues([{ id: 256, width: 0, value }], 'A').vin).toBe('YV1ABCDE0F1234567');
});

test('any elements can be named for any family, and from columns the same comes out', () => {
  const [base] = syntheticDrive(1);
  fc.assert(
    fc.property(fc.array(anyIo(), { maxLength: 20 }), fc.constantFrom(...FAMILIES), (elements, family) => {
      const columns = columnsOf([{ ...base!, io: elements }]);
      expect(nameRecord(columns, 0, family)).toEqual(nameValues(elements, family));
    }),
    { numRuns: 500 },
  );
});

test('numbers that are named are finite and lists have no holes', () => {
  const common = fc.constantFrom(25, 28, 66, 67, 72, 75, 113, 181, 182, 285, 10_800, 10_803, 10_807, 10_824, 800, 86);
  const elements = fc.array(
    fc
      .tuple(common, fc.constantFrom(1 as const, 2 as const, 4 as const), fc.nat(0x7fff_ffff))
      .map(([id, width, value]) => io(id, width, value % 256 ** width)),
  );
  fc.assert(
    fc.property(elements, fc.constantFrom(...FAMILIES), (list, family) => {
      for (const value of Object.values(nameValues(list, family)) as unknown[]) {
        for (const one of Array.isArray(value) ? value : [value]) {
          if (typeof one === 'number') expect(Number.isFinite(one)).toBe(true);
          else expect(one === undefined || one === null || typeof one !== 'object').toBe(true);
        }
      }
    }),
  );
});

test('a family that no protocol has names nothing and throws nothing', () => {
  const [base] = syntheticDrive(1);
  const elements = [io(239, 1, 1), io(66, 2, 12_345)];
  for (const family of ['?', 'constructor', '__proto__'] as unknown as ModelFamily[]) {
    expect(named(elements, family)).toEqual({});
    expect(nameRecord(columnsOf([{ ...base!, io: elements }]), 0, family)).toEqual(nameValues([], 'A'));
  }
});
