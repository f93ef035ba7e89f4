import type { ScheduleItem, ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { joinList } from '../trips/public/trip-search.ts';
import { cars, chip, dialog, NORTH, openBookings, press, rowOf, SOUTH, withRoomAndTime } from './testing-screen.tsx';
import { booking, item, schedule, vehicle } from './testing.ts';

withRoomAndTime();

test('BOOK-003, BOOK-004: the month is named, previous ends at the oldest week, today leads back', async () => {
  const { last, send } = await openBookings({ search: { week: '2026-11-09' } });
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
  await openBookings({ search: { week: '2026-11-16' }, cars: pastCars() });
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
  await openBookings({ search: { week: '2026-11-16' }, cars: pastCars(), phone: true });
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
  await openBookings({ search: { week: '2026-11-09' }, phone: true });
  expect(screen.queryByText(/Den första bokningen/), 'no line over a week that is not over').toBeNull();
});

test('BOOK-003: a finger that presses the way to an earlier week is told which booking is the first', async () => {
  await openBookings({ search: { week: '2026-11-09' }, phone: true });
  const before = await chip('Föregående vecka');
  expect(before.hasAttribute('disabled')).toBe(false);
  const said = screen.getAllByText('Den första bokningen är från tisdag 10 november.').length;
  await userEvent.click(before);
  expect(await screen.findAllByText('Den första bokningen är från tisdag 10 november.')).toHaveLength(said + 1);
});

test('BOOK-004: a cell says how late a vehicle was, and keys are told only where something can be moved', async () => {
  await openBookings({ search: { week: '2026-11-16' }, cars: pastCars() });
  expect((await chip(/^13:00–12:00 .* tisdag 17 november/)).textContent).toMatch(/\+40\smin/);
  expect(screen.queryByText(/Alt \+ pil/)).toBeNull();
  cleanup();
  await openBookings();
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
    await openBookings({ search: { week: '2026-11-16', booking: 1 }, cars: pastCars(), answers: { 'bookings.get': () => told } });
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
  await openBookings({ search: { week: '2026-11-16', booking: 1 }, cars: pastCars(), answers: { 'bookings.get': () => told } });
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
    await openBookings({ search: { week: '2026-11-16' }, cars, phone });
    const over = (await screen.findByText('Veckan är över: 2 bokningar')).parentElement!;
    within(over).getByText('varav 1 hämtades sent');
    within(over).getByText(/^Upp till 5 minuter räknas som i tid/);
    expect(await screen.findAllByText(said)).toHaveLength(1);
    expect((await chip(/ tisdag 17 november/)).textContent).toContain('Kördes');
    cleanup();
  }
});

test('BOOK-004: of a booking of today it is said when it counts as not driven, and of an earlier day that nothing is to be shown', async () => {
  const said: (string | undefined)[] = [];
  for (const day of ['2026-11-24', '2026-11-17']) {
    const over = { id: 1, phase: 'past', start_date: `${day} 07:00:00`, end_date: `${day} 08:00:00`, was_driven: null } as const;
    const can = { edit: false, delete: false, return: false, hand_over: false, decide: false };
    await openBookings({ search: { booking: 1 }, answers: { 'bookings.get': () => booking({ ...over, can }) } });
    said.push((await within(await dialog()).findByText(/^Ingen körning/)).textContent);
    cleanup();
  }
  expect(said).toEqual(['Ingen körning att visa än: det räknas när dagen är slut', 'Ingen körning att visa']);
});

test('BOOK-004: of what was given back today without a trip it is said that it was, and no driving is announced', async () => {
  const over = {
    id: 1,
    phase: 'past',
    start_date: '2026-11-24 07:00:00',
    end_date: '2026-11-24 08:00:00',
    was_driven: null,
  } as const;
  const can = { edit: false, delete: false, return: false, hand_over: false, decide: false };
  const back = { ...over, can, returned_date: '2026-11-24 08:00:00' };
  await openBookings({ search: { booking: 1 }, answers: { 'bookings.get': () => booking(back) } });
  const sheet = within(await dialog());
  expect(
    (await sheet.findAllByText(/^Fordonet lämnades tillbaka/)).map(({ tagName, textContent }) => [tagName, textContent]),
  ).toEqual([['STRONG', 'Fordonet lämnades tillbaka 08:00.']]);
  expect(sheet.queryByText(/^Ingen körning/)).toBeNull();
});

