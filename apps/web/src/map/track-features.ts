import type { Feature, FeatureCollection, LineString, Point } from 'geojson';
import {
  boundsOf,
  type MapPoint,
  type MapTheme,
  type TrackGap,
  type TrackMark,
  type TrackPoint,
  type TrackStop,
} from './shapes.ts';
import { SPEED_COLOURS, speedColour, type SpeedStep } from './speed-colours.ts';
import { iconId } from './unit-icons.ts';

const at = ({ lng, lat }: MapPoint): [number, number] => [lng, lat];
const line = (points: readonly MapPoint[], properties: Record<string, string | number | boolean>): Feature<LineString> => ({
  type: 'Feature',
  properties,
  geometry: { type: 'LineString', coordinates: points.map(at) },
});

/** From so many points on what no eye sees is left out: of 30 days of 10,000 points the map gets a fraction to cut into tiles. */
const ALL_DRAWN_MAX = 20_000;
/** About the width of a lane. */
const UNSEEN_M = 3;
export const METRES_PER_DEGREE = 111_195;
const UNSEEN_DEGREES2 = (UNSEEN_M / METRES_PER_DEGREE) ** 2;

/**
 * The points that a line needs to stay where it was, but for twice `UNSEEN_M` (Reumann and Witkam): one is left out while it lies in
 * the strip that the last kept point and the one after it began. Ends are kept.
 */
function seenPoints(points: readonly MapPoint[]): readonly MapPoint[] {
  const [first] = points;
  if (!first) return [];
  const kept: MapPoint[] = [first];
  let key = first;
  let before = first;
  let hasAhead = false;
  // From the last kept point to the one after it, as far on the ground in both directions.
  let squash = 1;
  let dx = 0;
  let dy = 0;
  let length2 = 0;
  for (let i = 1; i < points.length; i += 1) {
    const point = points[i] as MapPoint;
    if (hasAhead) {
      const px = (point.lng - key.lng) * squash;
      const py = point.lat - key.lat;
      // Squares: of 300,000 points roots take longer than all else.
      const aside = px * dy - py * dx;
      const aside2 = length2 === 0 ? px * px + py * py : (aside * aside) / length2;
      // Back the way it came is a line of its own.
      const isAhead = (point.lng - before.lng) * squash * dx + (point.lat - before.lat) * dy >= 0;
      if (aside2 > UNSEEN_DEGREES2 || !isAhead) {
        kept.push((key = before));
        hasAhead = false;
      }
    }
    if (!hasAhead) {
      squash = Math.cos((key.lat * Math.PI) / 180);
      dx = (point.lng - key.lng) * squash;
      dy = point.lat - key.lat;
      length2 = dx * dx + dy * dy;
      hasAhead = true;
    }
    before = point;
  }
  if (points.length > 1) kept.push(before);
  return kept;
}

/** A stretch of a track that is drawn as one line. */
export interface TrackRun {
  readonly kind: 'run' | 'gap';
  /** Empty for a gap. */
  readonly colour: string;
  readonly points: readonly MapPoint[];
  /** Of a track of which a stretch is looked at: it lies outside of that. */
  readonly isFaint?: boolean;
}

/** A stretch of time of a track. */
export interface TrackSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What is told of points is rounded to the second. */
const ROUNDED_MS = 1_000;
const isInside = (chosen: TrackSpan | null, from: TrackPoint, to: TrackPoint): boolean =>
  chosen === null || (to.timeMs > chosen.fromMs + ROUNDED_MS && from.timeMs < chosen.toMs - ROUNDED_MS);

/** The points of a stretch, with those at its ends. */
export const pointsWithin = <T extends TrackPoint>(points: readonly T[], chosen: TrackSpan | null): readonly T[] => {
  if (chosen === null) return points;
  const first = points.findIndex(({ timeMs }) => timeMs > chosen.fromMs + ROUNDED_MS);
  const end = points.findLastIndex(({ timeMs }) => timeMs < chosen.toMs - ROUNDED_MS);
  return first < 0 || end < 0 ? [] : points.slice(Math.max(0, first - 1), end + 2);
};

/**
 * One run for each stretch of the same speed colour, and one `gap` for each stretch without positions, in order of time. Neighbours
 * share a point, so nothing tears. Across what is withheld there is nothing at all. Where a stretch is looked at, all else is faint and
 * comes first: of a road that was driven there and back only the one that is looked at is seen.
 */
