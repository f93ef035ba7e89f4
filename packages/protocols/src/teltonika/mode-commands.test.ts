import { expect, test } from 'vitest';
import { answerCommand } from './obeying.ts';
import { MODES_OF_A, MODES_OF_C, TRACKING_OF_A } from './mode-commands.ts';

const DAY = { movingS: 86_400, stillS: 86_400 };

test('MODE-001: a mode is the periods of data acquisition on every network, within the length of a command', () => {
  expect(MODES_OF_A.text({ movingS: 300, stillS: 1800 })).toBe(
    'setparam 10000:1800;10050:300;10100:1800;10150:300;10200:1800;10250:300;10005:1;10055:1',
  );
  expect(MODES_OF_C.text(DAY).length).toBeLessThanOrEqual(160);
  expect([MODES_OF_A.isConfirmed, MODES_OF_C.isConfirmed]).toEqual([true, false]);
  expect(MODES_OF_A.longestS).toBeLessThan(DAY.stillS);
});

test.each([
  ['New value 10000:1800;10050:300;', 'done'],
  ['Unknown command', 'refused'],
  ['RTC:2026/03/10 12:00', 'other'],
])('MODE-004: the answer "%s" to a change of mode means %s', (text, verdict) => {
  expect(MODES_OF_A.judge(text)).toBe(verdict);
});

test('MAP-010: active tracking is on demand tracking, which the simulated tracker takes and ends', () => {
  const subject = {
    name: '1',
    last: undefined,
    nowMs: 1000,
    outputs: [],
    parameters: new Map<number, string>(),
    trackUntilMs: 0,
  };
  expect(TRACKING_OF_A.judge(answerCommand(TRACKING_OF_A.text({ isOn: true }), subject))).toBe('done');
  expect(subject.trackUntilMs).toBe(601_000);
  expect(TRACKING_OF_A.judge(answerCommand(TRACKING_OF_A.text({ isOn: false }), subject))).toBe('done');
  expect(subject.trackUntilMs).toBe(0);
  expect(TRACKING_OF_A.judge('Unknown command')).toBe('refused');
  expect(MODES_OF_A.judge(answerCommand(MODES_OF_A.text({ movingS: 300, stillS: 1800 }), subject))).toBe('done');
  expect(subject.parameters.get(10000)).toBe('1800');
});