test('BOOK-004: the sheet of a booking that is over closes, and the week stays', async () => {
  const over = { id: 1, phase: 'past', was_driven: true } as const;
  const can = { edit: false, delete: false, return: false, hand_over: false, decide: false };
  await openBookings({ search: { booking: 1 }, answers: { 'bookings.get': () => booking({ ...over, can }) } });
  await within(await dialog()).findByText(/^Ingen körning att visa/);
  await userEvent.click(screen.getAllByRole('button', { name: 'Stäng' })[0]!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('grid')).toBeDefined();
});

test('BOOK-004: what was removed from a week is told under it, folded: whose it was, when it would have been, and who removed it when', async () => {
  const gone = { unit_name: 'Skåpbil Norr', driver_name: 'Jonas Ek', purpose: 'Kundbesök', removed_by: 'Maja Ek' };
  const at = { start_date: '2026-11-17 12:00:00', end_date: '2026-11-17 14:00:00', removed_at: '2026-11-16 09:31:00' };
  for (const search of [{ week: '2026-11-16' }, {}]) {
    await openBookings({
      search,
      cars: pastCars(),
      answers: { 'bookings.week': () => schedule(pastCars(), { removed: [{ ...gone, ...at }] }) },
    });
    const list = (await screen.findByText('1 avbokad')).closest('details')!;
    expect(list.open).toBe(false);
    expect(list.textContent).toMatch(/Skåpbil Norr.*12:00–14:00.*Jonas Ek · Kundbesök.*Avbokad av Maja Ek 2026-11-16 09:31/);
    const follows = screen.getByRole('grid').compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(follows > 0, 'in a week that runs it leaves the grid where it is').toBe(search.week === undefined);
    cleanup();
  }
});

test('BOOK-010: months are chosen from that of the oldest booking to two years ahead, however long ago the first of them was', async () => {
  const old = () => schedule(cars(), { OldestBooking: '2021-03-02' });
  await openBookings({ search: { view: 'mine' }, answers: { 'bookings.week': old, 'bookings.month': old } });
  const months = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Månad' });
  await waitFor(() => expect(months.options[0]?.value).toBe('2021-03'));
  expect([months.value, months.options[months.options.length - 1]?.value]).toEqual(['2026-11', '2028-11']);
});

test('BOOK-003, BOOK-004, BOOK-010: weeks and months that are past are there to read, back to the oldest booking', async () => {
  const oldest = (cells: ScheduleVehicle[]) => schedule(cells, { OldestBooking: '2026-09-02' });
  const { last } = await openBookings({
    search: { week: '2026-08-31', view: 'mine' },
    answers: { 'bookings.week': () => oldest(cars()), 'bookings.month': () => oldest(cars()) },
  });
  const months = await screen.findByRole('combobox', { name: 'Månad' });
  await waitFor(() => expect(within(months).getAllByRole('option')[0]!.textContent).toBe('september 2026'));
  await userEvent.selectOptions(months, '2026-09');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Föregående månad' }).hasAttribute('disabled')).toBe(true));
  const why = within(screen.getByRole('dialog')).getByText('Den första bokningen är från onsdag 2 september.');
  expect(why, 'without a tip').toBeDefined();
  await userEvent.click(screen.getAllByRole('button', { name: 'Stäng' })[0]!);
  const before = await chip('Föregående vecka');
  expect([before.hasAttribute('disabled'), before.title]).toEqual([true, 'Den första bokningen är från onsdag 2 september.']);
  await press('Nästa vecka');
  expect(last.search.week).toBe('2026-09-07');
  expect((await chip('Föregående vecka')).hasAttribute('disabled')).toBe(false);
});
