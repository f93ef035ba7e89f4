import { DAY_MS } from '@spora/calendar/durations';
import { haversineM } from '@spora/telemetry/geometry';
import { allocateHistory, firstPoints, type HistoryPoints, POINT_FLAGS } from '@spora/telemetry/packed-history';
import { CONTRADICTED_IO, judgeFix, NOTHING_JUDGED, QUALITY } from '@spora/telemetry/quality';
import type { RecordColumns } from '@spora/telemetry/columns';
import { isGap, isInSpans, type Span } from '../rules.ts';

/** Digital ignition, the same id in every family (domain: trackers, 1.2). */
const IGNITION_ID = 239;
const HDOP_ID = 182;
/** The io elements that `fixAt`, and so a track, asks. */
export const TRACK_IO: ReadonlySet<number> = new Set([IGNITION_ID, HDOP_ID, CONTRADICTED_IO]);

export interface HistoryPoint {
  readonly timeMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
  readonly altitudeM: number;
  readonly satellites: number;
  readonly ignition?: boolean;
  readonly isImplausible: boolean;
}

export interface HistoryTrack {
  /** In order of time; `POINT_FLAGS` say which of them are implausible. */
  readonly points: HistoryPoints;
  readonly gaps: readonly Span[];
  /** From the last point before a masked span to the first after it: nothing is drawn between them. */
  readonly breaks: readonly Span[];
  readonly implausibleCount: number;
}

/** A trip as far as history is concerned. `mayShow` is false for somebody else's private trip (MAP-031). */
export interface HistoryTrip extends Span {
  readonly isOngoing: boolean;
  readonly mayShow: boolean;
}

/** Of what lies in these spans the viewer is told nothing. `withheld`: private use; `hidden`: MAP-004. */
export const maskedSpans = (withheld: readonly Span[], hidden: readonly Span[] = []): Span[] =>
  unitedSpans([...withheld, ...hidden]);

const HOUR_MS = 3_600_000;

/** Private use as a viewer is told of it within a period: in whole hours, with no end while none is known. */
export const privateBlocks = (
  withheld: readonly Span[],
  { fromMs, toMs }: Span,
): { readonly fromMs: number; readonly toMs: number | null }[] =>
  withheld.map((span) => ({
    fromMs: Math.max(Math.floor((span.fromMs - 1) / HOUR_MS) * HOUR_MS, fromMs),
    toMs: span.toMs === Infinity ? null : Math.min(Math.ceil(span.toMs / HOUR_MS) * HOUR_MS, toMs),
  }));

/**
 * The track that a viewer may see: sound fixes in order of time without those of masked spans, and judged without them. Implausible
 * ones are counted, and kept only when asked for; fixes without satellites repeat the last position and are left out. A month has
 * 300,000 of them: they stay columns, without an object each.
 */
export function trackOf(columns: RecordColumns, masked: readonly Span[], withImplausible: boolean): HistoryTrack {
  const points = allocateHistory(columns.n);
  let n = 0;
  const blind = new Uint8Array(columns.n);
  let memory = NOTHING_JUDGED;
  let isBlind = false;
  let implausibleCount = 0;
  for (let i = 0; i < columns.n; i += 1) {
    const fix = fixAt(columns, i);
    if (isInSpans(masked, fix.timeMs)) {
      memory = NOTHING_JUDGED;
      isBlind = false;
      continue;
    }
    const verdict = judgeFix(memory, fix);
    memory = verdict.memory;
    const isImplausible = verdict.quality === QUALITY.implausible;
    if (isImplausible) implausibleCount += 1;
    const isShown = verdict.quality !== QUALITY.noFix && (!isImplausible || withImplausible);
    if (isShown) {
      copyPoint(points, n, columns, i);
      points.flags[n] = flagsOf(fix.ignition, isImplausible);
      if (isBlind) blind[n] = 1;
      n += 1;
    }
    isBlind = !isShown || isImplausible;
  }
  const shown = firstPoints(points, n);
  return { points: shown, ...holesOf(shown, masked, blind), implausibleCount };
}

/** What is not drawn as driven between two sound points; `blind`: records without a position lie before this one. */
function holesOf(points: HistoryPoints, masked: readonly Span[], blind: Uint8Array): Pick<HistoryTrack, 'breaks' | 'gaps'> {
  const breaks: Span[] = [];
  const gaps: Span[] = [];
  const { timeMs } = points;
  let nextMasked = 0;
  let before = -1;
  for (let i = 0; i < points.n; i += 1) {
    if (isImplausibleAt(points, i)) continue;
    const a = before;
    before = i;
    if (a < 0) continue;
    const between = { fromMs: timeMs[a] ?? 0, toMs: timeMs[i] ?? 0 };
    while ((masked[nextMasked]?.toMs ?? Infinity) <= between.fromMs) nextMasked += 1;
    if ((masked[nextMasked]?.fromMs ?? Infinity) < between.toMs) breaks.push(between);
    else if (isGap(between, blind[i] === 1, () => metresBetween(points, a, i))) gaps.push(between);
  }
  return { breaks, gaps };
}