export function trackRuns(
  points: readonly TrackPoint[],
  gaps: readonly TrackGap[],
  {
    chosen = null,
    colours = SPEED_COLOURS,
  }: { readonly chosen?: TrackSpan | null; readonly colours?: readonly SpeedStep[] } = {},
): TrackRun[] {
  const runs: TrackRun[] = [];
  const sortedGaps = gaps.toSorted((a, b) => a.fromMs - b.fromMs);
  const isLong = isLongTrack(points);
  let gapAt = 0;
  let gap = sortedGaps[gapAt];
  let run: TrackPoint[] = [];
  let colour = '';
  let isFaint = false;
  const close = () => {
    if (run.length > 1) runs.push({ kind: 'run', colour, points: isLong ? seenPoints(run) : run, ...(isFaint && { isFaint }) });
  };
  for (let i = 0; i < points.length; i += 1) {
    const point = points[i] as TrackPoint;
    const before = points[i - 1];
    if (!before) {
      run = [point];
      continue;
    }
    while (gap && gap.toMs <= before.timeMs) gap = sortedGaps[(gapAt += 1)];
    if (gap && gap.fromMs < point.timeMs && gap.toMs > before.timeMs) {
      close();
      const isAside = !isInside(chosen, before, point);
      if (!gap.isWithheld) runs.push({ kind: 'gap', colour: '', points: [before, point], ...(isAside && { isFaint: true }) });
      run = [point];
      continue;
    }
    const next = speedColour(Math.max(before.speedKmh, point.speedKmh), colours);
    const isAside = !isInside(chosen, before, point);
    if ((next !== colour || isAside !== isFaint) && run.length > 1) {
      close();
      run = [before];
    }
    colour = next;
    isFaint = isAside;
    run.push(point);
  }
  close();
  return chosen === null ? runs : [...runs.filter((each) => each.isFaint), ...runs.filter((each) => !each.isFaint)];
}

export const isLongTrack = ({ length }: { readonly length: number }): boolean => length > ALL_DRAWN_MAX;

export const linesOf = (runs: readonly TrackRun[]): FeatureCollection<LineString> => ({
  type: 'FeatureCollection',
  features: runs.map(({ kind, colour, points, isFaint = false }) => line(points, { kind, colour, isFaint })),
});

export function trackSigns(
  points: readonly TrackPoint[],
  stops: readonly TrackStop[],
  marks: readonly TrackMark[],
  theme: MapTheme,
  /**
   * `isStill`: it stood all the time, which is one sign without a beginning and an end. `isUnderWay`: its way has not ended, and is marked by
   * how far it came, with `hereLabel`. `chosen`: the stretch whose beginning and end are marked instead. `countText` tells how many marks
   * are one sign, since they lie in one place.
   */
  {
    isStill = false,
    isUnderWay = false,
    hereLabel = '',
    chosen = null,
    countText = String,
  }: {
    readonly isStill?: boolean;
    readonly isUnderWay?: boolean;
    readonly hereLabel?: string;
    readonly chosen?: TrackSpan | null;
    readonly countText?: (count: number) => string;
  } = {},
): FeatureCollection<Point> {
  const box = boundsOf(points);
  // What stands in one place has no east: the label of its stop stands to the right, where a narrow map has room.
  const middle = box && box.east - box.west > ONE_PLACE ? (box.west + box.east) / 2 : null;
  const sign = (
    point: MapPoint,
    kind: 'start' | 'end' | 'here' | 'stop' | 'berth' | 'mark-alarm' | 'mark-note',
    order: number,
    { label = '', rank = 1, isAtEnd = false, isBeside = false, isEast = middle !== null && point.lng > middle } = {},
  ): Feature<Point> => ({
    type: 'Feature',
    properties: {
      icon: iconId({ kind, theme }),
      label,
      order,
      rank,
      isAtEnd,
      isBeside,
      isEast,
    },
    geometry: { type: 'Point', coordinates: at(point) },
  });
  const way = pointsWithin(points, chosen);
  const [first, last] = isStill ? [] : [way[0], way.length > 1 ? way.at(-1) : undefined];
  const isAtEnd = (stop: MapPoint): boolean => [first, last].some((end) => end !== undefined && isUnder(stop, end));
  return {
    type: 'FeatureCollection',
    features: [
      ...stops.map((stop) =>
        sign(stop, stop.isBerth ? 'berth' : 'stop', SIGN_ORDER.stop, {
          label: stop.label,
          rank: stop.isChosen ? 0 : 1,
          isAtEnd: isAtEnd(stop),
        }),
      ),
      ...(first ? [sign(first, 'start', SIGN_ORDER.start)] : []),
      ...(last
        ? [
            isUnderWay && last === points.at(-1)
              ? sign(last, 'here', SIGN_ORDER.end, { label: hereLabel, rank: 0, isAtEnd: true })
              : sign(last, 'end', SIGN_ORDER.end),
          ]
        : []),
      ...inPlaces(points, marks).map(({ point, mark, count }) => {
        // To the left of a unit at rest: the right side is that of its stop.
        // What stands there is seen: an alarm of a unit at rest would lie over where it is.
        const isBeside = [...stops, first, last].some((other) => other !== undefined && isUnder(point, other));
        const label = count > 1 ? countText(count) : (mark.label ?? '');
        const told = { label, rank: 2, isBeside, ...(isStill && { isEast: true }) };
        return sign(point, mark.kind === 'alarm' ? 'mark-alarm' : 'mark-note', SIGN_ORDER.mark, told);
      }),
    ],
  };
}

