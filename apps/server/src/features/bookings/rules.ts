import { addDays } from '@spora/calendar/days';
import { DAY_MS } from '@spora/calendar/durations';
import { instantOf, localTimeIn, startOfDay } from '@spora/calendar/zones';
import {
  BOOKING_AHEAD_MAX_DAYS,
  BOOKING_LATE_MINUTES,
  BOOKING_MAX_DAYS,
  BOOKING_MIN_MINUTES,
  BOOKING_STEP_MINUTES,
  VEHICLE_KINDS,
  type VehicleKind,
} from '@spora/contract/bookings/limits';
import { isWatercraft } from '@spora/contract/units/values';
import type { MessageKey } from '@spora/messages/keys';
import { haversineM } from '@spora/telemetry/geometry';

/** Half-open, UTC milliseconds (DEC-26). */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What the clocks of a zone show, as calls about bookings write it: `YYYY-MM-DD HH:mm:ss` (DEC-30). */
export const wallClock = (atMs: number, zone: string): string => localTimeIn(atMs, zone).replace('T', ' ');

/** The instants between two wall-clock times of a zone; a time that a clock change leaves out is the one an hour later (BOOK-042). */
export function spanOf(startDate: string, endDate: string, zone: string): Span {
  const at = (text: string): number => Date.parse(instantOf(text.replace(' ', 'T'), zone) ?? '');
  return { fromMs: at(startDate), toMs: at(endDate) };
}

/** The same wall-clock spans, weeks apart (BOOK-050): over a clock change their instants move, the times that people read do not. */
export function rowSpans(
  row: { readonly start_date: string; readonly end_date: string; readonly weeks: number; readonly every_weeks: number },
  zone: string,
): Span[] {
  return Array.from({ length: row.weeks }, (_, index) => {
    const later = (text: string): string => `${addDays(text.slice(0, 10), 7 * row.every_weeks * index)}${text.slice(10)}`;
    return spanOf(later(row.start_date), later(row.end_date), zone);
  });
}

/** What a span of itself is refused for, or null (BOOK-029, BOOK-031, decision 0065). */
export function faultOf({ fromMs, toMs }: Span, nowMs: number): MessageKey | null {
  if (toMs <= fromMs) return 'EndDateMustBeAfterStart';
  if (toMs - fromMs < BOOKING_MIN_MINUTES * 60_000) return 'BookingMinimumTenMinutes';
  if (toMs - fromMs > BOOKING_MAX_DAYS * DAY_MS + 3_600_000) return 'BookingTooLong';
  if (fromMs > nowMs + BOOKING_AHEAD_MAX_DAYS * DAY_MS) return 'BookingTooFarAhead';
  return null;
}

/**
 * BOOK-027: whether a start lies in the past. The quarter of an hour that runs is not past: who books "now" names its beginning, or by
 * DEC-24 the next one.
 */
export const isPast = (fromMs: number, nowMs: number): boolean => fromMs < nowMs - BOOKING_STEP_MINUTES * 60_000;

export type Phase = 'future' | 'ongoing' | 'past';

/** DEC-22: a booking whose start is not later than now has begun. */
export const phaseOf = ({ fromMs, toMs }: Span, nowMs: number): Phase =>
  fromMs > nowMs ? 'future' : toMs > nowMs ? 'ongoing' : 'past';

/** When a booking ends that is given back: at the beginning of the minute that runs, unless it began in it. */
export function returnedAtMs(fromMs: number, nowMs: number): number {
  const minuteMs = Math.floor(nowMs / 60_000) * 60_000;
  return minuteMs > fromMs ? minuteMs : nowMs;
}

/** What of a span falls on a day, as the week and the month show it (DEC-29, BOOK-041). */
export interface DayPart {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** `HH:mm:ss`; `24:00:00` at the end of a day on which it goes on. */
  readonly start_time: string;
  readonly end_time: string;
  readonly continues_before: boolean;
  readonly continues_after: boolean;
}

