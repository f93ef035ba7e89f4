import { haversineM } from '@spora/telemetry/geometry';
import { lengthMs, stretchAt, type Span, type Stretch, type StretchKind } from './history-model.ts';

/** A stop of the trip log as far as the days shown hold it. */
export interface ShownStop {
  readonly lat: number;
  readonly lng: number;
  readonly fromMs: number;
  /** Null while it goes on: that is told from where it began until now, as on the unit's card. */
  readonly toMs: number | null;
  /** What its place is called. */
  readonly where?: {
    readonly place?: string | undefined;
    readonly address: string | null;
    readonly address_is_approximate: boolean;
  };
}

interface Told {
  readonly kind: StretchKind;
  readonly lengthMs: number;
}

/** The index of the stop in which an instant lies; -1 between stops. */
export const stopIndexAt = (stops: readonly ShownStop[], timeMs: number): number =>
  stops.findIndex(({ fromMs, toMs }) => fromMs <= timeMs && timeMs < (toMs ?? Infinity));

/** The stop that a stretch of standing is most of. Positions come before and after what the log counts. */
const stopOf = ({ fromMs, toMs }: Stretch, stops: readonly ShownStop[]): ShownStop | undefined =>
  stops.find((stop) => Math.min(stop.toMs ?? Infinity, toMs) - Math.max(stop.fromMs, fromMs) > (toMs - fromMs) / 2);

const lengthOfStop = ({ fromMs, toMs }: ShownStop, nowMs: number): number =>
  toMs === null ? nowMs - fromMs : lengthMs({ fromMs, toMs });

/**
 * How long a stretch besides driving is told to be. Where the log has a stop, the stop says it: list, card, chart and player tell one
 * length, though the positions around a stop begin later and end earlier.
 */
export function toldLengthMs(stretch: Stretch, stops: readonly ShownStop[], nowMs: number): number {
  const stop = stretch.kind === 'still' ? stopOf(stretch, stops) : undefined;
  return stop ? lengthOfStop(stop, nowMs) : lengthMs(stretch);
}

/** What a unit does at an instant besides driving, and for how long. */
export function toldAt(
  { stretches, stops }: { readonly stretches: readonly Stretch[]; readonly stops: readonly ShownStop[] },
  timeMs: number,
  nowMs: number,
): Told | null {
  const stretch = stretchAt(stretches, timeMs);
  const stop = stretch && stretch.kind !== 'still' ? undefined : stops[stopIndexAt(stops, timeMs)];
  if (stop) return { kind: 'still', lengthMs: lengthOfStop(stop, nowMs) };
  return stretch && { kind: stretch.kind, lengthMs: toldLengthMs(stretch, stops, nowMs) };
}

/** What is told of points is rounded to the second. */
const ROUNDED_MS = 2_000;

/**
 * Of stretches and stops in order of time those where a unit stood without its trip being over: the log, and so the list, has no stop of
 * them. Of a unit without stops nobody knows. Gone through once: a month has a thousand of each.
 */
export function pausesOf(stretches: readonly Stretch[], stops: readonly ShownStop[]): ReadonlySet<Stretch> {
  const pauses = new Set<Stretch>();
  if (stops.length === 0) return pauses;
  let first = 0;
  for (const stretch of stretches) {
    const { kind, fromMs, toMs } = stretch;
    while ((stops[first]?.toMs ?? Infinity) <= fromMs) first += 1;
    if (kind !== 'still') continue;
    let isStop = false;
    for (let i = first; (stops[i]?.fromMs ?? Infinity) < toMs && !isStop; i += 1) {
      const stop = stops[i] as ShownStop;
      isStop = Math.min(stop.toMs ?? Infinity, toMs) - Math.max(stop.fromMs, fromMs) >= ROUNDED_MS;
    }
    if (!isStop) pauses.add(stretch);
  }
  return pauses;
}

/**
 * Whether the unit was still on its way at the last position: no stop holds it, so its trip had not ended. After what is withheld nothing is
 * known of that.
 */
