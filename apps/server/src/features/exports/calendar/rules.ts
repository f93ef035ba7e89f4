import type { ICalCalendar } from 'ical-generator';
import type { Trip } from '@spora/contract/trips/endpoints';
import { addressOf, type Words } from '../rules.ts';

/** What calendar programs still take at once. */
export const CALENDAR_MOST = 2000;

/**
 * Fills `calendar` with trips as their reader may see them, each from its start to its stop. Of a masked one the day and the distance
 * are told (TRIP-032), as a whole day. A trip keeps its UID, also through a rebuild.
 */
export function fillCalendar(
  calendar: ICalCalendar,
  trips: readonly Trip[],
  words: Words,
  { now, boatIds }: { now: Date; boatIds: ReadonlySet<number> },
): void {
  const { t, typeName, format } = words;
  calendar.name(t('TripCalendarName'));
  if (trips.length >= CALENDAR_MOST) calendar.description(t('TripCalendarMost', { count: format.number(CALENDAR_MOST) }));
  for (const trip of trips) {
    if (!trip.stop) continue;
    const common = {
      id: `trip-${trip.id}@spora`,
      stamp: now,
      summary: `${trip.unit_name}: ${trip.purpose || typeName(trip.type)}`,
    };
    const distance = boatIds.has(trip.unit_id) ? format.nauticalMiles(trip.distance_m) : format.km(trip.distance_m);
    if (trip.start.time === null || trip.stop.time === null) {
      const day = new Date(`${trip.day}T00:00:00Z`);
      calendar.createEvent({ ...common, start: day, timezone: 'UTC', allDay: true, description: distance });
      continue;
    }
    const [from, to] = [addressOf(trip.start, words), addressOf(trip.stop, words)];
    const lines = [
      from && t('TripCalendarFrom', { place: from }),
      to && t('TripCalendarTo', { place: to }),
      trip.visited,
      `${typeName(trip.type)}, ${distance}`,
      trip.driver && t('TripCalendarDriver', { name: trip.driver }),
    ];
    const [start, end] = [new Date(trip.start.time), new Date(trip.stop.time)];
    calendar.createEvent({ ...common, start, end, location: to, description: lines.filter(Boolean).join('\n') });
  }
}
