import { expect, test } from 'vitest';
import { answerCommand } from './obeying.ts';

const subject = (speedKmh = 0) => ({
  name: '356307042441013',
  nowMs: 0,
  outputs: [false, false, false],
  last: {
    timeMs: 0,
    latE7: 0,
    lonE7: 0,
    altitudeM: 0,
    headingDeg: 0,
    satellites: 9,
    speedKmh,
    priority: 0 as const,
    eventId: 0,
    io: [],
  },
});

test('a simulated tracker switches its outputs, and waits with it above the speed that the command names', () => {
  const standing = subject();
  expect(answerCommand('setdigout ?1 ? 10 ? 5', standing)).toBe('DOUT1:IGNORED DOUT2:ON Timeout:10s Speed threshold:5km/h');
  expect(standing.outputs).toEqual([false, true, false]);
  const driving = subject(60);
  expect(answerCommand('setdigout 1 ? 5', driving)).toBe(
    'DOUT1:ON Timeout:INFINITY Speed threshold:5km/h Speed is above threshold, queued',
  );
  expect(driving.outputs).toEqual([false, false, false]);
});

test('a simulated tracker takes parameters and refuses what are none', () => {
  expect(answerCommand('setparam 11000:1;11004:2.5', subject())).toBe('New value 11000:1;11004:2.5');
  expect(answerCommand('setparam nonsense', subject())).toBe('WRONG PARAMETERS');
});
