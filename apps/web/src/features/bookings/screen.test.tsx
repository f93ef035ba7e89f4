import type { ScheduleItem, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { joinList } from '../trips/public/trip-search.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import {
  completeBrowser,
  type FakeAnswers,
  fakeSend,
  onNarrowScreen,
  readAs,
  renderScreen,
  signedInUser,
} from '../../lib/testing.tsx';
import { BookingScreen } from './screen.tsx';
import type { BookingSearch } from './search.ts';
import { booking, item, NOW, schedule, TODAY, vehicle } from './testing.ts';

const NORTH = '350000000000017';
const SOUTH = '350000000000025';

// Nothing has a size in jsdom: the grid draws the rows that would fit.
beforeAll(() => {
  for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 900 });
});
afterAll(() => {
  for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => 0 });
});
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const OWN = { driver_id: 7, driver_name: 'Anna Lindqvist', booked_by: 7, booked_by_name: 'Anna Lindqvist' };
const cars = (): ScheduleVehicle[] => [
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
const NONE_FOUND = { vehicles: [], taken: [], driver_elsewhere: [], own_department: null, departments: [] };
const FREE = { occurrences: [{ start_date: '', end_date: '', closed: null, taken_by: [] }], free: [], driver_elsewhere: [] };

async function open(
  parts: { answers?: FakeAnswers; search?: BookingSearch; admin?: boolean; phone?: boolean; cars?: ScheduleVehicle[] } = {},
) {
  const { admin = true } = parts;
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
    'bookings.delete': () => ({ deleted: 1 }),
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
  await renderScreen(<Page />, { send, language: 'sv', user: signedInUser({ IsAdmin: admin }) });
  const bodies = (id: string) => send.requests.filter((each) => each.id === id).map(({ body }) => body);
  return { send, bodies, last };
}
const rowOf = async (name: string | RegExp) =>
  (await screen.findByRole('rowheader', { name })).closest<HTMLElement>('[role=row]')!;
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => screen.findByRole('dialog');
const chip = (name: string | RegExp) => screen.findByRole('button', { name });

test('BOOK-002, BOOK-045: a row has name, plate, model and what the vehicle does just now; seven days, today among them', async () => {
  await open();
  const row = await rowOf(/Skåpbil Norr/);
  for (const text of ['Skåpbil Norr', 'ABC 123 · Combi', 'Används']) expect(row.textContent).toContain(text);
  expect((await rowOf(/Arbetsbil Syd/)).textContent).toContain('På service');
  expect(within(row).getAllByRole('gridcell')).toHaveLength(7);
  const today = screen.getByRole('columnheader', { name: /tisdag 24 november/ });
  expect(today.getAttribute('aria-current')).toBe('date');
  expect(today.textContent).toContain('Nu 09:20');
});

test('BOOK-007, BOOK-041, BOOK-043: two bookings by start, the rest behind +1; arrows of continued days; own, waiting and blocked in words', async () => {
  await open();
  const [, , wednesday, thursday, friday] = within(await rowOf(/Skåpbil Norr/)).getAllByRole('gridcell');
  const chips = within(wednesday!).getAllByRole('button');
  expect(chips.map(({ textContent }) => textContent.split(',')[0])).toEqual([
    '10:00–12:00 Din · Kundbesök onsdag 25 november',
    '13:00–14:00 Kari Olsen onsdag 25 november',
    '+1 till på Skåpbil Norr',
    '',
  ]);
  expect(within(thursday!).getByRole('button', { name: /från 15:00/ })).toBeDefined();
  expect(within(friday!).getByRole('button', { name: /till 09:00/ })).toBeDefined();
  expect(
    within(await rowOf(/Arbetsbil Syd/)).getByRole('button', { name: /^10:00–12:00 Service tisdag 24 november/ }),
  ).toBeDefined();
});

test('BOOK-008, CONST-029: the rest of a day opens by pointing, and by keyboard, where it takes the focus and gives it back', async () => {
  await open();
  const more = await chip(/1 till på Skåpbil Norr, onsdag/);
  fireEvent.pointerEnter(more, { pointerType: 'mouse' });
  const list = await screen.findByRole('group', { name: 'Skåpbil Norr, onsdag 25 november' });
  expect(within(list).getAllByRole('button')).toHaveLength(3);
  expect(within(list).getByRole('button', { name: /^15:00–16:00 Väntar · Kari Olsen Väntar på godkännande/ })).toBeDefined();
  fireEvent.pointerLeave(list, { pointerType: 'mouse' });
  await waitFor(() => expect(screen.queryByRole('group', { name: /Skåpbil Norr, onsdag/ })).toBeNull());
  more.focus();
  await userEvent.keyboard('{Enter}');
  const again = await screen.findByRole('group', { name: /Skåpbil Norr, onsdag/ });
  await waitFor(() => expect(again.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{ArrowDown}{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(more));
});

test('BOOK-003, BOOK-004: the month is named, previous ends at the oldest week, today leads back', async () => {
  const { last, send } = await open({ search: { week: '2026-11-09' } });
  expect(await screen.findByText('Vecka 46, november 2026')).toBeDefined();
  const before = await chip('Föregående vecka');
  expect([before.hasAttribute('disabled'), before.title]).toEqual([true, 'Den första bokningen är från tisdag 10 november.']);
  await press('Nästa vecka');
  expect(last.search.week).toBe('2026-11-16');
  expect(send.requests.some(({ id, query }) => id === 'bookings.week' && query?.['week_day'] === '2026-11-16')).toBe(true);
  expect((await chip('Föregående vecka')).hasAttribute('disabled')).toBe(false);
  await press('I dag');
  expect(last.search.week).toBeUndefined();
});

const pastCars = (): ScheduleVehicle[] => {
  const drive = (booking_id: number, date: string, over: Partial<ScheduleItem>) =>
    item({ booking_id, date, is_editable: false, ...over });
  return [
    vehicle({
      Imei: NORTH,
      Name: 'Skåpbil Norr',
      Schedule: [
        drive(1, '2026-11-17', { was_driven: true }),
        drive(2, '2026-11-17', { start_time: '13:00:00', was_driven: true, driven_until: '2026-11-17 12:40:00' }),
        drive(3, '2026-11-19', { was_driven: false }),
        drive(4, '2026-11-19', { start_time: '13:00:00', state: 'released', was_driven: false }),
        drive(5, '2026-11-20', {
          end_time: '24:00:00',
          continues_after: true,
          was_driven: true,
          returned_date: '2026-11-21 09:10:00',
        }),
        drive(5, '2026-11-21', {
          start_time: '00:00:00',
          continues_before: true,
          was_driven: true,
          returned_date: '2026-11-21 09:10:00',
        }),
      ],
    }),
    vehicle({ Imei: SOUTH, Name: 'Arbetsbil Syd' }),
  ];
};

test('BOOK-004: a week that is over says so, what came of its bookings, and leaves out what nobody had booked', async () => {
  await open({ search: { week: '2026-11-16' }, cars: pastCars() });
  const over = (await screen.findByText('Veckan är över: 5 bokningar')).parentElement!;
  for (const text of ['1 kördes', '1 kördes längre än bokat', '1 lämnades tillbaka i förtid', '1 utan körning', '1 släpptes'])
    within(over).getByText(text);
  for (const [name, what] of [
    [/^10:00–12:00 .* tisdag 17 november/, 'Kördes'],
    [/^13:00–12:00 .* tisdag 17 november/, 'Kördes till 12:40'],
    [/^10:00–12:00 .* torsdag 19 november/, 'Ingen körning'],
    [/^13:00–12:00 .* torsdag 19 november/, 'Släppt: ingen kom'],
    [/ lördag 21 november/, 'Lämnades tillbaka 09:10'],
  ] as const)
    expect((await chip(name)).textContent).toContain(what);
  expect((await chip(/ fredag 20 november/)).textContent).not.toContain('Lämnades');
  expect(screen.queryByRole('rowheader', { name: /Arbetsbil Syd/ })).toBeNull();
  await press('Visa även 1 obokat fordon');
  expect(await rowOf(/Arbetsbil Syd/)).toBeDefined();
});

test('BOOK-049: on a phone a past week lists its days with what came of each booking; with all vehicles it is one day of them', async () => {
  await open({ search: { week: '2026-11-16' }, cars: pastCars(), phone: true });
  const day = within(await screen.findByRole('region', { name: 'tisdag 17 november' }));
  expect(day.getByText('Kördes till 12:40')).toBeDefined();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'tisdag 17 november',
    'torsdag 19 november',
    'fredag 20 november',
    'lördag 21 november',
  ]);
  expect(screen.queryByText('Arbetsbil Syd')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Hitta ett fordon' }), 'nothing is looked for in a week that is over').toBeNull();
  expect(screen.getByText('Vecka 47, nov')).toBeDefined();
  await press('Visa även 1 obokat fordon');
  const days = within(await screen.findByRole('group', { name: 'Dagar i veckan' })).getAllByRole('button');
  expect(days.map(({ title }) => title)).toEqual(['', '2 bokningar', '', '2 bokningar', '1 bokning', '1 bokning', '']);
  expect(screen.getByText('Arbetsbil Syd')).toBeDefined();
  cleanup();
  await open({ search: { week: '2026-11-09' }, phone: true });
  expect(screen.queryByText(/Den första bokningen/), 'no line over a week that is not over').toBeNull();
});

test('BOOK-003: a finger that presses the way to an earlier week is told which booking is the first', async () => {
  await open({ search: { week: '2026-11-09' }, phone: true });
  const before = await chip('Föregående vecka');
  expect(before.hasAttribute('disabled')).toBe(false);
  const said = screen.getAllByText('Den första bokningen är från tisdag 10 november.').length;
  await userEvent.click(before);
  expect(await screen.findAllByText('Den första bokningen är från tisdag 10 november.')).toHaveLength(said + 1);
});

test('BOOK-004: a cell says how late a vehicle was, and keys are told only where something can be moved', async () => {
  await open({ search: { week: '2026-11-16' }, cars: pastCars() });
  expect((await chip(/^13:00–12:00 .* tisdag 17 november/)).textContent).toMatch(/\+40\smin/);
  expect(screen.queryByText(/Alt \+ pil/)).toBeNull();
  cleanup();
  await open();
  expect(await screen.findByText(/Alt \+ pil/)).toBeDefined();
});

test('BOOK-004: a booking that is over opens with what came of it: when, how late, by whom; the hand-over waits behind a button', async () => {
  const late = booking({
    id: 1,
    phase: 'past',
    start_date: '2026-11-17 12:00:00',
    end_date: '2026-11-17 15:00:00',
    was_driven: true,
    driven_until: '2026-11-17 15:08:00',
    driven: {
      trips: 7,
      distance_m: 30_600,
      from: '2026-11-17 11:58:00',
      was_out: false,
      until: '2026-11-17 15:08:00',
      drivers: ['Kari Olsen'],
      log_drivers: [],
      log_driver_ids: [7, 9],
    },
    can: { edit: false, delete: false, return: false, hand_over: true, decide: false },
  });
  const undriven = {
    trips: 0,
    distance_m: 0,
    from: null,
    was_out: false,
    until: null,
    drivers: [],
    log_drivers: [],
    log_driver_ids: [],
  };
  const said: string[] = [];
  const fetchedLate = { ...late.driven!, from: '2026-11-17 12:42:00', drivers: [], log_drivers: ['Jonas Ek'] };
  const service = { ...late, kind: 'service' as const, driven_until: null, driven: { ...fetchedLate, log_drivers: [] } };
  const outcomes = [
    late,
    { ...late, was_driven: false, driven_until: null, driven: undriven },
    { ...late, driven_until: null, fetched: '2026-11-17 12:42:00', driven: fetchedLate },
    { ...late, driven_until: null, driven: { ...fetchedLate, was_out: true, log_drivers: [] } },
    service,
  ];
  for (const told of outcomes) {
    await open({ search: { week: '2026-11-16', booking: 1 }, cars: pastCars(), answers: { 'bookings.get': () => told } });
    const sheet = within(await dialog());
    said.push((await sheet.findByText(/^Kördes 1|^Ingen körning/)).parentElement!.textContent.replaceAll(/\s/g, ' '));
    expect(sheet.queryByRole('textbox')).toBeNull();
    expect(sheet.getByRole('button', { name: 'Skriv en överlämning' })).toBeDefined();
    cleanup();
  }
  expect(said).toEqual([
    'Kördes 11:58–15:088 min efter bokningens slutKördes av Kari Olsen7 resor30,6 kmVisa i körjournalen',
    'Ingen körning',
    'Kördes 12:42–15:08Hämtades 42 min efter bokningens börjanI körjournalen står Jonas Ek: ingen hade checkat in7 resor30,6 kmVisa i körjournalen',
    // It was out before the booking began: nobody fetched it late.
    'Kördes 12:42–15:087 resor30,6 kmVisa i körjournalen',
    // A vehicle at the workshop that was driven all the same.
    'Kördes 12:42–15:087 resor30,6 kmVisa i körjournalen',
  ]);
});

test('BOOK-004: the way to the log of a booking that is over leads to its vehicle and its drivers', async () => {
  const driven = { trips: 7, distance_m: 30_600, from: '2026-11-17 11:58:00', was_out: false, until: '2026-11-17 14:00:00' };
  const told = booking({
    id: 1,
    phase: 'past',
    start_date: '2026-11-17 12:00:00',
    end_date: '2026-11-17 15:00:00',
    driven: { ...driven, drivers: [], log_drivers: [], log_driver_ids: [7, 9] },
    can: { edit: false, delete: false, return: false, hand_over: false, decide: false },
  });
  await open({ search: { week: '2026-11-16', booking: 1 }, cars: pastCars(), answers: { 'bookings.get': () => told } });
  const link = await within(await dialog()).findByRole('link', { name: 'Visa i körjournalen' });
  expect(new URL(link.getAttribute('href')!, 'https://x').searchParams.get('drivers')).toBe(joinList(['7', '9']));
});

test('BOOK-004: a vehicle that was fetched late is said to be, in its box and in the sum, and how late is late is told', async () => {
  const cars = [
    vehicle({
      Imei: NORTH,
      Name: 'Skåpbil Norr',
      Schedule: [
        item({ booking_id: 1, date: '2026-11-17', is_editable: false, was_driven: true, fetched: '2026-11-17 10:42:00' }),
        item({ booking_id: 2, date: '2026-11-18', is_editable: false, was_driven: true }),
      ],
    }),
    vehicle({ Imei: SOUTH, Name: 'Arbetsbil Syd' }),
  ];
  const said = /^Hämtades 10:42, 42\smin sent$/;
  for (const phone of [false, true]) {
    await open({ search: { week: '2026-11-16' }, cars, phone });
    const over = (await screen.findByText('Veckan är över: 2 bokningar')).parentElement!;
    within(over).getByText('varav 1 hämtades sent');
    within(over).getByText(/^Upp till 5 minuter räknas som i tid/);
    expect(await screen.findAllByText(said)).toHaveLength(1);
    expect((await chip(/tisdag 17 november/)).textContent).toContain('Kördes');
    cleanup();
  }
});

test('BOOK-004: what was removed from a week is told under it, folded: whose it was, when it would have been, and who removed it when', async () => {
  const gone = { unit_name: 'Skåpbil Norr', driver_name: 'Jonas Ek', purpose: 'Kundbesök', removed_by: 'Maja Ek' };
  const at = { start_date: '2026-11-17 12:00:00', end_date: '2026-11-17 14:00:00', removed_at: '2026-11-16 09:31:00' };
  for (const search of [{ week: '2026-11-16' }, {}]) {
    await open({
      search,
      cars: pastCars(),
      answers: { 'bookings.week': () => schedule(pastCars(), { removed: [{ ...gone, ...at }] }) },
    });
    const list = (await screen.findByText('1 avbokad')).closest('details')!;
    expect(list.open).toBe(false);
    expect(list.textContent).toMatch(/Skåpbil Norr.*12:00–14:00.*Jonas Ek · Kundbesök.*Avbokad av Maja Ek 2026-11-16 09:31/);
    cleanup();
  }
});

test('BOOK-003: while another week comes it is still today, and a week of two months names both', async () => {
  await open({
    answers: {
      'bookings.week': ({ query }) => (query.week_day === '2026-11-30' ? new Promise(() => undefined) : schedule(cars())),
    },
  });
  await rowOf(/Skåpbil Norr/);
  await press('Nästa vecka');
  expect(await screen.findByText('Vecka 49, nov–dec 2026')).toBeDefined();
  await press('I dag');
  expect(await screen.findByText('Vecka 48, november 2026')).toBeDefined();
});

test('NFR-006, BOOK-003: a week that cannot be had leaves the way to the others', async () => {
  const next = '2026-11-30';
  await open({
    answers: {
      'bookings.week': ({ query }) => {
        if (query.week_day === next) throw new ApiError(0, 'NetworkError');
        return schedule(cars(), { can: { choose_driver: true, administer: true } });
      },
    },
  });
  await screen.findByText('Skåpbil Norr');
  await press('Nästa vecka');
  await screen.findByRole('button', { name: 'Försök igen' });
  await press('Föregående vecka');
  expect(await screen.findByText('Skåpbil Norr')).toBeDefined();
});

test('BOOK-005, BOOK-006, BOOK-039: search and sort stay in the address, also after a booking', async () => {
  const { last } = await open({ search: { q: 'xyz987', sort: '-name' } });
  expect(await rowOf(/Arbetsbil Syd/)).toBeDefined();
  expect(screen.queryByRole('rowheader', { name: /Skåpbil/ })).toBeNull();
  await press('Boka Arbetsbil Syd, onsdag 25 november');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Möte');
  await press('Boka');
  expect(await screen.findByText(/^Fordonet är bokat\. /)).toBeDefined();
  expect(last.search).toEqual({ q: 'xyz987', sort: '-name' });
  await press('Modell');
  expect(last.search.sort).toBe('model');
});

test('BOOK-009, BOOK-017, BOOK-020, BOOK-022, BOOK-026, BOOK-038, ERR-026: an empty cell starts a booking of that vehicle and day, with the next full hour', async () => {
  const { bodies } = await open();
  await press('Boka Skåpbil Norr, lördag 28 november');
  expect(within(await dialog()).getByText('Skåpbil Norr')).toBeDefined();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Leverans');
  await waitFor(() => expect(within(screen.getByRole('combobox', { name: 'Förare' })).getAllByRole('option')).toHaveLength(3));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Förare' }), '9');
  await press('Boka');
  expect(await screen.findByText(/^Fordonet är bokat\. /)).toBeDefined();
  expect(bodies('bookings.save')).toEqual([
    {
      imei: NORTH,
      start_date: '2026-11-28 10:00:00',
      end_date: '2026-11-28 11:00:00',
      purpose: 'Leverans',
      driver_id: 9,
      kind: 'drive',
      weeks: 1,
      skip_taken: false,
    },
  ]);
});

test('BOOK-037, DEC-31: who is no administrator books for themselves, and no list of drivers is loaded', async () => {
  const { bodies, send } = await open({ admin: false });
  await press('Boka Skåpbil Norr, lördag 28 november');
  expect(within(await dialog()).getByText('Anna Lindqvist')).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Förare' })).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Gäller' })).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Ärende' }), 'Möte');
  await press('Boka');
  await waitFor(() => expect(bodies('bookings.save')).toMatchObject([{ driver_id: 7, kind: 'drive' }]));
  expect(send.requests.map(({ id }) => id)).not.toContain('bookings.drivers');
});

