import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSend } from '../../lib/send-context.tsx';
import { useUser } from '../../lib/session-context.tsx';
import { drivableQuery } from './queries.ts';

/** Access that is given meanwhile is seen the next time. */
const KNOWN_MS = 60_000;

/** Where a booking cannot be put, as its driver has no access to the vehicle, and who that is. */
export interface NoAccess {
  readonly name: string;
  readonly imeis: ReadonlySet<string>;
}
const NOWHERE: NoAccess = { name: '', imeis: new Set() };

/** BOOK-037, BOOK-044: of a booking that is held, the vehicles that its driver may not have; only administrators are told of others. */
export function useNoAccess(vehicles: readonly ScheduleVehicle[], bookingId: number | null): NoAccess {
  const user = useUser();
  const held = bookingId === null ? undefined : vehicles.find(({ Schedule }) => Schedule.some(isOf(bookingId)));
  const item = bookingId === null ? undefined : held?.Schedule.find(isOf(bookingId));
  const driverId = user.IsAdmin && item?.kind === 'drive' && item.driver_id !== user.ID ? item.driver_id : null;
  const { data } = useQuery({
    ...drivableQuery(useSend(), driverId ?? 0),
    enabled: driverId !== null,
    staleTime: KNOWN_MS,
    retry: false,
  });
  return useMemo(() => {
    if (driverId === null || !data || !item) return NOWHERE;
    const drivable = new Set(data.imeis);
    // Where it stands it may stay.
    const others = vehicles.filter(({ Imei }) => Imei !== held?.Imei && !drivable.has(Imei));
    return { name: item.driver_name, imeis: new Set(others.map(({ Imei }) => Imei)) };
  }, [driverId, data, item, held?.Imei, vehicles]);
}

const isOf =
  (bookingId: number) =>
  ({ booking_id }: { readonly booking_id: number }): boolean =>
    booking_id === bookingId;
