import { addDays } from '@spora/calendar/days';
import { dayIn } from '@spora/calendar/zones';
import { listBookingDrivers, saveBooking, weekOfBookings } from '@spora/contract/bookings/endpoints';
import type { BookingKind } from '@spora/contract/bookings/limits';
import { sql } from 'kysely';
import type { Scene } from './story-scene.ts';

interface DemoBooking {
  readonly unit: string;
  /** Days from today. */
  readonly day: number;
  readonly from: string;
  readonly to: string;
  readonly purpose: string;
  /** Which of those who may drive it, by their place in the list; of what is past without one, who drove it. */
  readonly driver?: number;
  readonly kind?: BookingKind;
  readonly days?: number;
  readonly weeks?: number;
}

/** The days to come of a pool that is used: short ones, one over several days, one each week, and a van that is at the workshop. */
const BOOKINGS: readonly DemoBooking[] = [
  { unit: '101 Servicebil Maja', day: 1, from: '08:00', to: '10:30', purpose: 'Kundbesök i Solna', driver: 0 },
  { unit: '101 Servicebil Maja', day: 1, from: '13:00', to: '15:00', purpose: 'Hämta material', driver: 1 },
  { unit: '101 Servicebil Maja', day: 1, from: '15:30', to: '17:00', purpose: 'Leverans', driver: 2 },
  { unit: '101 Servicebil Maja', day: 2, from: '07:30', to: '16:00', purpose: 'Montering', driver: 0, weeks: 3 },
  { unit: '102 Servicebil Jonas', day: 1, from: '09:00', to: '16:00', purpose: 'Mässa i Uppsala', driver: 0, days: 2 },
  { unit: '104 VVS Söder', day: 2, from: '07:00', to: '15:00', purpose: 'Byte av bromsbelägg', driver: 0, kind: 'service' },
  { unit: '103 Servicebil El', day: 1, from: '08:30', to: '11:30', purpose: 'Felsökning hos kund', driver: 2 },
  { unit: '106 Budbil City', day: 1, from: '12:00', to: '14:00', purpose: 'Hämta ritningar', driver: 1 },
  { unit: '106 Budbil City', day: 2, from: '09:00', to: '10:30', purpose: 'Leverans', driver: 0 },
  { unit: '107 Nattbud Stockholm', day: 2, from: '13:00', to: '16:30', purpose: 'Utbildning', driver: 3 },
  { unit: '103 Servicebil El', day: 3, from: '07:30', to: '12:00', purpose: 'Montering', driver: 0 },
  { unit: '113 Uppland service', day: 3, from: '10:00', to: '11:00', purpose: 'Provkörning', driver: 1 },
  { unit: '109 Taxi natt', day: 4, from: '08:00', to: '12:00', purpose: 'Besiktning', driver: 0, kind: 'inspection' },
  { unit: '110 Rondbil dag', day: 4, from: '13:00', to: '15:30', purpose: 'Kundbesök i Nacka', driver: 1 },
];

/** What was booked before, and for today whatever the hour: no interface takes it. */
const PAST: readonly DemoBooking[] = [
  { unit: '103 Servicebil El', day: 0, from: '07:30', to: '10:00', purpose: 'Kundbesök i Nacka' },
  { unit: '110 Rondbil dag', day: 0, from: '13:00', to: '17:30', purpose: 'Utbildning' },
  { unit: '101 Servicebil Maja', day: -1, from: '07:30', to: '12:00', purpose: 'Montering' },
  { unit: '101 Servicebil Maja', day: -2, from: '13:00', to: '16:00', purpose: 'Kundbesök i Solna' },
  { unit: '101 Servicebil Maja', day: -4, from: '08:00', to: '10:00', purpose: 'Hämta material' },
  { unit: '102 Servicebil Jonas', day: -1, from: '12:30', to: '15:30', purpose: 'Felsökning hos kund' },
  { unit: '102 Servicebil Jonas', day: -3, from: '08:00', to: '16:00', purpose: 'Montering' },
  { unit: '103 Servicebil El', day: -2, from: '09:00', to: '11:00', purpose: 'Leverans' },
  { unit: '104 VVS Söder', day: -1, from: '07:00', to: '11:30', purpose: 'Jour' },
  { unit: '106 Budbil City', day: -3, from: '10:00', to: '12:00', purpose: 'Hämta ritningar', driver: 0 },
  { unit: '107 Nattbud Stockholm', day: -1, from: '14:00', to: '17:00', purpose: 'Leverans' },
  { unit: '104 VVS Söder', day: -8, from: '08:00', to: '11:00', purpose: 'Felsökning hos kund' },
  { unit: '101 Servicebil Maja', day: -10, from: '09:00', to: '15:00', purpose: 'Montering' },
  { unit: '113 Uppland service', day: -4, from: '08:00', to: '15:00', purpose: 'Byte av kamrem', kind: 'service' },
  { unit: '102 Servicebil Jonas', day: -9, from: '08:00', to: '12:00', purpose: 'Service hos kund' },
  { unit: '201 Servicebil Hisingen', day: -8, from: '07:00', to: '16:00', purpose: 'Montering' },
  { unit: '106 Budbil City', day: -9, from: '09:00', to: '15:00', purpose: 'Leverans' },
  { unit: '301 Servicebil Lund', day: -11, from: '07:00', to: '15:00', purpose: 'Felsökning hos kund' },
  { unit: '301 Servicebil Lund', day: -7, from: '08:00', to: '12:00', purpose: 'Leverans' },
  { unit: '102 Servicebil Jonas', day: -15, from: '08:00', to: '15:00', purpose: 'Montering' },
  { unit: '104 VVS Söder', day: -16, from: '07:30', to: '11:00', purpose: 'Kundbesök i Solna' },
  { unit: '101 Servicebil Maja', day: -17, from: '08:00', to: '16:00', purpose: 'Montering' },
];

