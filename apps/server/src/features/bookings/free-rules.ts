import { addDays, weekSpan } from '@spora/calendar/days';
import { DAY_MS } from '@spora/calendar/durations';
import { instantOf } from '@spora/calendar/zones';
import { BOOKING_STEP_MINUTES } from '@spora/contract/bookings/limits';
import { overlaps, type Span, wallClock } from './rules.ts';

/** Between these clock times people are at work, or on their way; who books for longer says so by the time they ask for. */
const DAY = { begins: '06:00:00', ends: '19:00:00' };
/** When the time of a day of its own begins that nobody chose. */
const MORNING = '08:00:00';
const WORKING_DAYS = 5;

const dayOf = (clock: string): string => clock.slice(0, 10);
const timeOf = (clock: string): string => clock.slice(11);
const isWeekend = (clock: string): boolean => addDays(weekSpan(dayOf(clock)).from, WORKING_DAYS) <= dayOf(clock);

/** Whether a time lies by day as the wanted one does: within the hours of work, or those it asks for itself, and not on free days unless it does. */
function byDayAs(wanted: Span, zone: string): (span: Span) => boolean {
  const clocks = ({ fromMs, toMs }: Span): readonly string[] => [wallClock(fromMs, zone), wallClock(toMs, zone)];
  const asked = clocks(wanted);
  const [begins, ends] = asked.map(timeOf);
  const bounds = [begins!, ends!].map((time) => ({
    least: time < DAY.begins ? time : DAY.begins,
    most: time > DAY.ends ? time : DAY.ends,
  }));
  const isOfWeekend = asked.some(isWeekend);
  return (span) =>
    clocks(span).every((clock, i) => {
      const time = timeOf(clock);
      return time >= bounds[i]!.least && time <= bounds[i]!.most && (isOfWeekend || !isWeekend(clock));
    });
}

/** The mornings of the days after the one that is wanted, and its own clock time on each of them. */
function laterStarts({ fromMs }: Span, untilMs: number, zone: string): number[] {
  const wanted = wallClock(fromMs, zone);
  const days = Math.ceil(Math.max(0, untilMs - fromMs) / DAY_MS);
  return Array.from({ length: days }, (_, i) => addDays(dayOf(wanted), i + 1)).flatMap((day) =>
    [MORNING, timeOf(wanted)].map((time) => Date.parse(instantOf(`${day}T${time}`, zone) ?? '')),
  );
}

/**
 * BOOK-040: the nearest free times of the wanted length: at most one before and two after. `taken` is what is booked
 * around it, and when it is closed; a time begins where another ends, on a quarter of an hour, and none reaches beyond `within`, outside of
 * which is the past, or nothing is known. Where nothing ends within a day after the first one offered, the second follows it at once. Times by
 * day come before those at night and on free days, unless such a one was wanted: a vehicle that is back at two in the morning is offered
 * for the morning. At times that are `avoided`, as when its driver has another vehicle, nothing is offered while there is another by day.
 */
export function freeTimes(
  wanted: Span,
  taken: readonly Span[],
  within: Span,
  zone: string,
  avoided: readonly Span[] = [],
): Span[] {
  const step = BOOKING_STEP_MINUTES * 60_000;
  const length = wanted.toMs - wanted.fromMs;
  const up = (ms: number): number => Math.ceil(ms / step) * step;
  const down = (ms: number): number => Math.floor(ms / step) * step;
  const spanFrom = (fromMs: number): Span => ({ fromMs, toMs: fromMs + length });
  const earliest = up(within.fromMs);
  const isFree = (from: number): boolean =>
    from >= earliest && from + length <= within.toMs && !taken.some((each) => overlaps(spanFrom(from), each));
  const bounds = [...taken, ...avoided];
  const ends = bounds.map(({ toMs }) => up(toMs));
  const starts = bounds.map(({ fromMs }) => down(fromMs - length));
  const offered = (isFit: (from: number) => boolean, more: readonly number[]): Span[] => {
    const fitAfter = (all: readonly number[]): number[] =>
      all.filter((from) => from > wanted.fromMs && isFit(from)).toSorted((a, b) => a - b);
    const first = fitAfter([...ends, ...more])[0];
    const second =
      first === undefined
        ? undefined
        : (fitAfter(ends).find((from) => from >= first + length && from <= first + DAY_MS) ??
          [up(first + length), ...fitAfter(more).filter((from) => from >= first + length)].find(isFit));
    const before = starts.filter((from) => from < wanted.fromMs && isFit(from)).toSorted((a, b) => b - a);
    return [...before.slice(0, 1), first, second].flatMap((from) => (from === undefined ? [] : spanFrom(from)));
  };
  const isByDay = byDayAs(wanted, zone);
  const isAvoided = (from: number): boolean => avoided.some((each) => overlaps(spanFrom(from), each));
  const morrows = laterStarts(wanted, within.toMs, zone).map(up);
  const isFreeByDay = (from: number): boolean => isFree(from) && isByDay(spanFrom(from));
  const best = offered((from) => isFreeByDay(from) && !isAvoided(from), morrows);
  if (best.length > 0) return best;
  const byDay = offered(isFreeByDay, morrows);
  return byDay.length > 0 ? byDay : offered(isFree, []);
}
