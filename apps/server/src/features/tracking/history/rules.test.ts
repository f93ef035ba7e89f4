import { columnsOf } from '@spora/telemetry/columns';
import { expect, test } from 'vitest';
import { driveBuilder } from '../../../testing/drive.ts';
import { recordOf } from '../../../testing/projector.ts';
import { trackOf } from './rules.ts';

const LOST = { satellites: 0, latE7: 593_000_000, lonE7: 180_000_000 };
/** The gaps, in seconds, of a drive with a stretch between. */
const gapsOf = (seconds: number, between: object, kmh = 60): number[] => {
  const { fixes } = driveBuilder().drive(300, 60).drive(seconds, kmh, between).drive(300, 60);
  return trackOf(columnsOf(fixes.map(recordOf)), [], false).gaps.map(({ fromMs, toMs }) => (toMs - fromMs) / 1000);
};

test('MAP-029: a tunnel is a gap although the tracker reports in it; neither a moment under a bridge nor a car park is', () => {
  expect(gapsOf(90, LOST)).toEqual([100]);
  expect(gapsOf(10, LOST)).toEqual([]);
  expect(gapsOf(90, LOST, 0)).toEqual([]);
  expect(gapsOf(90, {})).toEqual([]);
});
