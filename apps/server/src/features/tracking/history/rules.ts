import { DAY_MS } from '@spora/calendar/durations';
import { haversineM } from '@spora/telemetry/geometry';
import { allocateHistory, type HistoryPoints, POINT_FLAGS } from '@spora/telemetry/packed-history';
import { isContradictedAt, judgeFix, NOTHING_JUDGED, QUALITY } from '@spora/telemetry/quality';
import type { RecordColumns } from '@spora/telemetry/columns';
import { findGaps, isInSpans, type Span } from '../rules.ts';

/** Digital ignition, the same id in every family (domain: trackers, 1.2). */
const IGNITION_ID = 239;
const HDOP_ID = 182;

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
  readonly points: readonly HistoryPoint[];
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
 * ones are counted, and kept only when asked for; fixes without satellites repeat the last position and are left out.
 */
export function trackOf(columns: RecordColumns, masked: readonly Span[], withImplausible: boolean): HistoryTrack {
  const points: HistoryPoint[] = [];
  let memory = NOTHING_JUDGED;
  const blind = new Set<HistoryPoint>();
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
    const point = isShown ? pointAt(columns, i, fix.ignition, isImplausible) : null;
    if (point) points.push(point);
    if (isBlind && point && !isImplausible) blind.add(point);
    isBlind = !point || isImplausible;
  }
  const sound = withImplausible ? points.filter((point) => !point.isImplausible) : points;
  const isHidden = (gap: Span): boolean => masked.some((span) => span.fromMs < gap.toMs && span.toMs > gap.fromMs);
  const breaks: Span[] = [];
  if (masked.length > 0)
    for (let i = 1; i < sound.length; i += 1) {
      const between = { fromMs: sound[i - 1]!.timeMs, toMs: sound[i]!.timeMs };
      if (isHidden(between)) breaks.push(between);
    }
  return {
    points,
    breaks,
    gaps: findGaps(sound, metresBetween, blind).filter((gap) => !isHidden(gap)),
    implausibleCount,
  };
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
  for (let e = columns.ioStart[i] ?? 0; e < (columns.ioStart[i + 1] ?? 0); e += 1) {
    if (columns.ioId[e] === IGNITION_ID) ignition = columns.ioLow[e] === 1;
    else if (columns.ioId[e] === HDOP_ID) hdop = (columns.ioLow[e] ?? 0) / 10;
  }
  return {
    timeMs: columns.timeMs[i] ?? 0,
    latE7: columns.latE7[i] ?? 0,
    lonE7: columns.lonE7[i] ?? 0,
    speedKmh: columns.speedKmh[i] ?? 0,
    satellites: columns.satellites[i] ?? 0,
    ignition,
    hdop,
    isContradicted: isContradictedAt(columns, i),
  };
}

const pointAt = (columns: RecordColumns, i: number, ignition: boolean | undefined, isImplausible: boolean): HistoryPoint => ({
  timeMs: columns.timeMs[i] ?? 0,
  lat: (columns.latE7[i] ?? 0) / 1e7,
  lon: (columns.lonE7[i] ?? 0) / 1e7,
  speedKmh: columns.speedKmh[i] ?? 0,
  headingDeg: columns.headingDeg[i] ?? 0,
  altitudeM: columns.altitudeM[i] ?? 0,
  satellites: columns.satellites[i] ?? 0,
  ...(ignition === undefined ? {} : { ignition }),
  isImplausible,
});

/** The points of a track as columns, for the packed form. */
export function columnsOfTrack(points: readonly HistoryPoint[]): HistoryPoints {
  const columns = allocateHistory(points.length);
  points.forEach((point, i) => {
    columns.timeMs[i] = point.timeMs;
    columns.latE7[i] = Math.round(point.lat * 1e7);
    columns.lonE7[i] = Math.round(point.lon * 1e7);
    columns.speedKmh[i] = point.speedKmh;
    columns.headingDeg[i] = point.headingDeg;
    columns.altitudeM[i] = point.altitudeM;
    columns.satellites[i] = point.satellites;
    columns.flags[i] =
      (point.isImplausible ? POINT_FLAGS.implausible : 0) |
      (point.ignition === undefined ? 0 : POINT_FLAGS.ignitionKnown) |
      (point.ignition ? POINT_FLAGS.ignitionOn : 0);
  });
  return columns;
}

