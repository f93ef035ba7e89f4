import { expect, test } from 'vitest';
import { SPEED_COLOURS, speedColour, speedSteps, stepsUpTo } from './speed-colours.ts';

const KNOTS = 1 / 1.852;
const told = (fastestKmh: number, perKmh: number) =>
  stepsUpTo(speedSteps(fastestKmh, perKmh), fastestKmh).map(({ fromKmh }) => Math.round(fromKmh * perKmh));

test('MAP-029: the colours of a track are as fine as what went fastest in it lets them be, in round steps of its measure', () => {
  expect(told(28, 1), 'a machine on its site').toEqual([0, 5, 10, 15, 20, 25]);
  expect(speedColour(6, speedSteps(6, 1)), 'a walking pace is not red').not.toBe(SPEED_COLOURS.at(-1)?.colour);
  expect(told(30, 1)).toEqual([0, 10, 20, 30]);
  expect(told(57, 1), 'a day in town').toEqual([0, 10, 20, 30, 40, 50]);
  expect(told(118, 1), 'a road').toEqual([0, 30, 50, 70, 90, 110]);
  expect(told(6.4 / KNOTS, KNOTS), 'a boat, in knots').toEqual([0, 2, 4, 6]);
  expect(told(0, 1)).toEqual([0]);
});

test('MAP-029: a speed has the colour of the step that it has reached', () => {
  const steps = speedSteps(28, 1);
  expect([0, 4.9, 5, 26].map((speed) => steps.findIndex(({ colour }) => colour === speedColour(speed, steps)))).toEqual([
    0, 0, 1, 5,
  ]);
  expect(speedColour(131)).toBe(SPEED_COLOURS.at(-1)?.colour);
});
