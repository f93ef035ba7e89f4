import type { MapBounds, MapPoint } from './shapes.ts';
import { METRES_PER_DEGREE, type TrackRun } from './track-features.ts';

/** Which part of a long track is drawn, and how finely. */
export interface TrackView {
  readonly bounds: MapBounds;
  readonly metresPerPx: number;
}

/** A line is wider than this: what lies in the cells of newer ones is under them. */
const CELL_PX = 2;
/** What a map of a whole track has room for, along its longer side. */
const WHOLE_PX = 1_200;
/** A track of a single place is not drawn finer than this. */
const LEAST_METRES_PER_PX = 0.05;
/** So much is drawn beyond each edge of what is seen, in widths and heights of it: a small movement needs nothing new. */
const AROUND = 1;
/** A view so much finer than what is drawn needs its own; one so much coarser, too. */
const FINER = 0.6;
const COARSER = 2.5;

/** How many metres a pixel of the map is, at a latitude in degrees: at zoom 0 the world is 512 pixels. */
export const metresPerPx = (zoom: number, lat: number): number =>
  (METRES_PER_DEGREE * 360 * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom);

/** All of it, as finely as a map on which all of it is seen. */
export function wholeView(bounds: MapBounds): TrackView {
  const [width, height] = metresOf(bounds);
  return { bounds, metresPerPx: Math.max(width, height, LEAST_METRES_PER_PX * WHOLE_PX) / WHOLE_PX };
}

/** What is looked at, with what lies around it. */
export function viewAround({ west, south, east, north }: MapBounds, zoom: number): TrackView {
  const [x, y] = [(east - west) * AROUND, (north - south) * AROUND];
  return {
    bounds: { west: west - x, south: south - y, east: east + x, north: north + y },
    metresPerPx: metresPerPx(zoom, (south + north) / 2),
  };
}

/** The view to draw for a map that has come to rest; the one that is drawn, if it still does. `whole`: see `wholeView`. */
export function viewFor(
  seen: { readonly bounds: MapBounds; readonly zoom: number },
  { drawn, whole }: { readonly drawn: TrackView; readonly whole: TrackView },
): TrackView {
  const wanted = viewAround(seen.bounds, seen.zoom);
  if (wanted.metresPerPx >= whole.metresPerPx * FINER) return whole;
  const scale = wanted.metresPerPx / drawn.metresPerPx;
  return scale >= FINER && scale <= COARSER && isWithin(seen.bounds, drawn.bounds) ? drawn : wanted;
}

const isWithin = (inner: MapBounds, outer: MapBounds): boolean =>
  inner.west >= outer.west && inner.south >= outer.south && inner.east <= outer.east && inner.north <= outer.north;

function metresOf({ west, south, east, north }: MapBounds): [width: number, height: number] {
  const squash = Math.cos((((south + north) / 2) * Math.PI) / 180);
  return [(east - west) * squash * METRES_PER_DEGREE, (north - south) * METRES_PER_DEGREE];
}

/**
 * Of a track what a view lets one see: a piece that lies outside, or all under newer ones, is left out. Who drives the same roads for a
 * month has one line of them. In order of time, as `trackRuns`.
 */
export function runsInView(runs: readonly TrackRun[], view: TrackView): TrackRun[] {
  const grid = createGrid(view);
  const kept: TrackRun[] = [];
  for (let i = runs.length - 1; i >= 0; i -= 1) {
    const run = runs[i] as TrackRun;
    // The newest piece is on top.
    let piece: MapPoint[] = [];
    const close = () => {
      if (piece.length > 1) kept.push({ ...run, points: piece.reverse() });
      piece = [];
    };
    const points = thinned(run.points, view);
    for (let at = points.length - 1; at > 0; at -= 1) {
      const [to, from] = [points[at] as MapPoint, points[at - 1] as MapPoint];
      if (!grid.coverLine(from, to)) {
        close();
        continue;
      }
      if (piece.length === 0) piece.push(to);
      piece.push(from);
    }
    close();
  }
  return kept.reverse();
}

/** Without the points that are the same dot as the one before; the ends are kept. */
function thinned(points: readonly MapPoint[], { bounds, metresPerPx: scale }: TrackView): readonly MapPoint[] {
  const least = scale / METRES_PER_DEGREE;
  const squash = Math.cos((bounds.south * Math.PI) / 180);
  let last = points[0];
  return points.filter((point, i) => {
    const isSame = last && Math.abs(point.lat - last.lat) < least && Math.abs(point.lng - last.lng) * squash < least;
    if (i > 0 && i < points.length - 1 && isSame) return false;
    last = point;
    return true;
  });
}

interface Grid {
  /** Covers the cells under a line; tells whether one of them was not covered before. */
  readonly coverLine: (from: MapPoint, to: MapPoint) => boolean;
}

function createGrid({ bounds, metresPerPx: scale }: TrackView): Grid {
  const [widthM, heightM] = metresOf(bounds);
  const cell = CELL_PX * scale;
  const columns = Math.max(1, Math.ceil(widthM / cell));
  const rows = Math.max(1, Math.ceil(heightM / cell));
  const covered = new Uint8Array(columns * rows);
  const perLng = columns / Math.max(bounds.east - bounds.west, Number.EPSILON);
  const perLat = rows / Math.max(bounds.north - bounds.south, Number.EPSILON);
  return {
    coverLine(from, to) {
      const [x0, y0] = [(from.lng - bounds.west) * perLng, (from.lat - bounds.south) * perLat];
      const [dx, dy] = [(to.lng - bounds.west) * perLng - x0, (to.lat - bounds.south) * perLat - y0];
      const [enter, leave] = within(x0, dx, columns, ...within(y0, dy, rows, 0, 1));
      if (enter > leave) return false;
      const steps = Math.max(1, Math.ceil(Math.max(Math.abs(dx), Math.abs(dy)) * (leave - enter)));
      let isSeen = false;
      for (let step = 0; step <= steps; step += 1) {
        const share = enter + ((leave - enter) * step) / steps;
        const x = Math.min(columns - 1, Math.max(0, Math.floor(x0 + dx * share)));
        const y = Math.min(rows - 1, Math.max(0, Math.floor(y0 + dy * share)));
        const at = y * columns + x;
        if (covered[at] === 0) {
          covered[at] = 1;
          isSeen = true;
        }
      }
      return isSeen;
    },
  };
}

/** From which share of a line to which it lies between 0 and `end` (Liang and Barsky), of what was left of it. */
function within(start: number, length: number, end: number, enter: number, leave: number): [enter: number, leave: number] {
  if (length === 0) return start >= 0 && start <= end ? [enter, leave] : [1, 0];
  const [a, b] = [-start / length, (end - start) / length];
  return [Math.max(enter, Math.min(a, b)), Math.min(leave, Math.max(a, b))];
}