/** Spans in order that do not touch, of spans in any. */
function unitedSpans(spans: readonly Span[]): Span[] {
  const united: { fromMs: number; toMs: number }[] = [];
  for (const span of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = united.at(-1);
    if (last && span.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, span.toMs);
    else united.push({ ...span });
  }
  return united;
}

/** Record i as far as its quality is judged by. */
export function fixAt(columns: RecordColumns, i: number) {
  let ignition: boolean | undefined;
  let hdop: number | undefined;
  let isContradicted = false;
  const { ioId, ioLow } = columns;
  const end = columns.ioStart[i + 1] ?? 0;
  for (let e = columns.ioStart[i] ?? 0; e < end; e += 1) {
    const id = ioId[e];
    if (id === IGNITION_ID) ignition = ioLow[e] === 1;
    else if (id === HDOP_ID) hdop = (ioLow[e] ?? 0) / 10;
    else if (id === CONTRADICTED_IO) isContradicted = true;
  }
  return {
    timeMs: columns.timeMs[i] ?? 0,
    latE7: columns.latE7[i] ?? 0,
    lonE7: columns.lonE7[i] ?? 0,
    speedKmh: columns.speedKmh[i] ?? 0,
    satellites: columns.satellites[i] ?? 0,
    ignition,
    hdop,
    isContradicted,
  };
}

function copyPoint(to: HistoryPoints, at: number, from: RecordColumns, i: number): void {
  to.timeMs[at] = from.timeMs[i] ?? 0;
  to.latE7[at] = from.latE7[i] ?? 0;
  to.lonE7[at] = from.lonE7[i] ?? 0;
  to.speedKmh[at] = from.speedKmh[i] ?? 0;
  to.headingDeg[at] = from.headingDeg[i] ?? 0;
  to.altitudeM[at] = from.altitudeM[i] ?? 0;
  to.satellites[at] = from.satellites[i] ?? 0;
}

const flagsOf = (ignition: boolean | undefined, isImplausible: boolean): number =>
  (isImplausible ? POINT_FLAGS.implausible : 0) |
  (ignition === undefined ? 0 : POINT_FLAGS.ignitionKnown) |
  (ignition ? POINT_FLAGS.ignitionOn : 0);

const hasFlag = ({ flags }: HistoryPoints, i: number, flag: number): boolean => ((flags[i] ?? 0) & flag) !== 0;
const isImplausibleAt = (points: HistoryPoints, i: number): boolean => hasFlag(points, i, POINT_FLAGS.implausible);

/** Point i as an object, for answers and files that tell of one after the other. */
export const pointAt = (points: HistoryPoints, i: number): HistoryPoint => ({
  timeMs: points.timeMs[i] ?? 0,
  lat: (points.latE7[i] ?? 0) / 1e7,
  lon: (points.lonE7[i] ?? 0) / 1e7,
  speedKmh: points.speedKmh[i] ?? 0,
  headingDeg: points.headingDeg[i] ?? 0,
  altitudeM: points.altitudeM[i] ?? 0,
  satellites: points.satellites[i] ?? 0,
  ...(hasFlag(points, i, POINT_FLAGS.ignitionKnown) ? { ignition: hasFlag(points, i, POINT_FLAGS.ignitionOn) } : {}),
  isImplausible: isImplausibleAt(points, i),
});

/** UNIT-018: the same track without its speeds. */
export const withoutSpeeds = (track: HistoryTrack): HistoryTrack => ({
  ...track,
  points: { ...track.points, speedKmh: new Uint16Array(track.points.n) },
});

const metresBetween = ({ latE7, lonE7 }: HistoryPoints, a: number, b: number): number =>
  haversineM((latE7[a] ?? 0) / 1e7, (lonE7[a] ?? 0) / 1e7, (latE7[b] ?? 0) / 1e7, (lonE7[b] ?? 0) / 1e7);

/**
 * How far the unit was driven along its positions. Parked jitter must not add up: a still point moves nothing, and what it moves within a
 * stop, as an excavator that works on its site, is none of the way, as in the trip log. `stops` are those that the viewer is told, in order.
 */
export function drivenM(
  { points, breaks }: Pick<HistoryTrack, 'points' | 'breaks'>,
  stops: readonly { readonly fromMs: number; readonly toMs: number | null }[],
): number {
  const { timeMs, speedKmh } = points;
  let length = 0;
  let [nextBreak, nextStop, before] = [0, 0, -1];
  for (let i = 0; i < points.n; i += 1) {
    if (isImplausibleAt(points, i)) continue;
    const a = before;
    before = i;
    if (a < 0) continue;
    const [fromMs, toMs] = [timeMs[a] ?? 0, timeMs[i] ?? 0];
    while ((breaks[nextBreak]?.toMs ?? Infinity) <= fromMs) nextBreak += 1;
    while ((stops[nextStop]?.toMs ?? Infinity) <= fromMs) nextStop += 1;
    const stop = stops[nextStop];
    const isStop = stop !== undefined && stop.fromMs <= fromMs && toMs <= (stop.toMs ?? Infinity);
    const isBroken = (breaks[nextBreak]?.fromMs ?? Infinity) < toMs;
    if (((speedKmh[a] ?? 0) > 0 || (speedKmh[i] ?? 0) > 0) && !isStop && !isBroken) length += metresBetween(points, a, i);
  }
  return Math.round(length);
}