test('BOOK-017, BOOK-032, BOOK-033, ERR-024: without a vehicle, a driver and a purpose nothing is sent; the driver waits for the vehicle', async () => {
  const { bodies } = await open();
  await press('Ny bokning');
  const driver = await screen.findByRole('combobox', { name: 'Förare' });
  expect(driver.hasAttribute('disabled')).toBe(true);
  await press('Boka');
  expect(await screen.findByText('Välj ett fordon.')).toBeDefined();
  expect(screen.getByText('Ange ett ärende.')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Fordon' }), NORTH);
  await waitFor(() => expect(driver.hasAttribute('disabled')).toBe(false));
  await userEvent.selectOptions(driver, '');
  expect(await screen.findByText('Välj en förare.')).toBeDefined();
  expect(bodies('bookings.save')).toEqual([]);
});

test('BOOK-032, CONST-027, ERR-024: the 101st character of a purpose is refused and said', async () => {
  await open();
  await press('Boka Skåpbil Norr, lördag 28 november');
  const purpose = await screen.findByRole('textbox', { name: 'Ärende' });
  await userEvent.click(purpose);
  await userEvent.paste('a'.repeat(101));
  expect((purpose as HTMLInputElement).value).toHaveLength(100);
  expect(screen.getByText('Ärendet får vara högst 100 tecken.')).toBeDefined();
});

test('BOOK-028, ERR-022, DEC-24: a start that has passed today is put to now, and that is said', async () => {
  await open();
  await press('Boka Skåpbil Norr, tisdag 24 november');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Från, tid' }), '08:00');
  expect(await screen.findByText('Den tiden har passerat i dag. Starten flyttades till nu.')).toBeDefined();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Från, tid' }).value).toBe('09:30');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Till, tid' }), '08:00');
  expect(await screen.findByText('Den tiden har passerat i dag. Slutet flyttades till om en timme.')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Till, tid' }), '14:00');
  expect(screen.queryByText(/flyttades till/)).toBeNull();
});

