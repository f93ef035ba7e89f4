import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { readAs } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import {
  cars,
  chip,
  dayIn,
  dialog,
  FREE,
  NONE_FOUND,
  NORTH,
  openBookings,
  partOfDay,
  press,
  SOUTH,
  withRoomAndTime,
} from './testing-screen.tsx';
import { booking, vehicle } from './testing.ts';

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
      skip_taken: false,
    },
  ]);
});

test('BOOK-040: a vehicle that somebody uses just now is not called free, and may be booked all the same', async () => {
  const { bodies } = await openBookings({ answers: { 'bookings.check': () => ({ ...FREE, in_use_now: true }) } });
  await press('Boka Skåpbil Norr, tisdag 24 november');
  expect(await screen.findByText('Inte bokat då, men används just nu.')).toBeDefined();
  expect(screen.queryByText('Fordonet är ledigt då.')).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Ärende' }), 'Leverans');
  await press('Boka');
  await waitFor(() => expect(bodies('bookings.save')).toHaveLength(1));
});

test('BOOK-040: who has the vehicle, or that somebody uses it, comes into view as it is told, below a long form too', async () => {
  const shown = vi.fn<typeof HTMLElement.prototype.scrollIntoView>();
  HTMLElement.prototype.scrollIntoView = shown;
  const taken_by = [{ driver_name: 'Kari Olsen', is_own: false, kind: 'drive', state: 'booked' } as const];
  await openBookings({
    phone: true,
    answers: {
      'bookings.check': ({ body }) => {
        const span = { start_date: body.start_date, end_date: body.end_date };
        const isTaken = body.start_date.includes('09:20');
        const rows = isTaken ? taken_by.map((by) => ({ ...by, ...span })) : [];
        const in_use_now = body.start_date.includes(' 13:00');
        return { ...FREE, in_use_now, occurrences: [{ ...span, closed: null, taken_by: rows }] };
      },
    },
  });
  await press('Ny bokning');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Fordon' }), NORTH);
  expect(await screen.findByText('Fordonet är ledigt då.')).toBeDefined();
  const textsShown = () =>
    shown.mock.contexts.map((at) => (at as Element).textContent).filter((text) => /Kari|Inte bokat/.test(text));
  expect(textsShown()).toEqual([]);
  await press('Nu, en timme');
  await waitFor(() => expect(textsShown()).toEqual([expect.stringContaining('Kari Olsen')]));
  await press('I eftermiddag');
  await waitFor(() => expect(textsShown().slice(1)).toEqual(['Inte bokat då, men används just nu.']));
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
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

test('BOOK-040, DEC-26, ERR-023: who has the vehicle and the free times stay beside the entries, and one tap takes a time', async () => {
  let isTaken = true;
  const { bodies } = await openBookings({
    answers: {
      'bookings.save': () => {
        if (isTaken) throw new ApiError(409, 'AlreadyBooked');
        return { id: 9, ids: [9], state: 'booked', skipped: [] };
      },
      'bookings.check': ({ body }) =>
        body.start_date.includes('10:00')
          ? {
              ...FREE,
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
                      is_own: false,
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
  expect((await dialog()).textContent).toMatch(/Arbetsbil Syd, lör 2026/);
  await press('Boka');
  expect(await screen.findByText('Fordonet är redan bokat då.')).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Ärende' }).value).toBe('Leverans');
  expect(screen.queryByText('Fordonet är upptaget då'), 'said once, where it says who has it').toBeNull();
  isTaken = false;
  await press('lör 2026-11-28 12:00–13:00');
  expect(await screen.findByText('Fordonet är ledigt då.')).toBeDefined();
  expect(screen.queryByText('Fordonet är redan bokat då.')).toBeNull();
  await press('Boka');
  await waitFor(() => expect(bodies('bookings.save').at(-1)).toMatchObject({ start_date: '2026-11-28 12:00:00' }));
});

test('DEC-26: what the driver has elsewhere is said to oneself as one’s own', async () => {
  const elsewhere = { unit_name: 'Servicebil', start_date: '2026-11-28 10:00:00', end_date: '2026-11-28 11:00:00' };
  await openBookings({ answers: { 'bookings.check': () => ({ ...FREE, driver_elsewhere: [elsewhere] }) } });
  await press('Boka Skåpbil Norr, lördag 28 november');
  expect(await screen.findByText('Du har också bokat då:')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Förare' }), 'Kari Olsen');
  expect(await screen.findByText('Föraren har också bokat då:')).toBeDefined();
});

test('DEC-26: what one has elsewhere stands before that the vehicle is free, and comes into view', async () => {
  const elsewhere = { unit_name: 'Servicebil', start_date: '2026-11-28 10:00:00', end_date: '2026-11-28 11:00:00' };
  const shown = vi.fn<typeof HTMLElement.prototype.scrollIntoView>();
  HTMLElement.prototype.scrollIntoView = shown;
  await openBookings({ phone: true, answers: { 'bookings.check': () => ({ ...FREE, driver_elsewhere: [elsewhere] }) } });
  await press('Ny bokning');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Fordon' }), NORTH);
  const warning = await screen.findByText('Du har också bokat då:');
  const free = screen.getByText('Fordonet är ledigt då.');
  expect(warning.compareDocumentPosition(free) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(shown.mock.contexts.map((at) => (at as Element).textContent)).toContainEqual(
    expect.stringMatching(/Servicebil.*Fordonet är ledigt då\.$/),
  );
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});

test('BOOK-040: what stands in the way is called one’s own booking where it is', async () => {
  const span = { start_date: '2026-11-28 09:00:00', end_date: '2026-11-28 12:00:00' };
  const own = { ...span, driver_name: 'Anna Lindqvist', is_own: true, kind: 'drive' as const, state: 'booked' as const };
  await openBookings({
    answers: { 'bookings.check': () => ({ ...FREE, occurrences: [{ ...span, closed: null, taken_by: [own] }] }) },
  });
  await press('Boka Skåpbil Norr, lördag 28 november');
  expect(await screen.findByText(readAs('Din bokning, lör 2026-11-28 09:00–12:00'))).toBeDefined();
});

test('BOOK-040: no time is called free before it was asked about', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<typeof FREE>();
  await openBookings({
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
  await openBookings({
    answers: {
      'bookings.check': ({ body }) => ({
        ...FREE,
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
  const { bodies } = await openBookings({
    answers: {
      'bookings.check': ({ body }) => ({
        ...FREE,
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
                    is_own: false,
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
  const { bodies } = await openBookings();
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
  const { bodies } = await openBookings({
    cars: [...cars(), third],
    answers: {
      'bookings.find': () => ({
        ...NONE_FOUND,
        vehicles: [
          { ...third, booked_h: 0, distance_m: null, usual_driver: null, place: null, place_is_approximate: false, overdue: [] },
        ],
        taken: [
          {
            imei: SOUTH,
            closed: null,
            taken_by: [
              {
                start_date: '2026-11-25 09:00:00',
                end_date: '2026-11-25 14:00:00',
                driver_name: 'Maja Lindholt',
                is_own: false,
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
  const { bodies } = await openBookings({
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
  await openBookings({
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
  const { bodies } = await openBookings();
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Avboka');
  const question = await screen.findByRole('dialog', { name: 'Avboka den här tiden?' });
  for (const text of ['Kundbesök', '2026-11-25 10:00', '2026-11-25 12:00', 'ABC 123'])
    expect(within(question).getByText(text)).toBeDefined();
  expect(within(question).getAllByRole('definition')[0]?.textContent).toBe('Skåpbil Norr');
  await userEvent.click(within(question).getByRole('button', { name: 'Avboka' }));
  expect(await screen.findByText('Bokningen är avbokad.')).toBeDefined();
  expect(bodies('bookings.delete')).toEqual([{ id: '1', with_later: false }]);
  await press('Ångra');
  expect(await screen.findByText('Bokningen finns igen.')).toBeDefined();
  expect(bodies('bookings.save')).toMatchObject([{ start_date: '2026-11-25 10:00:00', purpose: 'Kundbesök' }]);
});

test('BOOK-018: what was cancelled is not offered to be undone beside the booking of it', async () => {
  await openBookings();
  await press('Boka Skåpbil Norr, lördag 28 november');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Leverans');
  await press('Boka');
  await screen.findByText(/^Fordonet är bokat\. /);
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Avboka');
  await userEvent.click(within(await screen.findByRole('dialog', { name: /^Avboka/ })).getByRole('button', { name: 'Avboka' }));
  await screen.findByText('Bokningen är avbokad.');
  expect(screen.queryByText(/^Fordonet är bokat\. /)).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Ångra' })).toHaveLength(1);
});

test('BOOK-040: the time that one has booked oneself is not called free, another one is', async () => {
  const { send } = await openBookings();
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  const time = await screen.findByRole('combobox', { name: 'Från, tid' });
  await waitFor(() => expect(send.requests.some(({ id }) => id === 'bookings.check')).toBe(true));
  await waitFor(() => expect(screen.queryByText(/^Kontrollerar/)).toBeNull());
  expect(screen.queryByText('Fordonet är ledigt då.')).toBeNull();
  await userEvent.selectOptions(time, '11:00');
  expect(await screen.findByText('Fordonet är ledigt då.')).toBeDefined();
});

test('BOOK-050: of a row, also those that follow can be deleted', async () => {
  const { bodies } = await openBookings({
    answers: { 'bookings.get': () => booking({ id: 1, in_row: 4 }), 'bookings.delete': () => ({ deleted: 4 }) },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Avboka');
  await press('Avboka den och de 3 som följer');
  expect(await screen.findByText('4 bokningar är avbokade.')).toBeDefined();
  expect(bodies('bookings.delete')).toEqual([{ id: '1', with_later: true }]);
});

test('BOOK-035, DEC-22, ERR-021: an ongoing booking is for reading, says why, and the vehicle can be returned now', async () => {
  const { bodies } = await openBookings({
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
  expect(await screen.findByText('Bokningen pågår: du kan lämna tillbaka fordonet, men inte ändra tiden.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Spara' })).toBeNull();
  expect(screen.getByText('42,0 km')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Visa i körjournalen' }).getAttribute('href')).toContain('unit=350000000000017');
  await press('Lämna tillbaka nu');
  const question = await screen.findByRole('dialog', { name: 'Lämna tillbaka Skåpbil Norr nu?' });
  expect(question.textContent).toContain('Tiden fram till 2026-11-25 12:00 blir ledig för andra.');
  expect(bodies('bookings.return'), 'one press gives nothing away').toEqual([]);
  await press('Lämna tillbaka');
  expect(await screen.findByText(/återlämnat/)).toBeDefined();
  expect(bodies('bookings.return')).toHaveLength(1);
});

test('DEC-27, BOOK-036, ERR-025: somebody else’s booking is for reading, and says so', async () => {
  await openBookings({
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
  const { bodies } = await openBookings({ answers: { 'bookings.get': () => begun, 'bookings.save-hand-over': () => begun } });
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

const underWay = () =>
  booking({ id: 1, phase: 'ongoing', can: { edit: false, delete: false, return: true, hand_over: true, decide: false } });

test('DEC-22: giving back saves what is written of how the vehicle was left, and does neither while it is wrong', async () => {
  const { bodies } = await openBookings({
    answers: { 'bookings.get': underWay, 'bookings.save-hand-over': underWay, 'bookings.return': underWay },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Anteckning' }), 'Repa på dörren');
  await userEvent.type(screen.getByRole('textbox', { name: 'Tank eller batteri (%)' }), '140');
  await press('Spara och lämna tillbaka');
  expect(screen.queryByText(/^Tiden fram till/), 'what is wrong is told before anything is asked').toBeNull();
  await userEvent.clear(screen.getByRole('textbox', { name: 'Tank eller batteri (%)' }));
  await press('Spara och lämna tillbaka');
  const question = await screen.findByRole('dialog', { name: 'Lämna tillbaka Skåpbil Norr nu?' });
  expect(question.textContent).toContain('Det går inte att ångra.');
  expect([...bodies('bookings.save-hand-over'), ...bodies('bookings.return')]).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Spara och lämna tillbaka' }));
  expect(await screen.findByText(/återlämnat och överlämningen sparad/)).toBeDefined();
  expect(bodies('bookings.save-hand-over')).toEqual([{ note: 'Repa på dörren', odometer_km: null, fuel_pct: null }]);
  expect(bodies('bookings.return')).toHaveLength(1);
  expect(screen.queryByRole('dialog'), 'nothing is left to do, nor asked').toBeNull();
});

test('DEC-22: a vehicle that was given back without a hand-over says so in view, with the form for one still open', async () => {
  const shown = vi.fn<typeof HTMLElement.prototype.scrollIntoView>();
  HTMLElement.prototype.scrollIntoView = shown;
  const over = () =>
    booking({ id: 1, phase: 'past', returned_date: '2026-11-25 11:00:00', can: { ...underWay().can, return: false } });
  let isBack = false;
  await openBookings({
    answers: {
      'bookings.get': () => (isBack ? over() : underWay()),
      'bookings.return': () => {
        isBack = true;
        return over();
      },
    },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Lämna tillbaka nu');
  await press('Lämna tillbaka');
  expect(await screen.findByText('Fordonet lämnades tillbaka 11:00.')).toBeDefined();
  expect(shown.mock.contexts.map((at) => (at as Element).textContent)).toContainEqual(
    expect.stringContaining('Fordonet lämnades tillbaka 11:00.'),
  );
  expect(screen.getByRole('button', { name: 'Spara överlämningen' })).toBeDefined();
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});

test('UNIT-022: an odometer below what is known, or far above it, is saved only by who says that it is right', async () => {
  const known = () => ({ ...underWay(), known_odometer_km: 46_352 });
  const { bodies } = await openBookings({ answers: { 'bookings.get': known, 'bookings.save-hand-over': known } });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  const odometer = await screen.findByRole('textbox', { name: 'Mätarställning (km)' });
  expect(screen.getByText(/^Bör visa ungefär 46.352 km\.$/)).toBeDefined();
  await userEvent.type(odometer, '463520');
  await press('Spara utan att lämna tillbaka');
  expect(await screen.findByText(/^Det är över 2.000 km mer än väntat/)).toBeDefined();
  await userEvent.clear(odometer);
  await userEvent.type(odometer, '12');
  expect(screen.getByText(/^Fordonet har redan gått längre än så/)).toBeDefined();
  await press('Spara och lämna tillbaka');
  expect([...bodies('bookings.save-hand-over'), ...bodies('bookings.return')]).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Siffrorna stämmer' }));
  await press('Spara utan att lämna tillbaka');
  expect(bodies('bookings.save-hand-over')).toEqual([{ note: '', odometer_km: 12, fuel_pct: null }]);
});

test('UNIT-022: one that is as expected is saved without a question, with a space in it too', async () => {
  const known = () => ({ ...underWay(), known_odometer_km: 46_352 });
  const { bodies } = await openBookings({ answers: { 'bookings.get': known, 'bookings.save-hand-over': known } });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Mätarställning (km)' }), '46 380');
  await press('Spara utan att lämna tillbaka');
  expect(bodies('bookings.save-hand-over')).toEqual([{ note: '', odometer_km: 46_380, fuel_pct: null }]);
});

test('DEC-22: whoever needs a vehicle for longer than booked is led to the time after', async () => {
  const { bodies } = await openBookings({ answers: { 'bookings.get': underWay } });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Boka tiden efter');
  const fresh = within(await screen.findByRole('dialog', { name: 'Ny bokning' }));
  expect(fresh.getByRole<HTMLInputElement>('textbox', { name: 'Ärende' }).value).toBe('Kundbesök');
  await userEvent.click(fresh.getByRole('button', { name: 'Boka' }));
  await waitFor(() =>
    expect(bodies('bookings.save')).toMatchObject([
      { imei: NORTH, start_date: '2026-11-25 12:00:00', end_date: '2026-11-25 13:00:00', driver_id: 7 },
    ]),
  );
});

test('NAV-039: a hand-over that is written and not saved holds its sheet open', async () => {
  await openBookings({ answers: { 'bookings.get': underWay } });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Anteckning' }), 'Repa');
  expect(hasUnsaved()).toBe(true);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Anteckning' }));
  expect(hasUnsaved()).toBe(false);
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

test('16: a picture is added where the vehicle was left, and removed', async () => {
  let has = false;
  const { bodies } = await openBookings({
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
  const { bodies } = await openBookings({
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
