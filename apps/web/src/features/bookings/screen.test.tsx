import type { ScheduleItem } from '@spora/contract/bookings/endpoints';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, onNarrowScreen, readAs, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { BookingScreen } from './screen.tsx';
import { cars, chip, dialog, NORTH, openBookings, OWN, press, rowOf, SOUTH, withRoomAndTime } from './testing-screen.tsx';
import { booking, item, schedule, TODAY, vehicle } from './testing.ts';

withRoomAndTime();

test('BOOK-002, BOOK-045: a row has name, plate, model and what the vehicle does just now; seven days, today among them', async () => {
  await openBookings();
  const row = await rowOf(/Skåpbil Norr/);
  for (const text of ['Skåpbil Norr', 'ABC 123 · Combi', 'Används']) expect(row.textContent).toContain(text);
  expect((await rowOf(/Arbetsbil Syd/)).textContent).toContain('På service');
  expect(within(row).getAllByRole('gridcell')).toHaveLength(7);
  const today = screen.getByRole('columnheader', { name: /tisdag 24 november/ });
  expect(today.getAttribute('aria-current')).toBe('date');
  expect(today.textContent).toContain('Nu 09:20');
});

test('TRIP-036, BOOK-045: the head of the week and a phone’s day name a day off of the company', async () => {
  const off = { holiday: 'christmas-eve', kind: 'eve', name: '', is_off: true, is_own: false, is_open: true } as const;
  const answers = {
    'days-off.list': () => ({
      year: 2026,
      today: TODAY,
      country: 'se',
      days: [{ ...off, day: TODAY }],
      first_day: TODAY,
      last_day: TODAY,
      units_with_hours: 0,
      can: { edit: false },
    }),
  };
  await openBookings({ answers });
  expect(await screen.findByRole('columnheader', { name: /tisdag 24 november.*, Ledig dag: Julafton/ })).toBeDefined();
  cleanup();
  await openBookings({ answers, phone: true });
  expect(await screen.findByText('Ledig dag: Julafton')).toBeDefined();
});

test('BOOK-045: the time of day stands in the head of its day, and no line to scale runs through boxes that are not', async () => {
  await openBookings();
  await rowOf(/Skåpbil Norr/);
  expect(document.querySelector('.nowText')?.textContent).toBe('Nu 09:20');
  expect(document.querySelector('.now')).toBeNull();
});

test('BOOK-007: a booking alone in its day has two lines for who and what for, and how late it was stands in the first of them', async () => {
  const late = item({ booking_id: 1, date: '2026-11-23', ...OWN, purpose: 'Montering', was_driven: true });
  const two = [item({ booking_id: 2, date: TODAY }), item({ booking_id: 3, date: TODAY, start_time: '13:00:00' })];
  const lateBy = { ...late, driven_until: '2026-11-23 12:06:00' };
  await openBookings({ cars: [vehicle({ Imei: NORTH, Name: 'Skåpbil Norr', Schedule: [lateBy, ...two] })] });
  const chips = [...(await rowOf(/Skåpbil Norr/)).querySelectorAll<HTMLElement>('[data-booking]')];
  expect(chips.map(({ dataset }) => dataset['alone'])).toEqual(['true', 'false', 'false']);
  expect(chips[0]!.querySelector('.chipWho')!.textContent.replaceAll(/\s/g, ' ')).toBe('+6 min · Din · Montering');
  expect(chips[0]!.querySelector('.chipTime')!.textContent).toBe('10:00–12:00');
});

