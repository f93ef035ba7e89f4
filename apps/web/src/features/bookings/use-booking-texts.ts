import type { ScheduleItem, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { dayOf, type Span, spanOf, timeOf } from './time-model.ts';
import { clockOf, fetchedLateMinutes, outcomeOf } from './week-model.ts';

/** `ons 25/11`-like: what a day is called where there is little room. */
export const shortDay = (day: string): string => `${Number(day.slice(8))}/${Number(day.slice(5, 7))}`;

/** Why a vehicle is not free. */
export type Taken = DataOf<'bookings.find'>['taken'][number];

/** What bookings and vehicles say of themselves. */
export function useBookingTexts() {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const isOwn = ({ driver_id, kind }: ScheduleItem): boolean => kind === 'drive' && driver_id === user.ID;
  const span = ({ start, end }: Span): string => {
    const first = `${format.weekday(dayOf(start))} ${dayOf(start)} ${timeOf(start)}`;
    if (start === end) return first;
    return dayOf(start) === dayOf(end)
      ? `${first}–${timeOf(end)}`
      : `${first} – ${format.weekday(dayOf(end))} ${dayOf(end)} ${timeOf(end)}`;
  };
  /** As `span`; the day goes without saying where it is the one that is asked about. */
  const clock = ({ start, end }: Span, day: string | null): string =>
    dayOf(start) === day && dayOf(end) === day ? `${timeOf(start)}–${timeOf(end)}` : span({ start, end });
  return {
    span,
    clock,
    /** Of a booking over several days, under one of them, which goes without saying. */
    fromDay: ({ start, end }: Span, day: string): string =>
      [start, end]
        .map((time) => {
          const on = dayOf(time);
          return on === day ? timeOf(time) : `${format.weekday(on)} ${shortDay(on)} ${timeOf(time)}`;
        })
        .join(' – '),
    /** Vehicle and time of a booking, and how many weeks follow it. */
    row: ({ name, span: first, count }: { readonly name: string; readonly span: Span; readonly count: number }): string =>
      count > 1
        ? t('BookingTakenWeeks', { name, time: span(first), count: count - 1 })
        : t('BookingTakenBy', { name, time: span(first) }),
    isOwn,
    /** BOOK-041: of one day, as it is said; the chip draws arrows where it goes on. */
    part: (item: ScheduleItem): string => {
      const { from, to } = clockOf(item);
      // Given back in its first minute, it has no length.
      if (from && from === to) return from;
      if (from && to) return t('BookingPartFromTo', { from, to });
      if (from) return t('BookingPartFrom', { from });
      return to ? t('BookingPartTo', { to }) : t('BookingPartAll');
    },
    /** BOOK-043: who has it, or why nobody can; what for where one may know. */
    who: (item: ScheduleItem): string => {
      const what =
        item.kind === 'drive'
          ? isOwn(item) && item.driver_id === user.ID
            ? t('BookingYours')
            : item.driver_name
          : t(`BookingKind-${item.kind}`);
      return [item.state === 'requested' ? t('BookingWaitsShort') : '', what, item.purpose ?? ''].filter(Boolean).join(' · ');
    },
    /** What came of it, in a few words. */
    outcome: (item: ScheduleItem): string => {
      const outcome = outcomeOf(item);
      const ended = item.driven_until ?? item.returned_date;
      if (outcome === null || ended === null || outcome === 'released')
        return outcome === null ? '' : t(`BookingOutcome-${outcome}`, { time: '' });
      const [day, time] = [ended.slice(0, 10), ended.slice(11, 16)];
      return t(`BookingOutcome-${outcome}`, { time: day === item.date ? time : `${format.weekday(day)} ${time}` });
    },
    /** When its vehicle was fetched, where that was late; empty where it was not. */
    fetched: (item: ScheduleItem): string => {
      const minutes = fetchedLateMinutes(item);
      if (minutes === null || item.fetched === null) return '';
      const time = item.fetched.slice(0, 10) === item.date ? item.fetched.slice(11, 16) : item.fetched.slice(0, 16);
      return t('BookingFetchedLate', { time, late: format.duration(minutes * 60) });
    },
    /** Who has a vehicle and when, or why nobody drives it; the day goes without saying where it is the one that is asked about. */
    whyTaken: (taken: Taken | undefined, day: string | null): string => {
      const [first] = taken?.taken_by ?? [];
      if (!first) return taken?.closed ? t(`${taken.closed}Short`) : '';
      const time = clock(spanOf(first), day);
      if (first.is_own) return t('BookingBookedThenByYou', { time });
      return first.kind === 'drive'
        ? t('BookingBookedThen', { time, name: first.driver_name })
        : `${t(`BookingKind-${first.kind}`)} ${time}`;
    },
    /** `ABC 123 · Combi`. */
    plate: ({ RegistrationNumber, Model }: Pick<ScheduleVehicle, 'RegistrationNumber' | 'Model'>): string =>
      [RegistrationNumber, Model].filter(Boolean).join(' · '),
  };
}
