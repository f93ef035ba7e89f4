import { nearestOnStretch, type PointE7 } from './plane.ts';

/**
 * Fredhäll and Kristineberg: the main line of Essingeleden and the ramps lie 5 to 20 m apart there, so that a position does not tell which
 * was driven. Where the vehicle goes, or comes from, to the north does: along the main line, or off it to Lindhagensgatan.
 */
export const INTERCHANGE = {
  stations: ['se-stockholm/fredhall', 'se-stockholm/kristineberg'],
  main: { stationId: 'se-stockholm/fredhall', points: ['347', '348'] },
  /** The ramp that lies beside each lane of the main line. */
  ramps: { stationId: 'se-stockholm/kristineberg', beside: { '347': '354', '348': '353' } as Readonly<Record<string, string>> },
  /** The middle of the main line from the control points to the north, from OpenStreetMap (ODbL). Its last point is the gate. */
  axis: [
    [593_337_300, 180_098_000],
    [593_344_900, 180_098_700],
    [593_350_000, 180_100_100],
    [593_354_500, 180_101_900],
    [593_361_600, 180_105_200],
    [593_366_000, 180_107_100],
    [593_373_300, 180_109_000],
    [593_388_000, 180_111_100],
  ].map(([latE7 = 0, lonE7 = 0]): PointE7 => ({ latE7, lonE7 })),
  /** So near to the gate is on the main line. */
  gateWithinM: 45,
  /** Further off the axis is off the main line. */
  axisWithinM: 60,
  /** What has not shown by then stays open. */
  decidedWithinM: 800,
} as const;

const GATE = INTERCHANGE.axis.at(-1) as PointE7;

/** Whether a stretch passes the gate on the main line. */
export const passesGate = (from: PointE7, to: PointE7): boolean =>
  Math.abs(to.latE7 - GATE.latE7) < 500_000 &&
  Math.abs(to.lonE7 - GATE.lonE7) < 1_000_000 &&
  nearestOnStretch(GATE, from, to).distanceM <= INTERCHANGE.gateWithinM;

/** Whether a position is near the main line between the control points and the gate. */
export function isOnAxis(at: PointE7): boolean {
  const { axis, axisWithinM } = INTERCHANGE;
  return axis.some((point, i) => nearestOnStretch(at, point, axis[i + 1] ?? point).distanceM <= axisWithinM);
}

/** Whether a control point is of the main line. */
export const isMainLine = (stationId: string, pointId: string): boolean =>
  stationId === INTERCHANGE.main.stationId && INTERCHANGE.main.points.some((id) => id === pointId);

/** Whether a station belongs to the interchange. */
export const isInInterchange = (stationId: string): boolean => INTERCHANGE.stations.some((id) => id === stationId);