/** A part of a day's field. */
const partOfDay = (label: string, part: 'year' | 'month' | 'day') =>
  within(screen.getByRole('group', { name: label })).getByRole('spinbutton', { name: new RegExp(`^${part}, `) });
const dayIn = (label: string): string =>
  (['year', 'month', 'day'] as const).map((part) => partOfDay(label, part).getAttribute('aria-valuenow')).join('-');

test.each([
  ['a new booking', 'Boka Skåpbil Norr, tisdag 24 november'],
  ['the search for a vehicle', 'Hitta ett fordon'],
])('BOOK-017: in %s a start day typed with two digits leaves the end an hour behind the start', async (_, way) => {
  await open();
  await press(way);
  await dialog();
  await userEvent.click(partOfDay('Från, dag', 'day'));
  await userEvent.keyboard('28');
  await waitFor(() => expect(dayIn('Från, dag')).toBe('2026-11-28'));
  expect(dayIn('Till, dag')).toBe('2026-11-28');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Från, tid' }).value).toBe('10:00');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Till, tid' }).value).toBe('11:00');
});

test('BOOK-028, DEC-24: 09:00 chosen before the day is 09:00 of the day that is chosen then', async () => {
  await open();
  await press('Boka Skåpbil Norr, tisdag 24 november');
  const time = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Från, tid' });
  await userEvent.selectOptions(time, '09:00');
  expect(time.value).toBe('09:30');
  await userEvent.click(partOfDay('Från, dag', 'day'));
  await userEvent.keyboard('25');
  await waitFor(() => expect(time.value).toBe('09:00'));
  expect(dayIn('Till, dag')).toBe('2026-11-25');
  expect(screen.queryByText(/flyttades till/)).toBeNull();
});

