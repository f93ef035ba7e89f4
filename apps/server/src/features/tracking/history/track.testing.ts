import type { RecordColumns } from '@spora/telemetry/columns';
import { haversineM } from '@spora/telemetry/geometry';
import { judgeFix, NOTHING_JUDGED, QUALITY } from '@spora/telemetry/quality';
import { GAP, isInSpans, type Span } from '../rules.ts';
import { fixAt, type HistoryPoint } from './rules.ts';

const metresBetween = (a: HistoryPoint, b: HistoryPoint): number => haversineM(a.lat, a.lon, b.lat, b.lon);

/** What a track is, told plainly with an object for each point: what the quick way over columns is held against. */
export function plainTrackOf(columns: RecordColumns, masked: readonly Span[], withImplausible: boolean) {
  const points: HistoryPoint[] = [];
  const blind = new Set<HistoryPoint>();
  let memory = NOTHING_JUDGED;
  let isBlind = false;
  let implausibleCount = 0;
  for (let i = 0; i < columns.n; i += 1) {
    const fix = fixAt(columns, i);
    if (isInSpans(masked, fix.timeMs)) {
      [memory, isBlind] = [NOTHING_JUDGED, false];
      continue;
    }
    const verdict = judgeFix(memory, fix);
    memory = verdict.memory;
    const isImplausible = verdict.quality === QUALITY.implausible;
    if (isImplausible) implausibleCount += 1;
    const isShown = verdict.quality !== QUALITY.noFix && (!isImplausible || withImplausible);
    if (isShown) {
      const point: HistoryPoint = {
        timeMs: fix.timeMs,
        lat: fix.latE7 / 1e7,
        lon: fix.lonE7 / 1e7,
        speedKmh: fix.speedKmh,
        headingDeg: columns.headingDeg[i]!,
        altitudeM: columns.altitudeM[i]!,
        satellites: fix.satellites,
        ...(fix.ignition === undefined ? {} : { ignition: fix.ignition }),
        isImplausible,
      };
      points.push(point);
      if (isBlind && !isImplausible) blind.add(point);
    }
    isBlind = !isShown || isImplausible;
  }
  const sound = points.filter((point) => !point.isImplausible);
  const isHidden = (gap: Span): boolean => masked.some((span) => span.fromMs < gap.toMs && span.toMs > gap.fromMs);
  const pairs = sound.slice(1).map((b, i) => ({ a: sound[i]!, b, span: { fromMs: sound[i]!.timeMs, toMs: b.timeMs } }));
  const isLong = ({ a, b }: (typeof pairs)[number]): boolean =>
    b.timeMs - a.timeMs > (blind.has(b) ? GAP.blindMs : GAP.silentMs) && metresBetween(a, b) > GAP.movedM;
  return {
    points,
    breaks: pairs.map(({ span }) => span).filter(isHidden),
    gaps: pairs.filter((pair) => isLong(pair) && !isHidden(pair.span)).map(({ span }) => span),
    implausibleCount,
  };
}

type PlainTrack = ReturnType<typeof plainTrackOf>;

/** The stretches of a track between its gaps and masked spans. */
export function plainPartsOf({ points, gaps }: PlainTrack, masked: readonly Span[]): HistoryPoint[][] {
  const parts: HistoryPoint[][] = [];
  let last: HistoryPoint | undefined;
  for (const point of points.filter((each) => !each.isImplausible)) {
    const before = last;
    const isCut = !before || [...gaps, ...masked].some(({ fromMs }) => fromMs >= before.timeMs && fromMs < point.timeMs);
    if (isCut) parts.push([]);
    parts.at(-1)!.push(point);
    last = point;
  }
  return parts;
}

/** How far the unit was driven, without what it moved within stops and across what is masked. */
export function plainDrivenM({ points, breaks }: PlainTrack, stops: readonly Span[]): number {
  const sound = points.filter((each) => !each.isImplausible);
  let length = 0;
  sound.slice(1).forEach((b, i) => {
    const a = sound[i]!;
    const isStop = stops.some((stop) => stop.fromMs <= a.timeMs && b.timeMs <= stop.toMs && stop.toMs > a.timeMs);
    const isBroken = breaks.some(({ fromMs, toMs }) => toMs > a.timeMs && fromMs < b.timeMs);
    if ((a.speedKmh > 0 || b.speedKmh > 0) && !isStop && !isBroken) length += metresBetween(a, b);
  });
  return Math.round(length);
}
