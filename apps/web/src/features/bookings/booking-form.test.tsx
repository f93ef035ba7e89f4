import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { chip, dayIn, dialog, NORTH, openBookings, partOfDay, press, withRoomAndTime } from './testing-screen.tsx';
import { vehicle } from './testing.ts';

withRoomAndTime();

test('BOOK-009, BOOK-017, BOOK-020, BOOK-022, BOOK-026, BOOK-038, ERR-026: an empty cell starts a booking of that vehicle and day, with the next full hour', async () => {
  const { bodies } = await openBookings();
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
      every_weeks: 1,
      skip_taken: false,
    },
  ]);
});

test('BOOK-050: of a row of weeks it is told that all were booked, and how many were cancelled again', async () => {
  const { bodies } = await openBookings({
    answers: {
      'bookings.save': () => ({ id: 1, ids: [1, 2, 3], state: 'booked', skipped: [] }),
      'bookings.delete': () => ({ deleted: 3, in_row_with: null }),
    },
  });
  await press('Boka Skåpbil Norr, lördag 28 november');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Montage');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Upprepa' }), 'Varje vecka');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Till och med' }), '3');
  await press('Boka');
  expect((await screen.findByText(/^Fordonet är bokat\. /)).textContent).toBe(
    'Fordonet är bokat. Skåpbil Norr, lör 2026-11-28 10:00–11:00, och 2 gånger till',
  );
  await press('Ångra');
  expect(await screen.findByText('3 bokningar är avbokade.')).toBeDefined();
  expect(bodies('bookings.delete')).toEqual([{ id: '1', with_later: true }]);
});

test('BOOK-050: before a row of weeks is booked the form tells the day of each, and the last one by its weekday', async () => {
  await openBookings({ answers: {} });
  await press('Boka Skåpbil Norr, lördag 28 november');
  const repeats = await screen.findByRole('combobox', { name: 'Upprepa' });
  expect(screen.queryByText(/^Sista gången/)).toBeNull();
  await userEvent.selectOptions(repeats, 'Varje vecka');
  const weeks = screen.getByRole('combobox', { name: 'Till och med' });
  await userEvent.selectOptions(weeks, 'lördag 9 januari 2027 (7 gånger)');
  const told = document.getElementById(weeks.getAttribute('aria-describedby')!)!.textContent.replaceAll('\u00a0', ' ');
  expect(told).toBe('Sista gången är lördag 9 januari 2027. Alla datum: 28 nov, 5 dec, 12 dec, 19 dec, 26 dec, 2 jan och 9 jan.');
  await userEvent.selectOptions(repeats, 'En gång');
  expect(screen.queryByText(/^Sista gången/)).toBeNull();
});

test('BOOK-050: every second week is asked about and booked as such, until the day that is chosen', async () => {
  const { bodies } = await openBookings();
  await press('Boka Skåpbil Norr, lördag 28 november');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Montage');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Upprepa' }), 'Varannan vecka');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Till och med' }), 'lördag 26 december (3 gånger)');
  await waitFor(() => expect(bodies('bookings.check').at(-1)).toMatchObject({ weeks: 3, every_weeks: 2 }));
  await press('Boka');
  await waitFor(() => expect(bodies('bookings.save')).toMatchObject([{ weeks: 3, every_weeks: 2 }]));
});

test('BOOK-040: that a booking is refused comes into view as it is told, above the foot of the form', async () => {
  await openBookings({
    phone: true,
    answers: {
      'bookings.save': () => {
        throw new ApiError(409, 'AlreadyBooked');
      },
    },
  });
  await press('Boka Skåpbil Norr, tisdag 24 november');
  const shown = vi.fn<typeof HTMLElement.prototype.scrollIntoView>();
  HTMLElement.prototype.scrollIntoView = shown;
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Leverans');
  await press('Boka');
  await screen.findByText('Fordonet är redan bokat då.');
  expect(shown.mock.contexts.map((at) => (at as Element).textContent)).toContain('Fordonet är redan bokat då.');
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});