/** The parts of a span by the days of a zone, those between `firstDay` and `lastDay`; one that ends at midnight is not on the day after. */
export function dayParts({ fromMs, toMs }: Span, zone: string, firstDay: string, lastDay: string): DayPart[] {
  const begins = wallClock(fromMs, zone);
  const ends = wallClock(toMs, zone);
  const from = begins.slice(0, 10);
  const last = wallClock(toMs - 1, zone).slice(0, 10);
  const parts: DayPart[] = [];
  for (let date = from > firstDay ? from : firstDay; date <= last && date <= lastDay; date = addDays(date, 1))
    parts.push({
      date,
      start_time: date === from ? begins.slice(11) : '00:00:00',
      end_time: date === ends.slice(0, 10) ? ends.slice(11) : '24:00:00',
      continues_before: date > from,
      continues_after: date < last,
    });
  return parts;
}

/** The instants that days of a zone take, both included. */
export const daysSpan = (firstDay: string, lastDay: string, zone: string): Span => ({
  fromMs: startOfDay(firstDay, zone).getTime(),
  toMs: startOfDay(addDays(lastDay, 1), zone).getTime(),
});

/** Whether a booking would have the unit and the time that it has. */
export const isAsItWas = (
  row: { readonly unit_id: number; readonly from_ms: number; readonly to_ms: number },
  unitId: number,
  { fromMs, toMs }: Span,
): boolean => row.unit_id === unitId && row.from_ms === fromMs && row.to_ms === toMs;

/** From the first of several times to the last. */
export const whole = (spans: readonly Span[]): Span => ({
  fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
  toMs: Math.max(...spans.map(({ toMs }) => toMs)),
});

/** Whether two half-open spans share a moment. */
export const overlaps = (a: Span, b: Span): boolean => a.fromMs < b.toMs && b.fromMs < a.toMs;

/** A booking that is to move, with where to. */
interface Moving extends Span {
  /** Null: it is new. */
  readonly id: number | null;
  readonly unitId: number;
}

/**
 * BOOK-050: those of several that can move at once: nobody else has their time, and none that stays or moves before them. One that cannot move
 * stays where it is, which may be in the way of another.
 */
export function ableToMove<Wanted extends Moving>(
  wanted: readonly Wanted[],
  held: readonly (Moving & { readonly id: number })[],
): readonly Wanted[] {
  const ids = new Set(wanted.map(({ id }) => id));
  const staying = held.filter(({ id }) => !ids.has(id));
  const isTakenBy = (one: Moving) => (other: Moving) => other.unitId === one.unitId && overlaps(other, one);
  const able = wanted.filter((each, at) => !staying.some(isTakenBy(each)) && !wanted.slice(0, at).some(isTakenBy(each)));
  return able.length === wanted.length ? able : ableToMove(able, held);
}

/** What somebody who books looks for: by what the unit is, and for a vehicle by its marker on the map, which its people chose. */
export function vehicleKind({
  kind,
  marker_symbol: symbol,
}: {
  readonly kind: string;
  readonly marker_symbol: string;
}): VehicleKind {
  if (isWatercraft(kind) || symbol === 'jet') return 'boat';
  if (symbol === 'trailer') return 'trailer';
  if (kind === 'machine' || symbol === 'excavator') return 'machine';
  return VEHICLE_KINDS.find((each) => each === symbol) ?? 'other';
}

interface Place {
  readonly lat: number;
  readonly lon: number;
}
/** A trip of a booked vehicle that the viewer is told of, in the order of their beginnings. */
export interface Drive {
  readonly fromMs: number;
  /** Null: it is under way. */
  readonly untilMs: number | null;
  /** As the log tells. */
  readonly driverId: number | null;
  /** Its driver is who drives the vehicle as a rule, and has it without a booking too. */
  readonly isUsual: boolean;
  readonly start: Place | null;
  readonly stop: Place | null;
}
/** A booking, and the one that follows it: what is driven from then on is of that one. */
export interface BookedTime extends Span {
  readonly driverId: number | null;
  readonly nextMs: number | null;
  /** When the next of the same driver begins: until then they may keep the vehicle. */
  readonly ownNextMs: number | null;
}