test('BOOK-040, DEC-26, ERR-023: who has the vehicle and the free times stay beside the entries, and one tap takes a time', async () => {
  let isTaken = true;
  const { bodies } = await open({
    answers: {
      'bookings.save': () => {
        if (isTaken) throw new ApiError(409, 'AlreadyBooked');
        return { id: 9, ids: [9], state: 'booked', skipped: [] };
      },
      'bookings.check': ({ body }) =>
        body.start_date.includes('10:00')
          ? {
              occurrences: [
                {
                  start_date: body.start_date,
                  end_date: body.end_date,
                  closed: null,
                  taken_by: [
                    {
                      start_date: '2026-11-28 09:00:00',
                      end_date: '2026-11-28 12:00:00',
                      driver_name: 'Kari Olsen',
                      kind: 'drive',
                      state: 'booked',
                    },
                  ],
                },
              ],
              free: [{ start_date: '2026-11-28 12:00:00', end_date: '2026-11-28 13:00:00' }],
              driver_elsewhere: [
                { start_date: '2026-11-28 10:00:00', end_date: '2026-11-28 11:00:00', unit_name: 'Arbetsbil Syd' },
              ],
            }
          : FREE,
    },
  });
  await press('Boka Skåpbil Norr, lördag 28 november');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Leverans');
  expect(await screen.findByText(readAs('Kari Olsen, lör 2026-11-28 09:00–12:00'))).toBeDefined();
  expect(screen.getByText(/^Arbetsbil Syd, lör/)).toBeDefined();
  await press('Boka');
  expect(await screen.findByText('Fordonet är redan bokat då.')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Ärende' }).value).toBe('Leverans');
  isTaken = false;
  await press('lör 2026-11-28 12:00–13:00');
  expect(await screen.findByText('Fordonet är ledigt då.')).toBeDefined();
  await press('Boka');
  await waitFor(() => expect(bodies('bookings.save').at(-1)).toMatchObject({ start_date: '2026-11-28 12:00:00' }));
});

test('BOOK-040: no time is called free before it was asked about', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<typeof FREE>();
  await open({
    answers: {
      'bookings.check': ({ body }) => (body.start_date.includes('10:00') ? FREE : late),
    },
  });
  await press('Boka Skåpbil Norr, lördag 28 november');
  expect(await screen.findByText('Fordonet är ledigt då.')).toBeDefined();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Från, tid' }), '11:00');
  expect(screen.queryByText('Fordonet är ledigt då.')).toBeNull();
  expect(screen.getByText(/^Kontrollerar/)).toBeDefined();
  answer(FREE);
  expect(await screen.findByText('Fordonet är ledigt då.')).toBeDefined();
});

test('BOOK-040: a time at which the account lets nobody drive says so, with the nearest at which one may', async () => {
  await open({
    answers: {
      'bookings.check': ({ body }) => ({
        occurrences: [
          {
            start_date: body.start_date,
            end_date: body.end_date,
            closed: body.start_date.includes('10:00') ? ('BookingOutsideHours' as const) : null,
            taken_by: [],
          },
        ],
        free: [{ start_date: '2026-11-30 08:00:00', end_date: '2026-11-30 09:00:00' }],
        driver_elsewhere: [],
      }),
    },
  });
  await press('Boka Skåpbil Norr, lördag 28 november');
  expect(await screen.findByRole('heading', { name: 'Det är utanför fordonets arbetstider.' })).toBeDefined();
  await press('mån 2026-11-30 08:00–09:00');
  expect(await screen.findByText('Fordonet är ledigt då.')).toBeDefined();
});

test('BOOK-050: before a row of weeks is booked the taken ones are listed, and can be left out', async () => {
  const { bodies } = await open({
    answers: {
      'bookings.check': ({ body }) => ({
        occurrences: Array.from({ length: Number(body.weeks ?? 1) }, (_, week) => ({
          start_date: `2026-12-${String(5 + week * 7 - 7).padStart(2, '0')} 10:00:00`,
          end_date: '2026-12-05 11:00:00',
          closed: week === 2 ? ('BookingOutsideHours' as const) : null,
          taken_by:
            week === 1
              ? [
                  {
                    start_date: '2026-12-05 10:00:00',
                    end_date: '2026-12-05 11:00:00',
                    driver_name: 'Kari Olsen',
                    kind: 'drive' as const,
                    state: 'booked' as const,
                  },
                ]
              : [],
        })),
        free: [],
        driver_elsewhere: [],
      }),
      'bookings.save': () => ({ id: 1, ids: [1, 2], state: 'booked', skipped: ['2026-12-05 10:00:00'] }),
    },
  });
  await press('Boka Skåpbil Norr, lördag 28 november');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Montage');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Upprepa' }), '3');
  expect(await screen.findByText('Inte ledigt i 2 av 3 veckor')).toBeDefined();
  expect(screen.getByText('lördag 5 december: Kari Olsen')).toBeDefined();
  expect(screen.getByText('lördag 12 december: utanför arbetstiderna')).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Hoppa över veckorna då det inte är ledigt' }));
  await press('Boka');
  await waitFor(() => expect(bodies('bookings.save')).toMatchObject([{ weeks: 3, skip_taken: true }]));
  expect(await screen.findByText(/hoppades över: lördag 5 december/)).toBeDefined();
});

test('BOOK-009, BOOK-016, BOOK-025, BOOK-038, ERR-026, ERR-041: a booking opens for change with its whole time, and sends what it was', async () => {
  const { bodies } = await open();
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  const purpose = await screen.findByRole('textbox', { name: 'Ärende' });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Till, tid' }).value).toBe('12:00');
  await userEvent.clear(purpose);
  await userEvent.type(purpose, 'Service hos kund');
  await press('Spara');
  expect(await screen.findByText('Bokningen är ändrad.')).toBeDefined();
  expect(bodies('bookings.update')).toMatchObject([
    { id: '1', purpose: 'Service hos kund', was: { purpose: 'Kundbesök', start_date: '2026-11-25 10:00:00' } },
  ]);
});

test('BOOK-016: a booking is moved to another vehicle that is free where it is changed, and back by undoing it', async () => {
  const third = vehicle({ Imei: '350000000000033', Name: 'Minibuss', RegistrationNumber: 'MNO 321', Model: '' });
  const { bodies } = await open({
    cars: [...cars(), third],
    answers: {
      'bookings.find': () => ({
        ...NONE_FOUND,
        vehicles: [{ ...third, booked_h: 0, distance_m: null, overdue: [] }],
        taken: [
          {
            imei: SOUTH,
            closed: null,
            taken_by: [
              {
                start_date: '2026-11-25 09:00:00',
                end_date: '2026-11-25 14:00:00',
                driver_name: 'Maja Lindholt',
                kind: 'drive',
                state: 'booked',
              },
            ],
          },
        ],
      }),
    },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Fordon' });
  const taken = await within(field).findByRole('group', { name: 'Inte lediga då' });
  expect(
    within(taken)
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ text, disabled }) => [text, disabled]),
  ).toEqual([['Arbetsbil Syd · XYZ 987 · Van · bokat 09:00–14:00 av Maja Lindholt', true]]);
  expect(field.value).toBe(NORTH);
  await userEvent.selectOptions(field, 'Minibuss · MNO 321');
  await press('Spara');
  await waitFor(() => expect(bodies('bookings.update')).toMatchObject([{ id: '1', imei: third.Imei, was: { imei: NORTH } }]));
  await press('Ångra');
  await waitFor(() => expect(bodies('bookings.update').at(-1)).toMatchObject({ imei: NORTH }));
});

test('BOOK-016: a booking that was changed opens with what was saved, and never with what it was before', async () => {
  let saved = booking({ id: 1 });
  const { bodies } = await open({
    answers: {
      'bookings.get': async () => {
        const told = saved;
        await new Promise((done) => setTimeout(done, 30));
        return told;
      },
      'bookings.update': ({ body }) => {
        saved = booking({ id: 1, start_date: body.start_date, end_date: body.end_date, purpose: body.purpose });
        return { id: 1, state: 'booked' };
      },
    },
  });
  const reopen = async () => userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await reopen();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Från, tid' }), '14:00');
  await press('Spara');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await reopen();
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Från, tid' })).value).toBe('14:00');
  await press('Spara');
  await waitFor(() => expect(bodies('bookings.update')).toHaveLength(2));
  expect(bodies('bookings.update')[1]).toMatchObject({
    start_date: '2026-11-25 14:00:00',
    was: { start_date: '2026-11-25 14:00:00' },
  });
});

test('ERR-041: what somebody else changed meanwhile is told, with the choice', async () => {
  let isOther = false;
  await open({
    answers: {
      'bookings.get': () => booking({ id: 1, ...(isOther ? { purpose: 'Flytt' } : {}) }),
      'bookings.update': ({ body }) => {
        isOther = true;
        if (body.was) throw new ApiError(409, 'ChangedMeanwhile');
        return { id: 1, state: 'booked' };
      },
    },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), ' igen');
  await press('Spara');
  expect(await screen.findByText('Ärende är nu: Flytt')).toBeDefined();
  await press('Skriv över med det jag skrev');
  expect(await screen.findByText('Bokningen är ändrad.')).toBeDefined();
});

