import type { Fix } from '../features/trips/projection.ts';
import { driveBuilder } from './drive.ts';

/** A control point of Skanstullsbron in Stockholm. */
export const BRIDGE = { stationId: 'se-stockholm/skanstullsbron', latE7: 593_063_320, lonE7: 180_774_670 };

const OFF = { ignition: false };
const ON = { ignition: true };

/** A quarter of an hour's drive over the bridge in its middle, standing before and after; `everyS`: how often it reports. */
export function driveOverBridge(startMs: number, everyS = 2): readonly Fix[] {
  const { fixes } = driveBuilder({ startMs, seed: 5 })
    .stand(300, OFF)
    .drive(900, 50, { ...ON, everyS })
    .stand(900, OFF);
  const driven = fixes.filter(({ speedKmh }) => speedKmh > 0);
  const middle = driven[Math.floor(driven.length / 2)]!;
  const [north, east] = [BRIDGE.latE7 - middle.latE7, BRIDGE.lonE7 - middle.lonE7];
  return fixes.map((fix) => ({ ...fix, latE7: fix.latE7 + north, lonE7: fix.lonE7 + east }));
}
