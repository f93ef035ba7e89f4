import { forEachDriven, indexAt, type HistoryPoint, type LoggedStop, type Span } from './history-model.ts';

/** The way from one stop to the next, as far as the period and what is told of it hold it. */
export interface Drive<S = unknown> extends Span {
  /** Metres along the positions; null: not known, since there are none, or speeds are hidden. */
  readonly distanceM: number | null;
  /** The stop that it left, and the one that it led to; null where the period or what is told begins or ends on the way. */
  readonly left: S | null;
  readonly reached: S | null;
}

interface Told<S> {
  /** In order of time. */
  readonly stops: readonly S[];
  /** From the last point before what is withheld to the first after it. */
  readonly breaks: readonly Span[];
  /** When somebody drove privately, or the unit was hidden, as it is told. */
  readonly withheld: readonly Span[];
  readonly hidesSpeed: boolean;
}

/** What is told of points is rounded to the second. */
const ROUNDED_MS = 1_000;

/**
 * The drives of a period: what lies between its stops. Made of what the history tells, and of nothing else: on both sides of what is
 * withheld a drive ends at its last position and begins at its first. Where no stop is known nobody knows what was one drive.
 */
export function drivesBetween<S extends LoggedStop>(points: readonly HistoryPoint[], told: Told<S>): Drive<S>[] {
  const { stops, hidesSpeed } = told;
  const sound = points.filter((point) => !point.isImplausible);
  if (stops.length === 0) return [];
  const found = [null, ...stops].flatMap((left, i) => between(sound, { left, reached: stops[i] ?? null }, told));
  const metres = hidesSpeed ? null : metresOf(found, points, told);
  const drives = found.map((drive, i) => ({ ...drive, distanceM: drive.isUnseen ? null : (metres?.[i] ?? null) }));
  // Beside a stop at one side only a drive is one that moved: before the first stop a unit may have stood untold.
  return drives.flatMap(({ isUnseen: _, ...drive }, i) =>
    (drive.left && drive.reached) || (hidesSpeed ? hasMoved(sound, drive) : (metres?.[i] ?? 0) > 0) ? [drive] : [],
  );
}

interface Ends<S> {
  readonly left: S | null;
  readonly reached: S | null;
}

/** The drives between two stops: one, or on each side of what is withheld one. */
function between<S extends LoggedStop>(
  sound: readonly HistoryPoint[],
  { left, reached }: Ends<S>,
  { breaks, withheld }: Told<S>,
): (Span & Ends<S> & { readonly isUnseen: boolean })[] {
  if (left?.to === null) return [];
  const fromMs = left ? Date.parse(left.to ?? '') : -Infinity;
  const toMs = reached ? Date.parse(reached.from) : Infinity;
  const [first, end] = [indexAt(sound, fromMs - ROUNDED_MS) + 1, indexAt(sound, toMs + ROUNDED_MS)];
  const inside = breaks.filter((each) => each.fromMs >= fromMs - ROUNDED_MS && each.toMs <= toMs + ROUNDED_MS);
  const isUnseen = end < first;
  if (inside.length === 0 && left && reached) {
    const isUntold = isUnseen && withheld.some((each) => each.fromMs < toMs && each.toMs > fromMs);
    return isUntold || toMs < fromMs ? [] : [{ fromMs, toMs, left, reached, isUnseen }];
  }
  if (isUnseen) return [];
  const ends = [...inside.map((each) => each.fromMs), sound[end]?.timeMs ?? toMs];
  const begins = [sound[first]?.timeMs ?? fromMs, ...inside.map((each) => each.toMs)];
  return begins.flatMap((beginMs, i) => {
    const isFirst = i === 0;
    const isLast = i === inside.length;
    const drive = {
      fromMs: isFirst && left ? fromMs : beginMs,
      toMs: isLast && reached ? toMs : (ends[i] ?? toMs),
      left: isFirst ? left : null,
      reached: isLast ? reached : null,
      isUnseen: false,
    };
    return drive.toMs > drive.fromMs ? [drive] : [];
  });
}

/** How far each of some drives in order went. */
function metresOf<S extends LoggedStop>(drives: readonly Span[], points: readonly HistoryPoint[], told: Told<S>): number[] {
  const metres = drives.map(() => 0);
  let at = 0;
  forEachDriven(points, told, (from, _, lengthM) => {
    while (at < drives.length - 1 && (drives[at]?.toMs ?? 0) <= from.timeMs) at += 1;
    metres[at] = (metres[at] ?? 0) + lengthM;
  });
  return metres;
}

/** Degrees, some 100 m: a unit without speeds has driven once it was so far away. */
const MOVED = 0.001;

const hasMoved = (sound: readonly HistoryPoint[], { fromMs, toMs }: Span): boolean => {
  const of = sound.slice(Math.max(0, indexAt(sound, fromMs)), indexAt(sound, toMs) + 1);
  const [first] = of;
  return first !== undefined && of.some(({ lat, lng }) => Math.abs(lat - first.lat) + Math.abs(lng - first.lng) > MOVED);
};