test('BOOK-018, BOOK-038, ERR-026: deleting asks with purpose, from, to and plate; one alone can be had back', async () => {
  const { bodies } = await open();
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Ta bort');
  const question = await screen.findByRole('dialog', { name: 'Ta bort bokningen?' });
  for (const text of ['Kundbesök', '2026-11-25 10:00', '2026-11-25 12:00', 'ABC 123'])
    expect(within(question).getByText(text)).toBeDefined();
  expect(within(question).getAllByRole('definition')[0]?.textContent).toBe('Skåpbil Norr');
  await userEvent.click(within(question).getByRole('button', { name: 'Ta bort bokningen' }));
  expect(await screen.findByText('Bokningen är borttagen.')).toBeDefined();
  expect(bodies('bookings.delete')).toEqual([{ id: '1', with_later: false }]);
  await press('Ångra');
  expect(await screen.findByText('Bokningen finns igen.')).toBeDefined();
  expect(bodies('bookings.save')).toMatchObject([{ start_date: '2026-11-25 10:00:00', purpose: 'Kundbesök' }]);
});

test('BOOK-050: of a row, also those that follow can be deleted', async () => {
  const { bodies } = await open({
    answers: { 'bookings.get': () => booking({ id: 1, in_row: 4 }), 'bookings.delete': () => ({ deleted: 4 }) },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Ta bort');
  await press('Ta bort den och de 3 som följer');
  expect(await screen.findByText('4 bokningar är borttagna.')).toBeDefined();
  expect(bodies('bookings.delete')).toEqual([{ id: '1', with_later: true }]);
});

test('BOOK-035, DEC-22, ERR-021: an ongoing booking is for reading, says why, and the vehicle can be returned now', async () => {
  const { bodies } = await open({
    answers: {
      'bookings.get': () =>
        booking({
          id: 1,
          phase: 'ongoing',
          driven: {
            trips: 2,
            distance_m: 42_000,
            from: '2026-11-25 10:05:00',
            was_out: false,
            until: null,
            drivers: [],
            log_drivers: [],
            log_driver_ids: [],
          },
          can: { edit: false, delete: false, return: true, hand_over: true, decide: false },
        }),
    },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  expect(await screen.findByText('Bokningen pågår och kan inte ändras.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Spara' })).toBeNull();
  expect(screen.getByText('42,0 km')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Visa i körjournalen' }).getAttribute('href')).toContain('unit=350000000000017');
  await press('Lämna tillbaka nu');
  expect(await screen.findByText(/tillbakalämnat/)).toBeDefined();
  expect(bodies('bookings.return')).toHaveLength(1);
});

test('DEC-27, BOOK-036, ERR-025: somebody else’s booking is for reading, and says so', async () => {
  await open({
    admin: false,
    answers: {
      'bookings.get': () =>
        booking({
          id: 2,
          driver_id: 9,
          driver_name: 'Kari Olsen',
          booked_by: 9,
          booked_by_name: 'Kari Olsen',
          purpose: null,
          can: { edit: false, delete: false, return: false, hand_over: false, decide: false },
        }),
    },
  });
  await userEvent.click(await chip(/^13:00–14:00 Kari Olsen onsdag 25/));
  expect(await screen.findByText('Du kan inte ändra andras bokningar.')).toBeDefined();
  expect(within(await dialog()).queryByText('Ärende')).toBeNull();
});

test('a hand-over is written once the vehicle was used: note, odometer and fuel', async () => {
  const begun = booking({
    id: 1,
    phase: 'past',
    can: { edit: false, delete: false, return: false, hand_over: true, decide: false },
  });
  const { bodies } = await open({ answers: { 'bookings.get': () => begun, 'bookings.save-hand-over': () => begun } });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Skriv en överlämning');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Anteckning' }), 'Repa på dörren');
  await userEvent.type(screen.getByRole('textbox', { name: 'Tank eller batteri (%)' }), '140');
  await press('Spara överlämningen');
  expect(bodies('bookings.save-hand-over')).toEqual([]);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Tank eller batteri (%)' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Tank eller batteri (%)' }), '40');
  await userEvent.type(screen.getByRole('textbox', { name: 'Mätarställning (km)' }), '12345,5');
  await press('Spara överlämningen');
  expect(await screen.findByText('Överlämningen är sparad.')).toBeDefined();
  expect(bodies('bookings.save-hand-over')).toEqual([{ note: 'Repa på dörren', odometer_km: 12_345.5, fuel_pct: 40 }]);
});

test('BOOK-044: by keyboard a booking is moved and lengthened, saved with Enter, and undone', async () => {
  const { bodies } = await open();
  const mine = await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/);
  mine.focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect((await screen.findAllByText(/Flyttas till Skåpbil Norr, tors 2026-11-26 10:00–12:00/)).length).toBeGreaterThan(0);
  await userEvent.keyboard('{Shift>}{Alt>}{ArrowDown}{/Alt}{/Shift}');
  expect((await screen.findAllByText(/10:00–12:15/)).length).toBeGreaterThan(0);
  expect(bodies('bookings.update')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText(readAs('Bokningen är flyttad till Skåpbil Norr, tors 2026-11-26 10:00–12:15.'))).toBeDefined();
  expect(bodies('bookings.update')).toMatchObject([
    { id: '1', start_date: '2026-11-26 10:00:00', end_date: '2026-11-26 12:15:00', was: { start_date: '2026-11-25 10:00:00' } },
  ]);
  await press('Ångra');
  expect(await screen.findByText('Bokningen är tillbaka där den var.')).toBeDefined();
  expect(bodies('bookings.update').at(-1)).toMatchObject({ start_date: '2026-11-25 10:00:00', end_date: '2026-11-25 12:00:00' });
});

test('BOOK-044: Escape leaves a moved booking where it was; somebody else’s cannot be moved', async () => {
  const { bodies } = await open();
  (await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/)).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  expect((await screen.findAllByText(/Flyttas till Arbetsbil Syd/)).length).toBeGreaterThan(0);
  await userEvent.keyboard('{Escape}');
  expect(await screen.findByText('Flytten avbröts.')).toBeDefined();
  (await chip(/^13:00–14:00 Kari Olsen onsdag 25/)).focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(screen.queryByText(/Flyttas till/)).toBeNull();
  expect(bodies('bookings.update')).toEqual([]);
});

test('BOOK-044, BOOK-040: a move onto somebody else’s time opens the booking with the times that were wanted', async () => {
  await open({
    answers: {
      'bookings.update': () => {
        throw new ApiError(409, 'AlreadyBooked');
      },
    },
  });
  (await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/)).focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}{Enter}');
  expect((await screen.findAllByText('Fordonet är redan bokat då.')).length).toBeGreaterThan(0);
  await dialog();
  await waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Ändra bokning'));
});

test('BOOK-002: one stop of the grid is in the order of Tab, and the arrows go on from it', async () => {
  await open();
  const grid = await screen.findByRole('grid');
  const stops = () => [...grid.querySelectorAll('[data-stop][tabindex="0"]')];
  expect(stops()).toHaveLength(1);
  (stops()[0] as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowDown}');
  await waitFor(() =>
    expect(document.activeElement?.textContent).toBe('10:00–12:00 Din · Kundbesök onsdag 25 november, Skåpbil Norr'),
  );
  expect(stops()).toHaveLength(1);
});

test('500 vehicles: only the rows in view are drawn', async () => {
  const many = Array.from({ length: 500 }, (_, i) => vehicle({ Imei: String(350_000_000_000_000 + i), Name: `Bil ${i + 1}` }));
  await open({ cars: many });
  const grid = await screen.findByRole('grid');
  expect(grid.getAttribute('aria-rowcount')).toBe('501');
  expect(within(grid).getAllByRole('rowheader').length).toBeLessThan(40);
});