interface MarksInPlace {
  readonly point: MapPoint;
  readonly mark: TrackMark;
  readonly count: number;
}

/** Marks where they lie on the track; those of one kind in one place are one, and counted. */
function inPlaces(points: readonly TrackPoint[], marks: readonly TrackMark[]): MarksInPlace[] {
  const places: { point: MapPoint; mark: TrackMark; count: number }[] = [];
  for (const mark of marks) {
    const point = placeAt(points, mark.timeMs);
    if (!point) continue;
    const same = places.find((place) => place.mark.kind === mark.kind && isUnder(place.point, point));
    if (same) same.count += 1;
    else places.push({ point, mark, count: 1 });
  }
  return places;
}

/** Degrees. */
const ONE_PLACE = 0.002;
/** Higher ones lie over lower ones. */
export const SIGN_ORDER = { stop: 1, end: 2, start: 3, mark: 4 } as const;

/** Some 60 m: where the way begins or ends at a stop, that one's sign lies under the other. */
const isUnder = (a: MapPoint, b: MapPoint): boolean => Math.abs(a.lat - b.lat) < 5e-4 && Math.abs(a.lng - b.lng) < 1e-3;

/** Where the unit was at an instant: on the straight line between the positions around it; null outside the track. */
export function placeAt(points: readonly TrackPoint[], timeMs: number): (MapPoint & { headingDeg: number }) | null {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || timeMs < first.timeMs || timeMs > last.timeMs) return null;
  let [low, high] = [0, points.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((points[middle]?.timeMs ?? Infinity) <= timeMs) low = middle;
    else high = middle - 1;
  }
  const from = points[low] ?? first;
  const to = points[low + 1] ?? from;
  const share = to.timeMs === from.timeMs ? 0 : (timeMs - from.timeMs) / (to.timeMs - from.timeMs);
  return {
    lat: from.lat + (to.lat - from.lat) * share,
    lng: from.lng + (to.lng - from.lng) * share,
    headingDeg: headingOf(from, to),
  };
}

/** The way the line points, which is what the eye compares the cursor with; the reported heading where it does not move. */
function headingOf(from: TrackPoint, to: TrackPoint): number {
  const dx = (to.lng - from.lng) * Math.cos((from.lat * Math.PI) / 180);
  const dy = to.lat - from.lat;
  return dx === 0 && dy === 0 ? from.headingDeg : ((Math.atan2(dx, dy) * 180) / Math.PI + 360) % 360;
}

/** The instant of the track's point nearest to a place, on the straight lines between positions; null for an empty track. */
export function instantNear(points: readonly TrackPoint[], place: MapPoint): number | null {
  const squash = Math.cos((place.lat * Math.PI) / 180);
  let best = Infinity;
  let bestMs: number | null = null;
  // Asked with each movement of the pointer, of as many as 300,000 points: without an object for each.
  for (let i = 0; i < points.length; i += 1) {
    const from = points[i] as TrackPoint;
    const to = points[i + 1] ?? from;
    const dx = (to.lng - from.lng) * squash;
    const dy = to.lat - from.lat;
    const px = (place.lng - from.lng) * squash;
    const py = place.lat - from.lat;
    const length2 = dx * dx + dy * dy;
    const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / length2));
    const distance2 = (px - share * dx) ** 2 + (py - share * dy) ** 2;
    if (distance2 < best) {
      best = distance2;
      bestMs = from.timeMs + (to.timeMs - from.timeMs) * share;
    }
  }
  return bestMs;
}
