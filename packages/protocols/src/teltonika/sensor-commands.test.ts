import { expect, test } from 'vitest';
import { EYE_SENSORS } from './sensor-commands.ts';

test('BLE-004, BLE-005: one text tells the tracker all its sensors, so that what it had before is gone', () => {
  const macs = ['7CD9F4110C40', null, '7CD9F4113346', null];
  expect(EYE_SENSORS.text({ isOn: true, macs })).toBe('setparam 800:1;1101:7CD9F4110C40;1102:;1103:7CD9F4113346;1104:');
  expect(EYE_SENSORS.text({ isOn: false, macs: [] })).toBe('setparam 800:0;1101:;1102:;1103:;1104:');
  // A text message holds no more than 160 characters.
  const full = EYE_SENSORS.text({ isOn: true, macs: ['7CD9F4110C40', '7CD9F4110C41', '7CD9F4110C42', '7CD9F4110C43'] });
  expect(full.length).toBeLessThanOrEqual(160);
});

test('BLE-003: the tracker has done it when it names what it took, and has not when it refuses', () => {
  expect(EYE_SENSORS.judge('Param ID:800 Value:1')).toBe('done');
  expect(EYE_SENSORS.judge('800:1;1101:7CD9F4110C40;')).toBe('done');
  expect(EYE_SENSORS.judge('WARNING: Wrong ID 1101')).toBe('refused');
  expect(EYE_SENSORS.judge('DOUT1:ON Timeout:INFINITY')).toBe('other');
});