test('BOOK-010, BOOK-011, BOOK-012, BOOK-014, BOOK-015, CONST-030, DEC-28: the month of bookings with plate and time, 42 cells; a past day says why not, a later one starts one', async () => {
  const { send } = await open({ search: { view: 'mine' } });
  const asked = () => send.requests.filter(({ id }) => id === 'bookings.month').map(({ query }) => query?.['only_mine']);
  const month = await screen.findByRole('table', { name: 'Bokningar i november 2026' });
  expect(within(month).getAllByRole('cell')).toHaveLength(42);
  expect(await within(month).findByRole('button', { name: 'ABC 123 10:00–12:00' })).toBeDefined();
  expect(within(month).getByRole('button', { name: /^\+1 till/ })).toBeDefined();
  expect(
    within(month)
      .getByRole('button', { name: /^söndag 29 november/ })
      .closest('td')?.dataset['weekend'],
  ).toBe('true');
  await userEvent.click(within(month).getByRole('button', { name: /^lördag 21 november/ }));
  expect(await screen.findByText('Startdatumet har passerat. Välj i dag eller senare.')).toBeDefined();
  expect((await chip('Föregående månad')).hasAttribute('disabled')).toBe(true);
  // One's own first; an administrator may see all of them.
  expect(asked()).toEqual(['true']);
  await userEvent.click(screen.getByRole('switch', { name: 'Bara mina' }));
  await waitFor(() => expect(asked()).toEqual(['true', undefined]));
  await userEvent.click(within(month).getByRole('button', { name: /^fredag 27 november/ }));
  expect(await screen.findByRole('combobox', { name: 'Fordon' })).toBeDefined();
});

test('BOOK-013: a booking in the month opens for change', async () => {
  const { last } = await open({ search: { view: 'mine' } });
  const month = await screen.findByRole('table', { name: 'Bokningar i november 2026' });
  await userEvent.click(await within(month).findByRole('button', { name: 'ABC 123 10:00–12:00' }));
  expect(last.search.booking).toBe(1);
  expect(await screen.findByRole('dialog', { name: 'Ändra bokning' })).toBeDefined();
});

test('BOOK-029, BOOK-030, ERR-023: an end before or at the start is refused beside its field', async () => {
  const { bodies } = await open();
  await press('Boka Skåpbil Norr, lördag 28 november');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Möte');
  const end = screen.getByRole('combobox', { name: 'Till, tid' });
  await userEvent.selectOptions(end, '09:00');
  await press('Boka');
  expect(await screen.findByText('Slutet måste vara efter starten.')).toBeDefined();
  await userEvent.selectOptions(end, '10:00');
  expect(await screen.findByText('Start och slut kan inte vara samma tid.')).toBeDefined();
  expect(bodies('bookings.save')).toEqual([]);
});

test('16-C: an hour from now, the rest of the afternoon and the next day are searched for at a press', async () => {
  const { bodies } = await open({ search: { view: 'find' } });
  const quick = within(await screen.findByRole('group', { name: 'Vanliga tider' }));
  const asked = async (name: string) => {
    const before = bodies('bookings.find').length;
    await userEvent.click(quick.getByRole('button', { name }));
    await waitFor(() => expect(bodies('bookings.find').length).toBeGreaterThan(before));
    expect(quick.getByRole('button', { pressed: true }).textContent).toBe(name);
    return bodies('bookings.find').at(-1);
  };
  expect(await asked('I eftermiddag')).toMatchObject({ start_date: '2026-11-24 13:00:00', end_date: '2026-11-24 17:00:00' });
  expect(await asked('Hela dagen i morgon')).toMatchObject({
    start_date: '2026-11-25 08:00:00',
    end_date: '2026-11-25 17:00:00',
  });
  expect(await asked('Nu, en timme')).toMatchObject({ start_date: '2026-11-24 09:30:00', end_date: '2026-11-24 10:30:00' });
});

test('ERR-026: what went wrong at the server is told, and the entries stay', async () => {
  await open({
    answers: {
      'bookings.save': () => {
        throw new ApiError(500, 'SomethingWentWrong');
      },
    },
  });
  await press('Boka Skåpbil Norr, lördag 28 november');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Möte');
  await press('Boka');
  expect((await screen.findAllByText(/Något gick fel/)).length).toBeGreaterThan(0);
  expect(document.querySelector<HTMLInputElement>('input[value="Möte"]')).not.toBeNull();
});

test('16-C: the find lists free vehicles, and one tap books once there is a purpose', async () => {
  const { bodies } = await open({
    search: { view: 'find' },
    answers: {
      'bookings.find': () => {
        const { Schedule: _none, ...found } = cars()[0]!;
        return { ...NONE_FOUND, vehicles: [{ ...found, booked_h: 2.5, distance_m: 1200, overdue: [] }], departments: ['Drift'] };
      },
    },
  });
  await userEvent.type(await screen.findByRole('spinbutton', { name: 'Minst antal platser' }), '5');
  expect(await screen.findByText(/2,5 h bokat på fyra veckor · 5 platser · Diesel · 1,2/)).toBeDefined();
  expect(bodies('bookings.find').at(-1)).toMatchObject({ seats: 5, start_date: '2026-11-24 10:00:00' });
  await press('Boka Skåpbil Norr');
  expect(await screen.findByText('Ange ett ärende.')).toBeDefined();
  // It stays where it is, marked as needed, and is ready to be typed in.
  const asked = screen.getByRole<HTMLInputElement>('textbox', { name: 'Ärende' });
  expect([asked.required, document.activeElement === asked]).toEqual([true, true]);
  await userEvent.keyboard('Möte');
  await press('Boka Skåpbil Norr');
  expect(await screen.findByText(/^Fordonet är bokat\. /)).toBeDefined();
  expect(bodies('bookings.save')).toMatchObject([{ imei: NORTH, purpose: 'Möte' }]);
});

test('16-C: what was booked from the search is told with vehicle and time, shown in its week and day, and undone', async () => {
  const { bodies, last } = await open({
    search: { view: 'find', q: 'syd' },
    phone: true,
    answers: { 'bookings.find': () => foundOf([cars()[0]!]) },
  });
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Möte');
  await userEvent.click(partOfDay('Från, dag', 'day'));
  await userEvent.keyboard('30');
  await press('Boka Skåpbil Norr');
  await waitFor(() =>
    expect(document.body.textContent.replaceAll(/\s/g, ' ')).toContain(
      'Fordonet är bokat. Skåpbil Norr, mån 2026-11-30 10:00–11:00',
    ),
  );
  expect(last.search).toEqual({ week: '2026-11-30', day: '2026-11-30' });
  await press('Ångra');
  await waitFor(() => expect(bodies('bookings.delete')).toEqual([{ id: '99', with_later: false }]));
});

test('16-C, DEC-26: the search says what one has booked oneself then, by what the list is ordered, and shows all kinds where only another is free', async () => {
  localStorage.removeItem('view.booking-kind');
  const used = { state: 'in-use', used_by: null } as const;
  const fleet = [
    vehicle({ Imei: '350000000000033', Name: 'Servicebil', kind: 'van' }),
    vehicle({ Imei: NORTH, Name: 'Bil ett', ...used }),
    vehicle({ Imei: SOUTH, Name: 'Bil två', ...used }),
  ];
  const elsewhere = { unit_name: 'Servicebil', start_date: '2026-11-24 10:00:00', end_date: '2026-11-24 12:00:00' };
  await open({
    search: { view: 'find' },
    cars: fleet,
    answers: { 'bookings.find': () => ({ ...foundOf(fleet), driver_elsewhere: [elsewhere], own_department: 'Norr' }) },
  });
  expect((await screen.findByText('Du har också bokat då:')).parentElement!.textContent).toMatch(/Servicebil, tis.2026-11-24/);
  expect(screen.getByText('Norr står först, sedan de som är minst bokade.')).toBeDefined();
  expect(namesFound()).toEqual(['Servicebil', 'Bil ett', 'Bil två']);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Typ av fordon' }).value).toBe('any');
});

const foundOf = (vehicles: readonly ScheduleVehicle[], overdue: readonly ('service' | 'inspection')[] = []) => ({
  ...NONE_FOUND,
  vehicles: vehicles.map(({ Schedule: _none, ...rest }) => ({ ...rest, booked_h: 0, distance_m: null, overdue: [...overdue] })),
});
const namesFound = (): (string | null)[] =>
  screen.getAllByRole('listitem').flatMap((row) => row.querySelector('strong')?.textContent ?? []);