test('BOOK-037, DEC-31: who is no administrator books for themselves, and no list of drivers is loaded', async () => {
  const { bodies, send } = await openBookings({ admin: false });
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
  const { bodies } = await openBookings();
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

test('BOOK-017, BOOK-033, 13-A3: of many vehicles one is found by typing, and has the focus while it is missing', async () => {
  const many = Array.from({ length: 40 }, (_, i) =>
    vehicle({
      Imei: String(350_000_000_000_100 + i),
      Name: `Bil ${i + 1}`,
      RegistrationNumber: `AAA 1${String(i).padStart(2, '0')}`,
    }),
  );
  const { bodies } = await openBookings({ cars: many });
  await press('Ny bokning');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Leverans');
  await press('Boka');
  const field = screen.getByRole('button', { name: 'Fordon: Välj fordon', description: 'Välj ett fordon.' });
  expect(document.activeElement).toBe(field);
  await userEvent.click(field);
  await userEvent.keyboard('aaa 137');
  await userEvent.click(await screen.findByRole('option', { name: 'Bil 38 · AAA 137 · Combi' }));
  await press('Boka');
  await waitFor(() => expect(bodies('bookings.save')).toMatchObject([{ imei: '350000000000137' }]));
});

test('BOOK-019, BOOK-032: a new booking is of an hour from now at one press, and its purpose is marked as needed before it is missed', async () => {
  const { bodies } = await openBookings();
  await press('Boka Skåpbil Norr, lördag 28 november');
  const purpose = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Ärende' });
  expect(purpose.required).toBe(true);
  expect(screen.getByText('Behövs för att boka.')).toBeDefined();
  await userEvent.type(purpose, 'Leverans');
  expect(screen.queryByText('Behövs för att boka.')).toBeNull();
  await press('Nu, en timme');
  expect((await chip('Nu, en timme')).getAttribute('aria-pressed')).toBe('true');
  await press('Boka');
  await screen.findByText(/^Fordonet är bokat\. /);
  expect(bodies('bookings.save')).toMatchObject([{ start_date: '2026-11-24 09:20:00', end_date: '2026-11-24 10:20:00' }]);
});

test('BOOK-032, CONST-027, ERR-024: the 101st character of a purpose is refused and said', async () => {
  await openBookings();
  await press('Boka Skåpbil Norr, lördag 28 november');
  const purpose = await screen.findByRole('textbox', { name: 'Ärende' });
  await userEvent.click(purpose);
  await userEvent.paste('a'.repeat(101));
  expect((purpose as HTMLInputElement).value).toHaveLength(100);
  expect(screen.getByText('Ärendet får vara högst 100 tecken.')).toBeDefined();
});

test('BOOK-028, ERR-022, DEC-24: a start that has passed today is put to now, and that is said', async () => {
  await openBookings();
  await press('Boka Skåpbil Norr, tisdag 24 november');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Från, tid' }), '08:00');
  expect(await screen.findByText('Den tiden har passerat i dag. Starten flyttades till nu.')).toBeDefined();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Från, tid' }).value).toBe('09:30');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Till, tid' }), '08:00');
  expect(await screen.findByText('Den tiden har passerat i dag. Slutet flyttades till om en timme.')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Till, tid' }), '14:00');
  expect(screen.queryByText(/flyttades till/)).toBeNull();
});

test('BOOK-028, DEC-24: 09:00 chosen before the day is 09:00 of the day that is chosen then', async () => {
  await openBookings();
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

test('BOOK-029, BOOK-030, ERR-023: an end before or at the start is refused beside its field', async () => {
  const { bodies } = await openBookings();
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

test('ERR-026: what went wrong at the server is told, and the entries stay', async () => {
  await openBookings({
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

test.each([
  ['a new booking', 'Boka Skåpbil Norr, tisdag 24 november', ['10:00', '11:00']],
  ['the search for a vehicle', 'Hitta ett fordon', ['09:30', '10:30']],
])('BOOK-017: in %s a start day typed with two digits leaves the end an hour behind the start', async (_, way, times) => {
  await openBookings();
  await press(way);
  await dialog();
  await userEvent.click(partOfDay('Från, dag', 'day'));
  await userEvent.keyboard('28');
  await waitFor(() => expect(dayIn('Från, dag')).toBe('2026-11-28'));
  expect(dayIn('Till, dag')).toBe('2026-11-28');
  const shown = ['Från, tid', 'Till, tid'].map((name) => screen.getByRole<HTMLSelectElement>('combobox', { name }).value);
  expect(shown).toEqual(times);
});