/** Bookings of the days before and to come, where nobody has booked yet. */
export async function bookCars(scene: Scene): Promise<void> {
  const { admin, imeiOf, timeZone } = scene;
  const { server_time } = await admin.call(weekOfBookings, { query: { Imeis: '', week_day: '2026-01-01' } });
  const today = dayIn(new Date(server_time), timeZone);
  for (const booking of [...PAST, ...BOOKINGS]) {
    const { unit, day, purpose, driver = 0, kind = 'drive' } = booking;
    const imei = imeiOf(unit);
    const on = addDays(today, day);
    const { BookingSchedules } = await admin.call(weekOfBookings, { query: { Imeis: imei, week_day: on } });
    const isMade = BookingSchedules.some(({ Schedule }) => Schedule.some((item) => item.date === on && item.purpose === purpose));
    if (isMade) continue;
    const { members } = await admin.call(listBookingDrivers, { body: { imei } });
    const driver_id = kind === 'drive' ? (members[driver % members.length]?.ID ?? null) : null;
    await (day > 0 ? book : noteBooked)(scene, { ...booking, kind, on, driver_id });
  }
}

interface PlannedBooking extends DemoBooking {
  readonly kind: BookingKind;
  /** The day that it begins. */
  readonly on: string;
  readonly driver_id: number | null;
}

async function book({ admin, imeiOf }: Scene, planned: PlannedBooking): Promise<void> {
  const { unit, on, days = 0, from, to, purpose, driver_id, kind, weeks = 1 } = planned;
  const times = { start_date: `${on} ${from}:00`, end_date: `${addDays(on, days)} ${to}:00` };
  await admin.call(saveBooking, { body: { imei: imeiOf(unit), ...times, purpose, driver_id, kind, weeks, skip_taken: false } });
}

/** Without the rules for what is booked from now on, and with nobody left to be reminded. */
async function noteBooked({ owner, personOf, imeiOf, timeZone }: Scene, planned: PlannedBooking): Promise<void> {
  const { unit, on, from, to, purpose, driver_id, kind } = planned;
  const at = (time: string) => sql`(${`${on} ${time}`}::timestamp AT TIME ZONE ${timeZone})`;
  const whoDrove = sql`(SELECT t.driver_member_id FROM trip t WHERE t.unit_id = f.unit_id AND t.driver_member_id IS NOT NULL
    AND t.started_at < ${at(to)} AND t.ended_at > ${at(from)} ORDER BY t.started_at LIMIT 1)`;
  const named = sql`${driver_id}::bigint`;
  const driver = kind === 'drive' && planned.driver === undefined ? sql`coalesce(${whoDrove}, ${named})` : named;
  await sql`INSERT INTO booking (account_id, unit_id, kind, state, driver_id, booked_by, purpose, during, start_reminded_at,
      end_reminded_at, created_at, changed_at)
    SELECT f.account_id, f.unit_id, ${kind}, 'booked', ${driver}, ${personOf('Maja Lindholt').id}, ${purpose},
      tstzrange(${at(from)}, ${at(to)}), ${at(from)}, ${at(to)}, ${at('00:00')}, ${at('00:00')}
    FROM fitting f JOIN tracker t ON t.id = f.tracker_id WHERE t.imei = ${imeiOf(unit)} AND upper_inf(f.during)`.execute(owner);
}
