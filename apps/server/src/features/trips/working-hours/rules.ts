import { DAY_MS, MINUTE_MS } from '@spora/calendar/durations';
import type { TripType } from '@spora/contract/units/endpoints';
import { TRIP_TYPES } from '@spora/contract/units/values';
import { type DaysOff, isDayOff } from '../../../core/people/days-off.ts';

/** A stretch of the day by the clock of its zone, in minutes from midnight; one that ends at or before its start goes on past midnight. */
export interface WorkInterval {
  /** CONST-043: 0 is Sunday. Of a stretch past midnight: the days it begins on. */
  readonly weekdays: readonly number[];
  readonly fromMin: number;
  readonly toMin: number;
}

/** Times of the week in a zone that is kept with them, so that they mean the same when they are read again. */
export interface WeekHours {
  /** IANA name. */
  readonly timeZone: string;
  readonly intervals: readonly WorkInterval[];
}

/** UNIT-026: what the type of trips follows. */
export interface WorkingHours extends WeekHours {
  readonly isActive: boolean;
  /** The type of trips that start within them; null: they say nothing of it. */
  readonly insideType: TripType | null;
  readonly outsideType: TripType | null;
}

/** DEC-49: when administrators do not see the unit on the map. It has hours of its own: those that held when it was chosen. */
export interface MapHiding extends WeekHours {
  readonly when: 'during' | 'outside';
}

const DAY_MIN = 1440;
/** Clocks are put forward and back at whole quarters of an hour of universal time, everywhere. */
const QUARTER_MS = 15 * MINUTE_MS;

const asObject = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const isMinute = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;

/** Times of the week from what is stored; null for what cannot be read. */
export function readWeek(stored: Readonly<Record<string, unknown>>): WeekHours | null {
  const { timeZone } = stored;
  if (typeof timeZone !== 'string' || !formatterOf(timeZone) || !Array.isArray(stored.intervals)) return null;
  const intervals = stored.intervals.flatMap((each: unknown): WorkInterval[] => {
    const { weekdays, fromMin, toMin } = asObject(each);
    if (!Array.isArray(weekdays) || !isMinute(fromMin, DAY_MIN - 1) || !isMinute(toMin, DAY_MIN)) return [];
    return [{ weekdays: weekdays.filter((day): day is number => isMinute(day, 6)), fromMin, toMin }];
  });
  return { timeZone, intervals };
}

const typeOr = (value: unknown): TripType | null => TRIP_TYPES.find((type) => type === value) ?? null;

/** Working hours from what is stored; null for none and for what cannot be read, so that a bad row can never stop a unit's trips. */
export function readWorkingHours(stored: unknown): WorkingHours | null {
  const from = asObject(stored);
  const week = readWeek(from);
  return (
    week && {
      ...week,
      isActive: from.isActive === true,
      insideType: typeOr(from.insideType),
      outsideType: typeOr(from.outsideType),
    }
  );
}

/** Hiding from what is stored; null when the unit is not hidden. */
export function readHiding(stored: unknown): MapHiding | null {
  const from = asObject(stored);
  const week = readWeek(from);
  return week && (from.when === 'during' || from.when === 'outside') ? { ...week, when: from.when } : null;
}

const formatters = new Map<string, Intl.DateTimeFormat | null>();
function formatterOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = makeFormatter(timeZone);
  formatters.set(timeZone, made);
  return made;
}
function makeFormatter(timeZone: string): Intl.DateTimeFormat | null {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
      ...numeric,
    });
  } catch {
    // A zone that this machine does not know says nothing of any time.
    return null;
  }
}

/** What the zone's clock is ahead of universal time at an instant (ms); the same all through a quarter of an hour. */
function offsetMsAt(timeZone: string, timeMs: number): number {
  const atMs = Math.floor(timeMs / QUARTER_MS) * QUARTER_MS;
  const parts = formatterOf(timeZone)?.formatToParts(atMs) ?? [];
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute')) - atMs;
}

/**
 * `localMs`: what the clock on the wall shows, as if it were universal time. TRIP-036: on a day off no hours begin; those that began
 * the evening before go on to their end, as night shifts do.
 */