const metresBetween = (a: { lat: number; lon: number }, b: { lat: number; lon: number }): number =>
  haversineM(a.lat, a.lon, b.lat, b.lon);

/**
 * How far the unit was driven along its positions. Parked jitter must not add up: a still point moves nothing, and what it moves within a
 * stop, as an excavator that works on its site, is none of the way, as in the trip log. `stops` are those that the viewer is told, in order.
 */
export function drivenM(
  { points, breaks }: Pick<HistoryTrack, 'points' | 'breaks'>,
  stops: readonly { readonly fromMs: number; readonly toMs: number | null }[],
): number {
  let length = 0;
  let [nextBreak, nextStop] = [0, 0];
  let a: HistoryPoint | undefined;
  for (const b of points) {
    if (b.isImplausible) continue;
    const before = a;
    a = b;
    if (!before) continue;
    while ((breaks[nextBreak]?.toMs ?? Infinity) <= before.timeMs) nextBreak += 1;
    while ((stops[nextStop]?.toMs ?? Infinity) <= before.timeMs) nextStop += 1;
    const stop = stops[nextStop];
    const isStop = stop !== undefined && stop.fromMs <= before.timeMs && b.timeMs <= (stop.toMs ?? Infinity);
    const isBroken = (breaks[nextBreak]?.fromMs ?? Infinity) < b.timeMs;
    if ((before.speedKmh > 0 || b.speedKmh > 0) && !isStop && !isBroken) length += metresBetween(before, b);
  }
  return Math.round(length);
}

/** The stretches of a track between its gaps and masked spans, for exports and lines. */
export function partsOf(track: HistoryTrack, masked: readonly Span[]): HistoryPoint[][] {
  const breaks: Span[] = [...track.gaps, ...masked];
  const parts: HistoryPoint[][] = [];
  let last: HistoryPoint | undefined;
  for (const point of track.points) {
    if (point.isImplausible) continue;
    const before = last;
    if (!before || breaks.some((gap) => gap.fromMs >= before.timeMs && gap.fromMs < point.timeMs)) parts.push([]);
    parts.at(-1)?.push(point);
    last = point;
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
export function firstToldMs(points: readonly HistoryPoint[], masked: readonly Span[]): number | null {
  const firstMs = points.find((point) => !point.isImplausible)?.timeMs;
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
  points: readonly HistoryPoint[],
  {
    masked,
    period,
    wasHeardBefore,
  }: { readonly masked: readonly Span[]; readonly period: Span; readonly wasHeardBefore: boolean },
): { before: T; start: NonNullable<T['start']>; fromMs: number; toMs: number } | null {
  if (!first?.mayShow || first.start === null || first.fromMs <= period.fromMs) return null;
  const { start } = first;
  const stood = points.filter((point) => !point.isImplausible && point.timeMs < first.fromMs);
  const firstMs = stood[0]?.timeMs;
  if (firstMs === undefined || stood.some((point) => metresBetween(point, start) > STANDS_WITHIN_M)) return null;
  const stop = { fromMs: wasHeardBefore ? period.fromMs : firstMs, toMs: first.fromMs };
  if (stop.toMs - stop.fromMs < LEAST_STOP_MS) return null;
  return masked.some((span) => span.fromMs < stop.toMs && span.toMs > stop.fromMs) ? null : { before: first, start, ...stop };
}

/** DEC-43: at most so many days, counted as spans of 24 hours plus the hour that a clock change may add. */
export const isLongerThanDays = (fromMs: number, toMs: number, days: number): boolean => toMs - fromMs > days * DAY_MS + 3600_000;