export function isUnderWayAt(
  lastMs: number | undefined,
  stops: readonly ShownStop[],
  withheld: readonly { readonly toMs: number }[],
): boolean {
  if (lastMs === undefined || withheld.some(({ toMs }) => toMs > lastMs)) return false;
  return stops.every(({ toMs }) => toMs !== null && toMs < lastMs);
}

/** Since when a unit has stood that stands by now, where the positions tell of it; null: its last stop is over, or began before them. */
export function restingSince(points: readonly { readonly timeMs: number }[], stops: readonly ShownStop[]): number | null {
  const last = stops.at(-1);
  const [firstMs, lastMs] = [points[0]?.timeMs, points.at(-1)?.timeMs];
  if (!last || last.toMs !== null || firstMs === undefined || lastMs === undefined) return null;
  return last.fromMs >= firstMs && last.fromMs <= lastMs ? last.fromMs : null;
}

/** From when until when a history tells of a unit: its positions, and the standing before and after them of which only the log knows. */
export function toldSpan(
  points: readonly { readonly timeMs: number }[],
  stops: readonly ShownStop[],
  untilMs: number,
): Span | null {
  const [firstMs, lastMs] = [points[0]?.timeMs, points.at(-1)?.timeMs];
  if (firstMs === undefined || lastMs === undefined) return null;
  const holding = (timeMs: number): ShownStop | undefined =>
    stops.find(({ fromMs, toMs }) => fromMs <= timeMs + ROUNDED_MS && timeMs - ROUNDED_MS <= (toMs ?? Infinity));
  const last = holding(lastMs);
  return {
    fromMs: Math.min(firstMs, holding(firstMs)?.fromMs ?? firstMs),
    toMs: Math.max(lastMs, last ? Math.min(last.toMs ?? untilMs, untilMs) : lastMs),
  };
}

/** The same stretches with what it stood before its first and after its last position. */
export function withEnds(
  stretches: readonly Stretch[],
  points: readonly { readonly timeMs: number }[],
  told: Span | null,
): readonly Stretch[] {
  const [firstMs, lastMs] = [points[0]?.timeMs, points.at(-1)?.timeMs];
  if (!told || firstMs === undefined || lastMs === undefined) return stretches;
  const found = [...stretches];
  if (told.fromMs < firstMs) {
    const first = found[0]?.kind === 'still' && found[0].fromMs <= firstMs ? found.shift() : undefined;
    found.unshift({ kind: 'still', fromMs: told.fromMs, toMs: first?.toMs ?? firstMs });
  }
  if (told.toMs > lastMs) {
    const end = found.at(-1);
    const last = end?.kind === 'still' && end.toMs >= lastMs ? found.pop() : undefined;
    found.push({ kind: 'still', fromMs: last?.fromMs ?? lastMs, toMs: told.toMs });
  }
  return found;
}

/** Stops nearer to each other are one sign on the map. */
const SAME_PLACE_M = 60;

/** A stop as the map draws it: of several in one place one sign, told by how many they are, or by the one that is looked at (`nth` of them). */
export type StopSign<T> = { readonly stop: T; readonly isChosen: boolean; readonly nth: number; readonly count: number };

/** The signs of a history's stops, in the order of their first ones. `chosen`: the index of the one that is looked at. */
export function stopSigns<T extends ShownStop>(stops: readonly T[], chosen: number): StopSign<T>[] {
  const groups: { first: T; stop: T; isChosen: boolean; nth: number; count: number }[] = [];
  for (const [i, stop] of stops.entries()) {
    const isChosen = i === chosen;
    const group = groups.find(({ first }) => haversineM(first.lat, first.lng, stop.lat, stop.lng) < SAME_PLACE_M);
    if (!group) groups.push({ first: stop, stop, isChosen, nth: 1, count: 1 });
    else {
      group.count += 1;
      if (isChosen) Object.assign(group, { stop, isChosen, nth: group.count });
    }
  }
  return groups.map(({ first: _, ...sign }) => sign);
}