test('BOOK-007, BOOK-041, BOOK-043: two bookings by start, the rest behind +1; arrows of continued days; own, waiting and blocked in words', async () => {
  await openBookings();
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
  await openBookings();
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

test('BOOK-003: while another week comes it is still today, and a week of two months names both', async () => {
  await openBookings({
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
  await openBookings({
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
  const { last } = await openBookings({ search: { q: 'xyz987', sort: '-name' } });
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

test('BOOK-002: one stop of the grid is in the order of Tab, and the arrows go on from it', async () => {
  await openBookings();
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
  await openBookings({ cars: many });
  const grid = await screen.findByRole('grid');
  expect(grid.getAttribute('aria-rowcount')).toBe('501');
  expect(within(grid).getAllByRole('rowheader').length).toBeLessThan(40);
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
  await openBookings({ cars: fleet });
  await screen.findByText('Bil fyra');
  expect(marks()).toHaveLength(4);
  await press('Nästa vecka');
  await waitFor(() => expect(marks()).toEqual(['Ingen kontakt']));
});

test('BOOK-045: who has booked a vehicle now is not said to drive it', async () => {
  const booked = { state: 'in-use', is_used_by_booking: true } as const;
  const fleet = [
    vehicle({ Imei: NORTH, Name: 'Bil ett', ...booked, used_by: { id: 9, name: 'Kari Olsen' } }),
    vehicle({ Imei: SOUTH, Name: 'Bil två', ...booked, used_by: { id: 7, name: 'Anna Lindqvist' } }),
  ];
  await openBookings({ cars: fleet });
  expect(await screen.findByText('Bokat av Kari Olsen nu')).toBeDefined();
  expect(screen.getByText('Bokat av dig nu')).toBeDefined();
  expect(screen.queryByText(/^Används/)).toBeNull();
});

test('BOOK-041: a booking over two days is one bar, whose text is written once and whose title says the whole time', async () => {
  await openBookings();
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
  await openBookings({ cars: [vehicle({ Imei: NORTH, Name: 'Bil ett', Schedule: long })] });
  const parts = await screen.findAllByRole('button', { name: /Kari Olsen.*(lördag|söndag)/ });
  expect(parts.map((part) => part.querySelectorAll('svg').length)).toEqual([0, 1]);
  expect(parts.map((part) => part.querySelector('[class*="chipTime"] .visually-hidden')?.textContent)).toEqual([
    undefined,
    'hela dagen',
  ]);
});

test('requests: the approver is told that some wait, and refuses one with a reason', async () => {
  const waiting = booking({ id: 3, state: 'requested', driver_name: 'Kari Olsen' });
  const { bodies } = await openBookings({ answers: { 'bookings.requests': () => [waiting] } });
  expect(await screen.findByText('1 bokning väntar på ditt svar')).toBeDefined();
  await press('Visa');
  await press(/^Säg nej till Kari Olsen/);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Orsak (valfri)' }), 'Bilen ska på service');
  await press(/^Säg nej till Kari Olsen/);
  expect(await screen.findByText(/avböjd/)).toBeDefined();
  expect(bodies('bookings.decide')).toEqual([{ approve: false, reason: 'Bilen ska på service' }]);
});

const USUAL_SETTINGS = {
  needs_approval: false,
  approver_id: null,
  releases_no_shows: false,
  only_working_hours: false,
  only_inspected: false,
  remind_before_start_min: 60 as const,
  remind_before_end_min: 0 as const,
};

test('BOOK-047: administrators set approval, no-shows and reminders', async () => {
  const settings = USUAL_SETTINGS;
  const { bodies } = await openBookings({
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
      {
        ...settings,
        needs_approval: true,
        releases_no_shows: true,
        only_inspected: true,
        remind_before_end_min: 15,
        was: settings,
      },
    ]),
  );
});

test('ERR-041: booking settings that somebody else has saved meanwhile are shown, and overwritten only on purpose', async () => {
  const began = USUAL_SETTINGS;
  let stands = began;
  const { bodies } = await openBookings({
    answers: {
      'bookings.settings': () => stands,
      'bookings.save-settings': ({ body }) => {
        if (!(body as { was?: unknown }).was) return began;
        stands = { ...began, needs_approval: true };
        throw new ApiError(409, 'ChangedMeanwhile');
      },
      'users.list': () => ({ user: [] }),
    },
  });
  await press('Mer');
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Inställningar för bokning' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Bara besiktade fordon' }));
  await press('Spara');
  expect(await screen.findByText(/Bokningar ska godkännas.*På/)).toBeDefined();
  await press('Skriv över med det jag skrev');
  await waitFor(() => expect(bodies('bookings.save-settings').at(-1)).toEqual({ ...began, only_inspected: true }));
});

test('BOOK-027: a machine whose clock goes wrong goes by the clock of the server', async () => {
  vi.setSystemTime(new Date('2026-11-25T08:20:00Z'));
  await openBookings();
  expect(await chip('Boka Arbetsbil Syd, tisdag 24 november')).toBeDefined();
  expect((await screen.findByRole('columnheader', { name: /tisdag 24 november/ })).textContent).toContain('Nu 09:20');
});

test('BOOK-002: no vehicles, and a search that finds none, say so', async () => {
  await openBookings({ search: { q: 'finns inte' } });
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

test('BOOK-003: a week of two months is called by both in as little room as one', async () => {
  const titles = [];
  for (const week of ['2026-11-23', '2026-11-30', '2026-12-28']) {
    await openBookings({ search: { week } });
    titles.push((await screen.findByText(/^Vecka \d/)).textContent);
    cleanup();
  }
  expect(titles).toEqual(['Vecka 48, november 2026', 'Vecka 49, nov–dec 2026', 'Vecka 53, dec 2026–jan 2027']);
});

test('BOOK-044: by keyboard a booking is moved and lengthened, saved with Enter, and undone', async () => {
  const { bodies } = await openBookings();
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
  const { bodies } = await openBookings();
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
  await openBookings({
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

test('BOOK-010, BOOK-011, BOOK-012, BOOK-014, BOOK-015, CONST-030, DEC-28: the month of bookings with plate and time, 42 cells; a past day says why not, a later one starts one', async () => {
  const { send } = await openBookings({ search: { view: 'mine' } });
  const asked = () => send.requests.filter(({ id }) => id === 'bookings.month').map(({ query }) => query?.['only_mine']);
  const month = await screen.findByRole('table', { name: 'Bokningar i november 2026' });
  expect(within(month).getAllByRole('cell')).toHaveLength(42);
  const own = await within(month).findByRole('button', { name: /^Skåpbil Norr 10:00–12:00 ABC 123$/ });
  expect(own.textContent).toMatch(/^Skåpbil Norr.*Kundbesök/);
  expect(within(month).getByRole('button', { name: /^\+1 till/ })).toBeDefined();
  expect(
    within(month)
      .getByRole('button', { name: /^söndag 29 november/ })
      .closest('td')?.dataset['weekend'],
  ).toBe('true');
  await userEvent.click(within(month).getByRole('button', { name: /^lördag 21 november/ }));
  expect(await screen.findByText('Den tiden har passerat. Välj en senare start.')).toBeDefined();
  expect((await chip('Föregående månad')).hasAttribute('disabled')).toBe(true);
  // One's own first; an administrator may see all of them.
  expect(asked()).toEqual(['true']);
  await userEvent.click(screen.getByRole('switch', { name: 'Bara mina' }));
  await waitFor(() => expect(asked()).toEqual(['true', undefined]));
  expect(screen.getByRole('dialog', { name: 'Allas bokningar' })).toBeDefined();
  await userEvent.click(within(month).getByRole('button', { name: /^fredag 27 november/ }));
  expect(await screen.findByRole('combobox', { name: 'Fordon' })).toBeDefined();
});

test('BOOK-013: a booking in the month opens for change', async () => {
  const { last } = await openBookings({ search: { view: 'mine' } });
  const month = await screen.findByRole('table', { name: 'Bokningar i november 2026' });
  await userEvent.click(await within(month).findByRole('button', { name: /^Skåpbil Norr 10:00–12:00 ABC 123$/ }));
  expect(last.search.booking).toBe(1);
  expect(await screen.findByRole('dialog', { name: 'Ändra bokning' })).toBeDefined();
});

test('BOOK-049: one’s month begins with this week, and says what came of what is over', async () => {
  const shown: (string | null)[] = [];
  HTMLElement.prototype.scrollIntoView = function (this: HTMLElement) {
    shown.push(this.querySelector('[data-new]')?.textContent ?? null);
  };
  const been = (day: string, id: number, was_driven: boolean) =>
    item({ booking_id: id, date: day, ...OWN, was_driven, end_time: '12:00:00', start_time: '10:00:00' });
  const { send } = await openBookings({
    search: { view: 'mine' },
    cars: [
      vehicle({
        Imei: NORTH,
        Name: 'Skåpbil Norr',
        Schedule: [been('2026-11-10', 6, true), been('2026-11-12', 1, false)],
      }),
    ],
  });
  const month = await screen.findByRole('table', { name: 'Bokningar i november 2026' });
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
  expect(shown, 'next week, and this one').toEqual(['30', '23']);
  expect(
    within(month)
      .getAllByRole('button', { name: /^Skåpbil Norr/ })
      .map((each) => each.textContent),
  ).toEqual([expect.stringMatching(/Kördes$/), expect.stringMatching(/Ingen körning$/)]);
  await press('Hämta november 2026 som CSV');
  await waitFor(() =>
    expect(send.requests.find(({ id }) => id === 'bookings.export')?.query).toMatchObject({
      only_mine: 'true',
      month: '2026-11',
    }),
  );
});

test('BOOK-049: on a phone a day begins with what is booked, and the other vehicles follow', async () => {
  await openBookings({
    phone: true,
    search: { day: '2026-11-27' },
    cars: [
      vehicle({ Imei: SOUTH, Name: 'Bil ett' }),
      vehicle({ Imei: NORTH, Name: 'Bil två', Schedule: [item({ booking_id: 1, date: '2026-11-27', ...OWN })] }),
    ],
  });
  const day = await screen.findByRole('list', { name: 'fredag 27 november' });
  const told = () => [...day.children].map((each) => each.querySelector('h2')?.textContent ?? each.textContent);
  expect(told()).toEqual(['Bil två', 'Inte bokade den dagen', 'Bil ett']);
  await userEvent.click(screen.getByRole('button', { name: /lördag 28 november/ }));
  expect(screen.queryByText('Inte bokade den dagen'), 'of a day without bookings it goes without saying').toBeNull();
});

test('BOOK-003: the calendar of the week has the numbers of its weeks, marks all of the one that is shown, and today', async () => {
  const { last } = await openBookings({ search: { week: '2026-11-30' } });
  await press(/Välj vecka$/);
  const grid = within(await dialog()).getByRole('grid');
  const numbers = [...grid.querySelectorAll('.weekNumber')].filter((each) => !each.closest('[data-outside-month]'));
  expect(numbers.map(({ textContent }) => textContent)).toEqual(['44', '45', '46', '47', '48', '49']);
  expect([...grid.querySelectorAll('.ofWeek:not([data-outside-month])')].map(({ textContent }) => textContent)).toEqual(['4930']);
  expect(grid.querySelector('[data-today]')!.textContent).toBe('24');
  await userEvent.click(within(grid).getByText('18'));
  expect(last.search).toEqual({ week: '2026-11-16' });
});

test('BOOK-046: a calendar address is shown once, for copying', async () => {
  await openBookings({
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

test('a booking that was given back in its first minute has one time, not twice the same', async () => {
  const short = item({ booking_id: 9, date: '2026-11-23', ...OWN, start_time: '07:00:00', end_time: '07:00:00' });
  await openBookings({ cars: [vehicle({ Imei: NORTH, Name: 'Skåpbil Norr', Schedule: [short] })] });
  const told = await chip(/måndag 23 november, Skåpbil Norr/);
  expect(told.textContent).toMatch(/^07:00\D/);
  expect(`${told.textContent} ${told.title}`).not.toContain('07:00–07:00');
});

test('BOOK-049: on a phone one’s month is a list by day, what has been last; a booking opens, and a new one begins', async () => {
  const mine = (day: string, id: number) => item({ booking_id: id, date: day, ...OWN });
  const { last } = await openBookings({
    phone: true,
    search: { view: 'mine' },
    cars: [
      vehicle({
        Imei: NORTH,
        Name: 'Skåpbil Norr',
        Schedule: [mine('2026-11-10', 6), mine('2026-11-12', 1), mine('2026-11-25', 2), mine('2026-12-01', 3)],
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
    ['tisdag 1 december', 1],
    ['torsdag 12 november', 1],
    ['tisdag 10 november', 1],
  ]);
  expect(within(month).getByText('Tidigare i november 2026')).toBeDefined();
  expect(within(month).getByText('Syd').parentElement?.textContent).toBe('SydXYZ 987');
  expect(within(month).queryByRole('table')).toBeNull();
  await userEvent.click(within(month).getByRole('button', { name: /10:00–12:00 .*onsdag 25 november, XYZ 987/ }));
  expect(last.search.booking).toBe(4);
});

test('BOOK-049: on a phone what is to come goes on into the next month, before what has been', async () => {
  const of = (month: string) =>
    month === '2026-11'
      ? [item({ booking_id: 1, date: '2026-11-10', ...OWN }), item({ booking_id: 2, date: '2026-11-27', ...OWN })]
      : [item({ booking_id: 3, date: '2026-12-01', ...OWN }), item({ booking_id: 4, date: '2026-12-21', ...OWN })];
  const monthOf = ({ query }: { query: { month: string } }) =>
    schedule([vehicle({ Imei: NORTH, Name: 'Bil ett', Schedule: of(query.month) })]);
  await openBookings({ phone: true, answers: { 'bookings.month': monthOf } });
  await press('Mina bokningar');
  const month = await dialog();
  await within(month).findByRole('region', { name: /21 december/ });
  expect([...month.querySelectorAll('h3, [class*="earlier"]')].map(({ textContent }) => textContent)).toEqual([
    'fredag 27 november',
    'december 2026',
    'tisdag 1 december',
    'måndag 21 december',
    'Tidigare i november 2026',
    'tisdag 10 november',
  ]);
});

test('BOOK-049: on a phone a booking over several days is listed once with all of its time, over the end of a month too', async () => {
  const part = (id: number, date: string, over: Partial<ScheduleItem>) => item({ booking_id: id, date, ...OWN, ...over });
  const [begins, goesOn, ends] = [
    { start_time: '09:00:00', end_time: '24:00:00', continues_after: true },
    { start_time: '00:00:00', end_time: '24:00:00', continues_before: true, continues_after: true },
    { start_time: '00:00:00', end_time: '16:00:00', continues_before: true },
  ];
  const of = (month: string) =>
    month === '2026-11'
      ? [part(1, '2026-11-12', begins), part(1, '2026-11-13', { ...ends, was_driven: true }), part(2, '2026-11-30', begins)]
      : [part(2, '2026-12-01', goesOn), part(2, '2026-12-02', ends)];
  const monthOf = ({ query }: { query: { month: string } }) =>
    schedule([vehicle({ Imei: NORTH, Name: 'Bil ett', Schedule: of(query.month) })]);
  const { last } = await openBookings({ phone: true, search: { view: 'mine' }, answers: { 'bookings.month': monthOf } });
  const month = within(await dialog());
  const region = async (name: string) => within(await month.findByRole('region', { name }));
  const coming = (await region('måndag 30 november')).getByRole('button');
  expect(month.getAllByRole('button', { name: 'Ny bokning' }), 'once').toHaveLength(1);
  await waitFor(() => expect(coming.textContent).toContain('09:00 – ons 2/12 16:00'));
  const been = (await region('fredag 13 november')).getByRole('button');
  expect(been.textContent, 'with what came of it').toMatch(/tors 12\/11 09:00 – 16:00 ?Kördes/);
  expect(month.getAllByRole('region'), 'once each').toHaveLength(2);
  await userEvent.click(been);
  expect(last.search.booking).toBe(1);
});

test('BOOK-039, BOOK-049: on a phone what was just booked comes into view where it stands once its day is loaded anew', async () => {
  const shown = vi.fn<typeof HTMLElement.prototype.scrollIntoView>();
  HTMLElement.prototype.scrollIntoView = shown;
  let isMade = false;
  const day = '2026-11-28';
  const vehicles = () => [
    vehicle({ Imei: NORTH, Name: 'Skåpbil Norr' }),
    vehicle({ Imei: SOUTH, Name: 'Arbetsbil Syd', Schedule: [item({ booking_id: 5, date: day })] }),
    vehicle({
      Imei: '350000000000033',
      Name: 'Minibuss',
      Schedule: isMade ? [item({ booking_id: 99, date: day, ...OWN })] : [],
    }),
  ];
  await openBookings({
    search: { day },
    phone: true,
    answers: {
      'bookings.week': () => schedule(vehicles()),
      'bookings.save': () => {
        isMade = true;
        return { id: 99, ids: [99], state: 'booked', skipped: [] };
      },
    },
  });
  await press('Boka Minibuss, lördag 28 november');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Leverans');
  await press('Boka');
  await screen.findByText(/^Fordonet är bokat/);
  const card = await waitFor(() => {
    const at = [...document.querySelectorAll('li[data-index]')].find((each) => each.querySelector('[data-booking="99"]'));
    expect(at).toBeDefined();
    return at!;
  });
  await waitFor(() => expect(shown.mock.contexts.at(-1)).toBe(card));
  // Once more when what was loaded has been laid out.
  for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  const times = shown.mock.calls.length;
  await press(/^fredag 27 november/);
  await press(/^lördag 28 november/);
  expect(shown, 'whoever looks on is not called back').toHaveBeenCalledTimes(times);
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});