/** The stretches of a track between its gaps and masked spans, for exports and lines. */
export function partsOf({ points, gaps }: HistoryTrack, masked: readonly Span[]): HistoryPoint[][] {
  const breaksMs = [...gaps, ...masked].map(({ fromMs }) => fromMs).toSorted((a, b) => a - b);
  const parts: HistoryPoint[][] = [];
  let next = 0;
  let lastMs: number | null = null;
  for (let i = 0; i < points.n; i += 1) {
    if (isImplausibleAt(points, i)) continue;
    const point = pointAt(points, i);
    while (lastMs !== null && (breaksMs[next] ?? Infinity) < lastMs) next += 1;
    if (lastMs === null || (breaksMs[next] ?? Infinity) < point.timeMs) parts.push([]);
    parts.at(-1)?.push(point);
    lastMs = point.timeMs;
  }
  return parts;
}

/**
 * A stop lasts from the end of a trip to the start of the next one, also where that lies after the period; it goes on where there is no
 * next one yet. One that private use follows is part of that. `isNextHidden`: when the unit drove after the period is not told.
 */
export function stopsBetween<T extends HistoryTrip>(
  trips: readonly T[],
  masked: readonly Span[],
  { isNextHidden, ...period }: Span & { readonly isNextHidden: boolean },
): { after: T; fromMs: number; toMs: number | null }[] {
  return trips.flatMap((trip, i) => {
    const next = trips[i + 1];
    if (trip.isOngoing || !trip.mayShow || trip.toMs >= period.toMs || (next && next.fromMs <= period.fromMs)) return [];
    if (isInSpans(masked, trip.toMs + 1)) return [];
    const isUntold = isNextHidden && next !== undefined && next.fromMs >= period.toMs;
    return [{ after: trip, fromMs: trip.toMs, toMs: isUntold ? period.toMs : (next?.fromMs ?? null) }];
  });
}

/** The first position of a period; null where there is none, or something before it is masked. */
export function firstToldMs(points: HistoryPoints, masked: readonly Span[]): number | null {
  let i = 0;
  while (i < points.n && isImplausibleAt(points, i)) i += 1;
  const firstMs = points.timeMs[i];
  return firstMs === undefined || masked.some((span) => span.fromMs < firstMs) ? null : firstMs;
}

/** Shorter standing is no stop, as in the player. */
const LEAST_STOP_MS = 120_000;
/** Positions of a unit that stands lie this near to each other. */
const STANDS_WITHIN_M = 200;

/**
 * How long a unit stood before its very first trip, as far as the period and what is told of it reach; null where it did not stand, or
 * something of it is masked. `wasHeardBefore`: it reported before the period, and has stood since then.
 */
export function stopBeforeAll<T extends HistoryTrip & { readonly start: { readonly lat: number; readonly lon: number } | null }>(
  first: T | undefined,
  points: HistoryPoints,
  {
    masked,
    period,
    wasHeardBefore,
  }: { readonly masked: readonly Span[]; readonly period: Span; readonly wasHeardBefore: boolean },
): { before: T; start: NonNullable<T['start']>; fromMs: number; toMs: number } | null {
  if (!first?.mayShow || first.start === null || first.fromMs <= period.fromMs) return null;
  const { start } = first;
  const firstMs = stoodSince(points, first.fromMs, start);
  if (firstMs === null) return null;
  const stop = { fromMs: wasHeardBefore ? period.fromMs : firstMs, toMs: first.fromMs };
  if (stop.toMs - stop.fromMs < LEAST_STOP_MS) return null;
  return masked.some((span) => span.fromMs < stop.toMs && span.toMs > stop.fromMs) ? null : { before: first, start, ...stop };
}

/** The first position before an instant, if all of them are near a place; null also where there is none. */
function stoodSince(
  points: HistoryPoints,
  untilMs: number,
  place: { readonly lat: number; readonly lon: number },
): number | null {
  let firstMs: number | null = null;
  for (let i = 0; i < points.n && (points.timeMs[i] ?? Infinity) < untilMs; i += 1) {
    if (isImplausibleAt(points, i)) continue;
    const farM = haversineM((points.latE7[i] ?? 0) / 1e7, (points.lonE7[i] ?? 0) / 1e7, place.lat, place.lon);
    if (farM > STANDS_WITHIN_M) return null;
    firstMs ??= points.timeMs[i] ?? null;
  }
  return firstMs;
}

/** DEC-43: at most so many days, counted as spans of 24 hours plus the hour that a clock change may add. */
export const isLongerThanDays = (fromMs: number, toMs: number, days: number): boolean => toMs - fromMs > days * DAY_MS + 3600_000;