function isWithinLocal(intervals: readonly WorkInterval[], localMs: number, isOff: (dayNumber: number) => boolean): boolean {
  const dayNumber = Math.floor(localMs / DAY_MS);
  const local = new Date(localMs);
  const weekday = local.getUTCDay();
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  const dayBefore = (weekday + 6) % 7;
  const beginsToday = intervals.some(
    ({ weekdays, fromMin, toMin }) => weekdays.includes(weekday) && minute >= fromMin && (toMin <= fromMin || minute < toMin),
  );
  if (beginsToday && !isOff(dayNumber)) return true;
  const beganBefore = intervals.some(
    ({ weekdays, fromMin, toMin }) => toMin <= fromMin && weekdays.includes(dayBefore) && minute < toMin,
  );
  return beganBefore && !isOff(dayNumber - 1);
}

/**
 * Whether the clock on the wall shows working hours of a day that is not off. An hour that the clock shows twice counts both times,
 * one that it leaps over never: people work by the clock. Of the days off counts what was settled of them until then, unless the
 * caller has loaded them as they stand now.
 */
export const isWithinHours = (hours: WeekHours, timeMs: number, daysOff: DaysOff): boolean =>
  isWithinLocal(hours.intervals, timeMs + offsetMsAt(hours.timeZone, timeMs), (day) => isDayOff(daysOff, day, timeMs));

/** TRIP-024: what working hours say of a trip that starts at `startMs`; null when they say nothing. */
export function typeByHours(hours: WorkingHours | null, startMs: number, daysOff: DaysOff): TripType | null {
  if (!hours?.isActive || (hours.insideType === null && hours.outsideType === null)) return null;
  return isWithinHours(hours, startMs, daysOff) ? hours.insideType : hours.outsideType;
}

/** MAP-004: whether administrators do not see the unit at an instant. */
export const isHiddenAt = (hiding: MapHiding | null, timeMs: number, daysOff: DaysOff): boolean =>
  hiding !== null && isWithinHours(hiding, timeMs, daysOff) === (hiding.when === 'during');

export interface DatedHiding {
  readonly fromMs: number;
  readonly hiding: MapHiding | null;
}

/** The spans within [fromMs, toMs) in which the unit is hidden, in order; `dated` is sorted, and before its first nothing is hidden. */
export function hiddenSpans(
  dated: readonly DatedHiding[],
  fromMs: number,
  toMs: number,
  daysOff: DaysOff,
): { fromMs: number; toMs: number }[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  dated.forEach(({ hiding, fromMs: since }, i) => {
    const until = Math.min(toMs, dated[i + 1]?.fromMs ?? Infinity);
    if (hiding) for (const span of spansOf({ hiding, daysOff }, Math.max(fromMs, since), until)) addSpan(spans, span);
  });
  return spans;
}

function addSpan(spans: { fromMs: number; toMs: number }[], span: { fromMs: number; toMs: number }): void {
  const last = spans.at(-1);
  if (last && last.toMs === span.fromMs) last.toMs = span.toMs;
  else spans.push(span);
}

/** Minute by minute, since intervals are told in minutes; the offset is looked up once for each quarter of an hour. */
function* spansOf(
  { hiding, daysOff }: { hiding: MapHiding; daysOff: DaysOff },
  fromMs: number,
  toMs: number,
): Generator<{ fromMs: number; toMs: number }> {
  let began: number | null = null;
  const isOff = (atMs: number) => (dayNumber: number) => isDayOff(daysOff, dayNumber, atMs);
  for (let quarterMs = Math.floor(fromMs / QUARTER_MS) * QUARTER_MS; quarterMs < toMs; quarterMs += QUARTER_MS) {
    const offsetMs = offsetMsAt(hiding.timeZone, quarterMs);
    for (let atMs = quarterMs; atMs < quarterMs + QUARTER_MS && atMs < toMs; atMs += MINUTE_MS) {
      if (atMs + MINUTE_MS <= fromMs) continue;
      const isHidden = isWithinLocal(hiding.intervals, atMs + offsetMs, isOff(atMs)) === (hiding.when === 'during');
      if (isHidden) began ??= Math.max(fromMs, atMs);
      else if (began !== null) {
        yield { fromMs: began, toMs: atMs };
        began = null;
      }
    }
  }
  if (began !== null) yield { fromMs: began, toMs };
}