const LATE_MS = BOOKING_LATE_MINUTES * 60_000;
/** Whoever stood for longer before driving on was on another errand. */
const PAUSE_MAX_MS = 2 * 3_600_000;
/** Nearer than this to where it was fetched a vehicle is back. */
const BACK_M = 300;

const isDriverOf = (booking: BookedTime, { driverId }: Drive): boolean => driverId !== null && driverId === booking.driverId;

/** With which its driver set out: whoever was on the way before the time of the booking fetched the vehicle then. */
function setOutWith(first: Drive, booking: BookedTime, drives: readonly Drive[]): Drive {
  let out = first;
  for (const drive of drives.filter(({ fromMs }) => fromMs < first.fromMs).toReversed()) {
    if (drive.untilMs === null || !isDriverOf(booking, drive) || out.fromMs - drive.untilMs > PAUSE_MAX_MS) break;
    out = drive;
  }
  return out;
}

const isBack = ({ start }: Drive, { stop }: Drive): boolean =>
  start !== null && stop !== null && haversineM(start.lat, start.lon, stop.lat, stop.lon) <= BACK_M;

/**
 * Decision 0083: until when a booking was driven, where that is later than its end allows; null: it was not, or the vehicle is still out. What
 * its driver drove on with belongs to it until the vehicle is back where it was fetched, somebody else drives, or another booking begins; who
 * drives it as a rule drives on as on any day.
 */
export function drivenUntilMs(booking: BookedTime, drives: readonly Drive[]): number | null {
  const [first, ...later] = drives.filter((drive) => drive.fromMs < booking.toMs && (drive.untilMs ?? Infinity) > booking.fromMs);
  if (!first) return null;
  const out = setOutWith(first, booking, drives);
  let last = later.at(-1) ?? first;
  const isKept = ({ untilMs }: Drive): boolean => untilMs !== null && untilMs > (booking.ownNextMs ?? Infinity);
  for (const drive of drives.filter(({ fromMs }) => fromMs >= booking.toMs)) {
    if (last.untilMs === null || isBack(out, last)) break;
    const stoodMs = drive.fromMs - Math.max(last.untilMs, booking.toMs);
    const isOn = isDriverOf(booking, drive) && !drive.isUsual && stoodMs <= PAUSE_MAX_MS;
    if (!isOn || drive.fromMs >= (booking.nextMs ?? Infinity) || drive.untilMs === null || isKept(drive)) break;
    last = drive;
  }
  if (last.untilMs === null || isKept(last)) return null;
  return last.untilMs > booking.toMs + LATE_MS ? last.untilMs : null;
}

/** It may have been fetched before its time by whoever was out with it so shortly before. */
const OUT_BEFORE_MS = 3 * 3_600_000;

/**
 * Decision 0083: when a booked vehicle was driven off, where that is later than its beginning allows; null: it was not, or it was out before, or
 * who has it as a rule drove off with it, and had nothing to fetch.
 */
export function fetchedLateMs(booking: Span, drives: readonly Drive[]): number | null {
  const wasOut = drives.some(
    ({ fromMs, untilMs }) => fromMs < booking.fromMs && (untilMs ?? Infinity) > booking.fromMs - OUT_BEFORE_MS,
  );
  const first = drives.find(({ fromMs }) => fromMs >= booking.fromMs && fromMs < booking.toMs);
  if (wasOut || first === undefined || first.isUsual) return null;
  return first.fromMs > booking.fromMs + LATE_MS ? first.fromMs : null;
}
