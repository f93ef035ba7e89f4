import { addDays } from '@spora/calendar/days';
import { dayIn } from '@spora/calendar/zones';
import { listBookingDrivers, saveBooking, weekOfBookings } from '@spora/contract/bookings/endpoints';
import type { BookingKind } from '@spora/contract/bookings/limits';
import type { Scene } from './story-scene.ts';

interface DemoBooking {
  readonly unit: string;
  /** Days from today. */
  readonly day: number;
  readonly from: string;
  readonly to: string;
  readonly purpose: string;
  /** Which of those who may drive it, by their place in the list. */
  readonly driver: number;
  readonly kind?: BookingKind;
  readonly days?: number;
  readonly weeks?: number;
}

/** A week of a pool that is used: short ones, one over several days, one each week, and a van that is at the workshop. */
const BOOKINGS: readonly DemoBooking[] = [
  { unit: '101 Servicebil Maja', day: 1, from: '08:00', to: '10:30', purpose: 'Kundbesök i Solna', driver: 0 },
  { unit: '101 Servicebil Maja', day: 1, from: '13:00', to: '15:00', purpose: 'Hämta material', driver: 1 },
  { unit: '101 Servicebil Maja', day: 1, from: '15:30', to: '17:00', purpose: 'Leverans', driver: 2 },
  { unit: '101 Servicebil Maja', day: 2, from: '07:30', to: '16:00', purpose: 'Montering', driver: 0, weeks: 3 },
  { unit: '102 Servicebil Jonas', day: 1, from: '09:00', to: '16:00', purpose: 'Mässa i Uppsala', driver: 0, days: 2 },
  { unit: '104 VVS Söder', day: 2, from: '07:00', to: '15:00', purpose: 'Byte av bromsbelägg', driver: 0, kind: 'service' },
  { unit: '113 Uppland service', day: 3, from: '10:00', to: '11:00', purpose: 'Provkörning', driver: 1 },
];

/** Bookings of the days to come, where nobody has booked yet. */
export async function bookCars({ admin, imeiOf, timeZone }: Scene): Promise<void> {
  const { server_time } = await admin.call(weekOfBookings, { query: { Imeis: '', week_day: '2026-01-01' } });
  const today = dayIn(new Date(server_time), timeZone);
  for (const { unit, day, from, to, purpose, driver, kind = 'drive', days = 0, weeks = 1 } of BOOKINGS) {
    const imei = imeiOf(unit);
    const on = addDays(today, day);
    const { BookingSchedules } = await admin.call(weekOfBookings, { query: { Imeis: imei, week_day: on } });
    const isMade = BookingSchedules.some(({ Schedule }) => Schedule.some((item) => item.date === on && item.purpose === purpose));
    if (isMade) continue;
    const { members } = await admin.call(listBookingDrivers, { body: { imei } });
    const driver_id = kind === 'drive' ? (members[driver % members.length]?.ID ?? null) : null;
    const times = { start_date: `${on} ${from}:00`, end_date: `${addDays(on, days)} ${to}:00` };
    await admin.call(saveBooking, { body: { imei, ...times, purpose, driver_id, kind, weeks, skip_taken: false } });
  }
}