export interface DatedHours {
  readonly fromMs: number;
  readonly hours: WorkingHours | null;
}

/**
 * When a unit is outside its working hours within [fromMs, toMs), as instants at which that begins and ends, by turns: what
 * `isWithinHours` says of each moment, told for a whole year at once. Hours that are off, or that a unit never had, have no outside.
 * `dated` is sorted, and before its first there are no hours.
 */
export function outsideHours(dated: readonly DatedHours[], fromMs: number, toMs: number, daysOff: DaysOff): number[] {
  const bounds: number[] = [];
  dated.forEach(({ hours, fromMs: since }, i) => {
    const [first, last] = [Math.max(fromMs, since), Math.min(toMs, dated[i + 1]?.fromMs ?? Infinity)];
    if (!hours?.isActive || first >= last) return;
    let outsideSince = first;
    for (const span of workingSpans(hours, first, last, daysOff)) {
      if (span.fromMs > outsideSince) addOutside(bounds, outsideSince, span.fromMs);
      outsideSince = Math.max(outsideSince, span.toMs);
    }
    if (outsideSince < last) addOutside(bounds, outsideSince, last);
  });
  return bounds;
}

function addOutside(bounds: number[], fromMs: number, toMs: number): void {
  if (bounds.at(-1) === fromMs) bounds[bounds.length - 1] = toMs;
  else bounds.push(fromMs, toMs);
}

/** The working spans that touch [fromMs, toMs), clipped to it, in order of their beginnings; they may overlap. */
function workingSpans(hours: WeekHours, fromMs: number, toMs: number, daysOff: DaysOff): { fromMs: number; toMs: number }[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const { fromMs: began, toMs: ended, offsetMs } of offsetsBetween(hours.timeZone, fromMs, toMs)) {
    // From the day before on: its hours may go on past midnight.
    for (let day = Math.floor((began + offsetMs) / DAY_MS) - 1; day * DAY_MS < ended + offsetMs; day++) {
      const atMs = day * DAY_MS - offsetMs;
      if (isDayOff(daysOff, day, Infinity)) continue;
      for (const { weekdays, fromMin, toMin } of hours.intervals) {
        if (!weekdays.includes(new Date(day * DAY_MS).getUTCDay())) continue;
        const until = toMin <= fromMin ? toMin + DAY_MIN : toMin;
        const span = { fromMs: Math.max(began, atMs + fromMin * MINUTE_MS), toMs: Math.min(ended, atMs + until * MINUTE_MS) };
        if (span.fromMs < span.toMs) spans.push(span);
      }
    }
  }
  return spans.sort((a, b) => a.fromMs - b.fromMs);
}

/** The stretches of [fromMs, toMs) in which the zone's clock is as far ahead of universal time. */
function* offsetsBetween(
  timeZone: string,
  fromMs: number,
  toMs: number,
): Generator<{ fromMs: number; toMs: number; offsetMs: number }> {
  let began = fromMs;
  let offsetMs = offsetMsAt(timeZone, fromMs);
  for (let atMs = fromMs; atMs < toMs; atMs += DAY_MS) {
    const nextMs = Math.min(atMs + DAY_MS, toMs);
    const next = offsetMsAt(timeZone, nextMs);
    if (next === offsetMs) continue;
    // The clock is put forward or back between the two: at the first quarter that has the new offset.
    let [low, high] = [Math.floor(atMs / QUARTER_MS), Math.floor(nextMs / QUARTER_MS)];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (offsetMsAt(timeZone, middle * QUARTER_MS) === offsetMs) low = middle;
      else high = middle;
    }
    yield { fromMs: began, toMs: high * QUARTER_MS, offsetMs };
    began = high * QUARTER_MS;
    offsetMs = next;
  }
  if (began < toMs) yield { fromMs: began, toMs, offsetMs };
}
