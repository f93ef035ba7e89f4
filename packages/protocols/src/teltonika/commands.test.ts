import { expect, test } from 'vitest';
import { COMMANDS_OF_A, COMMANDS_OF_FT } from './commands.ts';

const outputs = COMMANDS_OF_A.outputs!;
const eco = COMMANDS_OF_A.eco!;
const order = { output: 1, isOn: true, pulseS: null, mostKmh: null };

test("OUT-001, CONST-007: the text of a switch is the vendor's, for each of three outputs, with pulse and speed only where wished", () => {
  expect(outputs.text(order)).toBe('setdigout 1');
  expect(outputs.text({ ...order, output: 3, isOn: false })).toBe('setdigout ??0');
  expect(outputs.text({ ...order, output: 2, pulseS: 10 })).toBe('setdigout ?1 ? 10');
  expect(outputs.text({ ...order, mostKmh: 5 })).toBe('setdigout 1 ? 5');
  expect(outputs.text({ ...order, output: 2, pulseS: 10, mostKmh: 5 })).toBe('setdigout ?1 ? 10 ? 5');
});

test('UNIT-030: thresholds become the parameters of the family, within the length of a command; switched off, none are judged', () => {
  const thresholds = { isOn: true, acceleration: 2.5, braking: 2.7, cornering: 3.4, maxSpeedKmh: 90 };
  expect(eco.text(thresholds)).toBe('setparam 11000:1;11004:2.5;11005:2.7;11006:3.4;11100:1;11104:90');
  expect(eco.text({ ...thresholds, isOn: false })).toBe('setparam 11000:0;11004:2.5;11005:2.7;11006:3.4;11100:0');
});

test.each([
  ['DOUT1:ON Timeout:INFINITY', 'done'],
  ['DOUT1:ON Timeout:10s Speed threshold:5km/h', 'done'],
  ['DOUT1:ON Timeout:INFINITY Speed threshold:5km/h Speed is above threshold, queued', 'queued'],
  ['DOUT1:OFF Timeout:INFINITY', 'other'],
  ['DOUT1:IGNORED DOUT2:ON Timeout:INFINITY', 'other'],
  ['DOUT1 Is disabled from CFG', 'refused'],
  ['Unknown command', 'refused'],
  ['RTC:2026/03/10 12:00 INIT:...', 'other'],
])('OUT-002: of output 1 switched on, the answer "%s" means %s', (text, verdict) => {
  expect(outputs.judge(order, text)).toBe(verdict);
  expect(COMMANDS_OF_FT.outputs!.judge(order, text)).toBe(verdict);
});

test('UNIT-030: an answer that names the parameters acknowledges the thresholds, a refusal fails them', () => {
  expect(eco.judge('New value 11000:1;11004:2.5;')).toBe('done');
  expect(eco.judge('ERROR: wrong value 11004')).toBe('refused');
});

test('what is confirmed by the vendor is told apart from what is not', () => {
  expect([outputs.isConfirmed, COMMANDS_OF_FT.outputs?.isConfirmed, COMMANDS_OF_FT.eco]).toEqual([true, false, undefined]);
});
