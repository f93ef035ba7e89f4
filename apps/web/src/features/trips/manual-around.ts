import { addDays } from '@spora/calendar/days';
import type { Trip } from '@spora/contract/trips/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../lib/endpoint-query.ts';
import type { Send } from '../../lib/send.ts';
import type { TripPage } from './model.ts';

const DAYS_BEFORE = 14;

/** The unit's trips around a day, as the log tells them to whoever asks: what is proposed for a trip by hand follows from nothing else. */
export const aroundQuery = (send: Send, imei: string, day: string) =>
  queryOptions({
    ...endpointQuery(send, 'trips.generate', {
      body: { from: addDays(day, -DAYS_BEFORE), to: addDays(day, 1), imeis: [imei], descending: true },
    }),
    enabled: imei !== '' && day !== '',
    retry: false,
  });

/** What the trips around one that is entered by hand say of it. Times in ISO format; null while they are not typed. */
export function aroundOf(page: Pick<TripPage, 'trips' | 'ongoing'>, day: string, start: string | null, stop: string | null) {
  const startMs = Date.parse(start ?? '');
  const stopMs = Date.parse(stop ?? '');
  const told = page.trips.filter((trip) => trip.start.time !== null);
  const isOver = (trip: Trip): boolean =>
    trip.stop?.time ? (start === null ? trip.day <= day : Date.parse(trip.stop.time) <= startMs) : trip.day < day;
  const over = page.trips.filter(isOver);
  const drivers = new Map(
    page.trips.flatMap(({ driver_id, driver }) => (driver_id === null || driver === null ? [] : [[driver_id, driver] as const])),
  );
  return {
    /** The unit's trip at that time. */
    clash:
      [...page.ongoing, ...told].find(
        (trip) => Date.parse(trip.start.time ?? '') < stopMs && Date.parse(trip.stop?.time ?? '9999-01-01') > startMs,
      ) ?? null,
    /** The last one before it whose end is told. */
    before: over.find((trip) => trip.stop?.time) ?? null,
    odometerKm: over.reduce<number | null>(
      (most, { stop: end }) => (end && (end.odometer_km ?? -1) > (most ?? -1) ? end.odometer_km : most),
      null,
    ),
    /** Who drove all of them that somebody is known to have driven. */
    driverId: drivers.size === 1 ? ([...drivers.keys()][0] ?? null) : null,
  };
}
