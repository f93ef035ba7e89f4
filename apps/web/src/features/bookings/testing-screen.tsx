import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import {
  beginAt,
  completeBrowser,
  type FakeAnswers,
  fakeSend,
  onNarrowScreen,
  renderScreen,
  signedInUser,
} from '../../lib/testing.tsx';
import { BookingScreen } from './screen.tsx';
import type { BookingSearch } from './search.ts';
import { booking, item, NOW, schedule, TODAY, vehicle } from './testing.ts';

/** What tests of the screen need of time and room: call it once in a file. */
export function withRoomAndTime(): void {
  // Nothing has a size in jsdom: the grid draws the rows that would fit.
  beforeAll(() => {
    for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 900 });
  });
  afterAll(() => {
    for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
      Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 0 });
  });
  beginAt(NOW);
  afterEach(cleanup);
}

export const NORTH = '350000000000017';
export const SOUTH = '350000000000025';

export const OWN = { driver_id: 7, driver_name: 'Anna Lindqvist', booked_by: 7, booked_by_name: 'Anna Lindqvist' };
export const cars = (): ScheduleVehicle[] => [
  vehicle({
    Imei: NORTH,
    Name: 'Skåpbil Norr',
    state: 'in-use',
    Schedule: [
      item({ booking_id: 1, date: '2026-11-25', ...OWN, purpose: 'Kundbesök' }),
      item({ booking_id: 2, date: '2026-11-25', start_time: '13:00:00', end_time: '14:00:00', is_editable: false }),
      item({ booking_id: 3, date: '2026-11-25', start_time: '15:00:00', end_time: '16:00:00', state: 'requested' }),
      item({ booking_id: 4, date: '2026-11-26', start_time: '15:00:00', end_time: '24:00:00', continues_after: true }),
      item({ booking_id: 4, date: '2026-11-27', start_time: '00:00:00', end_time: '09:00:00', continues_before: true }),
    ],
  }),
  vehicle({
    Imei: SOUTH,
    Name: 'Arbetsbil Syd',
    RegistrationNumber: 'XYZ 987',
    Model: 'Van',
    state: 'in-service',
    Schedule: [item({ booking_id: 5, date: TODAY, kind: 'service', driver_id: null, driver_name: '', imei: SOUTH })],
  }),
];
export const NONE_FOUND = { vehicles: [], taken: [], driver_elsewhere: [], own_department: null, departments: [] };
export const FREE = {
  occurrences: [{ start_date: '', end_date: '', closed: null, taken_by: [] }],
  free: [],
  hand_over_before: null,
  in_use_now: false,
  driver_elsewhere: [],
  overdue: [],
};

export async function openBookings(
  parts: {
    answers?: FakeAnswers;
    search?: BookingSearch;
    admin?: boolean;
    phone?: boolean;
    cars?: ScheduleVehicle[];
    around?: (page: ReactNode) => ReactNode;
  } = {},
) {
  const { admin = true, around = (page) => page } = parts;
  const send = fakeSend({
    'bookings.week': () => schedule(parts.cars ?? cars(), { can: { choose_driver: admin, administer: admin } }),
    'bookings.month': () => schedule(parts.cars ?? cars(), { can: { choose_driver: admin, administer: admin } }),
    'bookings.requests': () => [],
    'bookings.check': () => FREE,
    'bookings.drivers': () => ({
      members: [
        { ID: 7, FirstName: 'Anna', full_name: 'Anna Lindqvist' },
        { ID: 9, FirstName: 'Kari', full_name: 'Kari Olsen' },
      ],
    }),
    'bookings.get': ({ params }) => booking({ id: Number(params.id) }),
    'bookings.save': () => ({ id: 99, ids: [99], state: 'booked', skipped: [] }),
    'bookings.update': () => ({ id: 1, state: 'booked' }),
    'bookings.delete': () => ({ deleted: 1, in_row_with: null }),
    'bookings.return': () => booking({ id: 1, phase: 'past' }),
    'bookings.decide': () => booking({ id: 3 }),
    'bookings.find': () => NONE_FOUND,
    'units.list': () => ({ units: [] }),
    ...parts.answers,
  });
  const last: { search: BookingSearch } = { search: parts.search ?? {} };
  function Page() {
    const [search, setSearch] = useState(last.search);
    last.search = search;
    return (
      <BookingScreen
        search={search}
        onSearch={(patch) =>
          setSearch((before) =>
            Object.fromEntries(Object.entries({ ...before, ...patch }).filter(([, each]) => each !== undefined)),
          )
        }
      />
    );
  }
  completeBrowser();
  if (parts.phone) onNarrowScreen();
  await renderScreen(around(<Page />), { send, language: 'sv', user: signedInUser({ IsAdmin: admin }) });
  const bodies = (id: string) => send.requests.filter((each) => each.id === id).map(({ body }) => body);
  return { send, bodies, last };
}
export const rowOf = async (name: string | RegExp) =>
  (await screen.findByRole('rowheader', { name })).closest<HTMLElement>('[role=row]')!;
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
export const dialog = () => screen.findByRole('dialog');
export const chip = (name: string | RegExp) => screen.findByRole('button', { name });

/** A part of a day's field. */
export const partOfDay = (label: string, part: 'year' | 'month' | 'day') =>
  within(screen.getByRole('group', { name: label })).getByRole('spinbutton', { name: new RegExp(`^${part}, `) });
export const dayIn = (label: string): string =>
  (['year', 'month', 'day'] as const).map((part) => partOfDay(label, part).getAttribute('aria-valuenow')).join('-');