test('16-C: who looks for a vehicle is offered what the account has most of, may choose another kind, and finds it chosen next time', async () => {
  localStorage.removeItem('view.booking-kind');
  const fleet = [
    vehicle({ Imei: NORTH, Name: 'Bil ett' }),
    vehicle({ Imei: SOUTH, Name: 'Bil två' }),
    vehicle({ Imei: '350000000000033', Name: 'Släpvagn', kind: 'trailer' }),
  ];
  const find = () => open({ search: { view: 'find' }, cars: fleet, answers: { 'bookings.find': () => foundOf(fleet) } });
  await find();
  const kinds = await screen.findByRole('combobox', { name: 'Typ av fordon' });
  expect(
    within(kinds)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Alla typer', 'Personbilar', 'Släp']);
  await screen.findByRole('heading', { name: '2 fordon att boka' });
  expect(namesFound()).toEqual(['Bil ett', 'Bil två']);
  expect(screen.getByText('Det finns också 1 ledigt fordon av en annan typ.')).toBeDefined();
  await press('Visa alla typer');
  expect(namesFound()).toEqual(['Bil ett', 'Bil två', 'Släpvagn']);
  await userEvent.selectOptions(kinds, 'Släp');
  expect(namesFound()).toEqual(['Släpvagn']);
  cleanup();
  await find();
  expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Typ av fordon' })).value).toBe('trailer');
  localStorage.removeItem('view.booking-kind');
});

test('16-C: what is found says who has it today, what of it is overdue, and that nobody hears from it', async () => {
  const has = { state: 'in-use', used_by: { id: 9, name: 'Kari Olsen' } } as const;
  const fleet = [
    vehicle({ Imei: NORTH, Name: 'Bil ett', ...has }),
    vehicle({ Imei: SOUTH, Name: 'Ny bil', state: 'never-reported' }),
  ];
  const said = [];
  for (const now of [NOW, '2026-11-24T22:30:00Z']) {
    vi.setSystemTime(now);
    const answers: FakeAnswers = {
      'bookings.week': () => schedule(fleet, { server_time: now }),
      'bookings.find': () => foundOf(fleet, ['service', 'inspection']),
    };
    await open({ search: { view: 'find' }, answers });
    const rows = await screen.findAllByRole('listitem');
    const [one, other] = rows.filter((row) => row.querySelector('strong'));
    expect(one?.textContent).toContain('Servicen är försenadBesiktningen är försenad');
    const heads = rows.filter((row) => !row.querySelector('strong')).map(({ textContent }) => textContent);
    said.push([
      one?.textContent.includes('Används av Kari Olsen'),
      other?.textContent.includes('Har aldrig rapporterat'),
      ...heads,
    ]);
    cleanup();
  }
  expect(said, 'the second is of tomorrow').toEqual([
    [true, true, 'Används just nu, men är inte bokade då', 'Just nu utan kontakt'],
    [false, true, 'Just nu utan kontakt'],
  ]);
});

test('BOOK-045: who has a vehicle is named; beside another day than today nothing is called free now', async () => {
  const fleet = [
    vehicle({ Imei: NORTH, Name: 'Bil ett', state: 'in-use', used_by: { id: 9, name: 'Kari Olsen' } }),
    vehicle({ Imei: SOUTH, Name: 'Bil två', state: 'in-use', used_by: { id: 7, name: 'Anna Lindqvist' } }),
    vehicle({ Imei: '350000000000033', Name: 'Bil tre' }),
    vehicle({ Imei: '350000000000041', Name: 'Bil fyra', state: 'no-contact' }),
  ];
  const marks = () =>
    ['Används av Kari Olsen', 'Används av dig', 'Ledigt nu', 'Ingen kontakt'].filter((text) => screen.queryByText(text));
  await open({ cars: fleet });
  await screen.findByText('Bil fyra');
  expect(marks()).toHaveLength(4);
  await press('Nästa vecka');
  await waitFor(() => expect(marks()).toEqual(['Ingen kontakt']));
});

test('BOOK-041: a booking over two days is one bar, whose text is written once and whose title says the whole time', async () => {
  await open();
  const parts = await screen.findAllByRole('button', { name: /Kari Olsen.*(torsdag|fredag)/ });
  expect(parts.map((part) => [part.getAttribute('data-before'), part.getAttribute('data-after')])).toEqual([
    [null, 'joined'],
    ['joined', null],
  ]);
  expect(parts.map((part) => part.querySelector('[class*="chipWho"]')?.textContent ?? null)).toEqual(['Kari Olsen', null]);
  expect(parts.map((part) => part.querySelector('[class*="chipTime"]')?.textContent)).toEqual(['15:00', '09:00']);
  expect(parts.map((part) => part.title)).toEqual(Array(2).fill('tors 2026-11-26 15:00 – fre 2026-11-27 09:00 Kari Olsen'));
  expect(
    parts.map((part) => part.querySelector('svg')),
    'no arrow within a bar',
  ).toEqual([null, null]);
});

test('BOOK-041: a bar that goes on into the next week says so at its end', async () => {
  const days = ['2026-11-28', '2026-11-29'];
  const long = days.map((date, index) => item({ booking_id: 9, date, continues_before: index > 0, continues_after: true }));
  await open({ cars: [vehicle({ Imei: NORTH, Name: 'Bil ett', Schedule: long })] });
  const parts = await screen.findAllByRole('button', { name: /Kari Olsen.*(lördag|söndag)/ });
  expect(parts.map((part) => part.querySelectorAll('svg').length)).toEqual([0, 1]);
  expect(parts.map((part) => part.querySelector('[class*="chipTime"] .visually-hidden')?.textContent)).toEqual([
    undefined,
    'hela dagen',
  ]);
});

test('requests: the approver is told that some wait, and refuses one with a reason', async () => {
  const waiting = booking({ id: 3, state: 'requested', driver_name: 'Kari Olsen' });
  const { bodies } = await open({ answers: { 'bookings.requests': () => [waiting] } });
  expect(await screen.findByText('1 bokning väntar på ditt svar')).toBeDefined();
  await press('Visa');
  await press(/^Säg nej till Kari Olsen/);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Orsak (valfri)' }), 'Bilen ska på service');
  await press(/^Säg nej till Kari Olsen/);
  expect(await screen.findByText(/avböjd/)).toBeDefined();
  expect(bodies('bookings.decide')).toEqual([{ approve: false, reason: 'Bilen ska på service' }]);
});

test('16: a picture is added where the vehicle was left, and removed', async () => {
  let has = false;
  const { bodies } = await open({
    answers: {
      'bookings.get': () =>
        booking({
          id: 1,
          phase: 'ongoing',
          has_picture: has,
          can: { edit: false, delete: false, return: true, hand_over: true, decide: false },
        }),
      'bookings.set-picture': () => {
        has = true;
        return {};
      },
      'bookings.remove-picture': () => {
        has = false;
        return {};
      },
    },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await userEvent.upload(await screen.findByLabelText('Lägg till en bild'), new File(['x'], 'bil.png', { type: 'image/png' }));
  expect(await screen.findByRole('button', { name: 'Byt bild' })).toBeDefined();
  expect(bodies('bookings.set-picture')).toHaveLength(1);
  await press('Ta bort bilden');
  expect(await screen.findByRole('button', { name: 'Lägg till en bild' })).toBeDefined();
});

test('16: a booking that waits can be approved where it is opened, by who may', async () => {
  const { bodies } = await open({
    answers: {
      'bookings.get': () =>
        booking({
          id: 1,
          state: 'requested',
          driver_name: 'Kari Olsen',
          can: { edit: true, delete: true, return: false, hand_over: false, decide: true },
        }),
    },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press(/^Godkänn Kari Olsen/);
  await waitFor(() => expect(bodies('bookings.decide')).toEqual([{ approve: true, reason: '' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('BOOK-046: a calendar address is shown once, for copying', async () => {
  await open({
    answers: {
      'bookings.calendars': () => [],
      'bookings.open-calendar': () => ({ id: 1, path: '/booking-calendar/abc.ics' }),
    },
  });
  await press('Mer');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Bokningar i min kalender' }));
  await press('Skapa adress');
  const address = await screen.findByRole('textbox', { name: 'Adress att prenumerera på' });
  expect((address as HTMLInputElement).value).toMatch(/\/booking-calendar\/abc\.ics$/);
  expect(screen.getByText(/visas inte igen/)).toBeDefined();
});

test('BOOK-047: administrators set approval, no-shows and reminders', async () => {
  const settings = {
    needs_approval: false,
    approver_id: null,
    releases_no_shows: false,
    only_working_hours: false,
    only_inspected: false,
    remind_before_start_min: 60 as const,
    remind_before_end_min: 0 as const,
  };
  const { bodies } = await open({
    answers: {
      'bookings.settings': () => settings,
      'bookings.save-settings': ({ body }) => ({ ...settings, ...body }),
      'users.list': () => ({ user: [] }),
    },
  });
  await press('Mer');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Inställningar för bokning' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Bokningar ska godkännas' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Släpp bokningar som inte används' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Bara besiktade fordon' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Påminn före slutet' }), '15');
  await press('Spara');
  await waitFor(() =>
    expect(bodies('bookings.save-settings')).toEqual([
      { ...settings, needs_approval: true, releases_no_shows: true, only_inspected: true, remind_before_end_min: 15 },
    ]),
  );
});

test('BOOK-027: a machine whose clock goes wrong goes by the clock of the server', async () => {
  vi.setSystemTime(new Date('2026-11-25T08:20:00Z'));
  await open();
  expect(await chip('Boka Arbetsbil Syd, tisdag 24 november')).toBeDefined();
  expect((await screen.findByRole('columnheader', { name: /tisdag 24 november/ })).textContent).toContain('Nu 09:20');
});

test('BOOK-002: no vehicles, and a search that finds none, say so', async () => {
  await open({ search: { q: 'finns inte' } });
  expect(await screen.findByText('Inget fordon passar')).toBeDefined();
  await userEvent.click(screen.getAllByRole('button', { name: 'Rensa sökningen' }).at(-1)!);
  expect(await rowOf(/Skåpbil Norr/)).toBeDefined();
});

test('BOOK-049: on a phone the week is a list of vehicles, day by day', async () => {
  const days: unknown[] = [];
  const send = fakeSend({ 'bookings.week': () => schedule(cars()), 'bookings.requests': () => [] });
  onNarrowScreen();
  await renderScreen(<BookingScreen search={{ day: '2026-11-25' }} onSearch={(patch) => days.push(patch)} />, {
    send,
    language: 'sv',
    user: signedInUser(),
  });
  expect(await screen.findByRole('heading', { name: 'Skåpbil Norr' })).toBeDefined();
  expect(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/)).toBeDefined();
  expect(screen.queryByRole('grid')).toBeNull();
  await press('fredag 27 november');
  expect(days).toEqual([{ day: '2026-11-27' }]);
  // What a driver needs most is in words, and not in the menu.
  expect(screen.getByRole('button', { name: 'Ny bokning' })).toBeDefined();
  await press('Mina bokningar');
  await press('Hitta ett fordon');
  expect(days.slice(1)).toEqual([{ view: 'mine' }, { view: 'find' }]);
  await press('Mer');
  await screen.findByRole('menuitem', { name: 'Bokningar i min kalender' });
  expect(screen.queryByRole('menuitem', { name: 'Hitta ett fordon' })).toBeNull();
});

test('BOOK-049: on a phone the search for a vehicle and a new booking propose the day that is looked at', async () => {
  for (const way of ['Hitta ett fordon', 'Ny bokning']) {
    await open({ phone: true, search: { day: '2026-11-28' } });
    await press(way);
    await dialog();
    expect(dayIn('Från, dag')).toBe('2026-11-28');
    expect(dayIn('Till, dag')).toBe('2026-11-28');
    cleanup();
  }
});

test('BOOK-020: in another week the search proposes its first day that can be booked, and never one that has passed', async () => {
  for (const [week, day] of [
    ['2026-11-30', '2026-11-30'],
    ['2026-11-16', TODAY],
    [undefined, TODAY],
  ] as const) {
    await open({ search: week ? { week } : {} });
    await press('Hitta ett fordon');
    await dialog();
    expect(dayIn('Från, dag')).toBe(day);
    cleanup();
  }
});

test('16-C: what is free is told as soon as the search opens and for each other time, before anything is pressed', async () => {
  const { bodies } = await open({ search: { view: 'find' }, answers: { 'bookings.find': () => foundOf(cars()) } });
  const time = () => screen.queryByRole('heading', { name: '2 fordon att boka' })?.nextElementSibling?.textContent;
  await waitFor(() => expect(time()).toBe('tis 2026-11-24 10:00–11:00'));
  // Of one that is not booked at all there is no figure.
  expect(screen.queryByText(/0 h bokat/)).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Till, tid' }), '14:00');
  await waitFor(() => expect(time()).toBe('tis 2026-11-24 10:00–14:00'));
  expect(bodies('bookings.find')).toMatchObject([{ end_date: '2026-11-24 11:00:00' }, { end_date: '2026-11-24 14:00:00' }]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Ärende' }), 'Möte');
  await press('Boka Skåpbil Norr');
  await waitFor(() => expect(bodies('bookings.save')).toMatchObject([{ end_date: '2026-11-24 14:00:00', purpose: 'Möte' }]));
});

test('BOOK-049: on a phone one’s month is a list by day, what has been last; a booking opens, and a new one begins', async () => {
  const mine = (day: string, id: number) => item({ booking_id: id, date: day, ...OWN });
  const { last } = await open({
    phone: true,
    search: { view: 'mine' },
    cars: [
      vehicle({
        Imei: NORTH,
        Name: 'Skåpbil Norr',
        Schedule: [mine('2026-11-12', 1), mine('2026-11-25', 2), mine('2026-12-01', 3)],
      }),
      vehicle({ Imei: SOUTH, Name: 'Syd', RegistrationNumber: 'XYZ 987', Schedule: [mine('2026-11-25', 4)] }),
    ],
  });
  const month = await dialog();
  await within(month).findByRole('region', { name: 'onsdag 25 november' });
  expect(
    within(month)
      .getAllByRole('region')
      .map((day) => [day.getAttribute('aria-label'), within(day).getAllByRole('button').length]),
  ).toEqual([
    ['onsdag 25 november', 2],
    ['torsdag 12 november', 1],
  ]);
  expect(within(month).getByText('Tidigare i månaden')).toBeDefined();
  expect(within(month).queryByRole('table')).toBeNull();
  await userEvent.click(within(month).getByRole('button', { name: /10:00–12:00 .*onsdag 25 november, XYZ 987/ }));
  expect(last.search.booking).toBe(4);
});

test('BOOK-003, BOOK-004, BOOK-010: weeks and months that are past are there to read, back to the oldest booking', async () => {
  const oldest = (cells: ScheduleVehicle[]) => schedule(cells, { OldestBooking: '2026-09-02' });
  const { last } = await open({
    search: { week: '2026-08-31', view: 'mine' },
    answers: { 'bookings.week': () => oldest(cars()), 'bookings.month': () => oldest(cars()) },
  });
  const months = await screen.findByRole('combobox', { name: 'Månad' });
  await waitFor(() => expect(within(months).getAllByRole('option')[0]!.textContent).toBe('september 2026'));
  await userEvent.selectOptions(months, '2026-09');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Föregående månad' }).hasAttribute('disabled')).toBe(true));
  await userEvent.click(screen.getAllByRole('button', { name: 'Stäng' })[0]!);
  const before = await chip('Föregående vecka');
  expect([before.hasAttribute('disabled'), before.title]).toEqual([true, 'Den första bokningen är från onsdag 2 september.']);
  await press('Nästa vecka');
  expect(last.search.week).toBe('2026-09-07');
  expect((await chip('Föregående vecka')).hasAttribute('disabled')).toBe(false);
});

test('BOOK-003: a week of two months is called by both in as little room as one', async () => {
  const titles = [];
  for (const week of ['2026-11-23', '2026-11-30', '2026-12-28']) {
    await open({ search: { week } });
    titles.push((await screen.findByText(/^Vecka/)).textContent);
    cleanup();
  }
  expect(titles).toEqual(['Vecka 48, november 2026', 'Vecka 49, nov–dec 2026', 'Vecka 53, dec 2026–jan 2027']);
});
