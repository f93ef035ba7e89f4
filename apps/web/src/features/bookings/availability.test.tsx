import type { ScheduleVehicle } from '@spora/contract/bookings/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { readAs } from '../../lib/testing.tsx';
import { cars, dialog, FREE, NONE_FOUND, NORTH, openBookings, press, SOUTH, withRoomAndTime } from './testing-screen.tsx';
import { vehicle } from './testing.ts';

withRoomAndTime();

test('BOOK-040: a vehicle that somebody uses just now is not called free, and may be booked all the same', async () => {
  const { bodies } = await openBookings({ answers: { 'bookings.check': () => ({ ...FREE, in_use_now: true }) } });
  await press('Boka Skåpbil Norr, tisdag 24 november');
  expect(await screen.findByText('Inte bokat då, men används just nu.')).toBeDefined();
  expect(screen.queryByText('Fordonet är ledigt då.')).toBeNull();
  await userEvent.type(screen.getByRole('textbox', { name: 'Ärende' }), 'Leverans');
  await press('Boka');
  await waitFor(() => expect(bodies('bookings.save')).toHaveLength(1));
});

test('16: the form says what of the vehicle’s service plan is overdue, as the search for a vehicle does, and lets it be booked', async () => {
  const { bodies } = await openBookings({ answers: { 'bookings.check': () => ({ ...FREE, overdue: ['inspection'] }) } });
  await press('Boka Skåpbil Norr, tisdag 24 november');
  expect(await screen.findByText('Besiktningen är försenad')).toBeDefined();
  expect(screen.getByText('Fordonet är ledigt då.')).toBeDefined();
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

test('BOOK-040, DEC-26, ERR-023: who has the vehicle and the free times stay beside the entries, and one tap takes a time', async () => {
  let isTaken = false;
  const { bodies } = await openBookings({
    answers: {
      'bookings.save': () => {
        if (!isTaken) {
          // Somebody else was quicker.
          isTaken = true;
          throw new ApiError(409, 'AlreadyBooked');
        }
        return { id: 9, ids: [9], state: 'booked', skipped: [] };
      },
      'bookings.check': ({ body }) =>
        isTaken && body.start_date.includes('10:00')
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
  expect(await screen.findByText('Fordonet är ledigt då.')).toBeDefined();
  await press('Boka');
  expect(await screen.findByText('Fordonet är redan bokat då.')).toBeDefined();
  expect(await screen.findByText(readAs('Kari Olsen, lör 2026-11-28 09:00–12:00'))).toBeDefined();
  expect((await dialog()).textContent).toMatch(/Arbetsbil Syd, lör 2026/);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Ärende' }).value).toBe('Leverans');
  expect(screen.queryByText('Fordonet är upptaget då'), 'said once, where it says who has it').toBeNull();
  await press('lör 2026-11-28 12:00–13:00');
  expect(await screen.findByText('Fordonet är ledigt då.')).toBeDefined();
  expect(screen.queryByText('Fordonet är redan bokat då.')).toBeNull();
  await press('Boka');
  await waitFor(() => expect(bodies('bookings.save').at(-1)).toMatchObject({ start_date: '2026-11-28 12:00:00' }));
});

/** Nobody but Kari has the vehicle until noon. */
const takenAtTen = ({ body }: { body: { start_date: string; end_date: string; imei: string } }) => {
  const span = { start_date: body.start_date, end_date: body.end_date };
  const isTaken = body.imei === NORTH && body.start_date.includes('10:00');
  const by = { driver_name: 'Kari Olsen', is_own: false, kind: 'drive' as const, state: 'booked' as const };
  return {
    ...FREE,
    occurrences: [{ ...span, closed: null, taken_by: isTaken ? [{ ...by, ...span }] : [] }],
    free: isTaken ? [{ start_date: '2026-11-28 12:00:00', end_date: '2026-11-28 13:00:00' }] : [],
  };
};

test('BOOK-040: what is known to be refused is not sent: the button says why, stays in reach of the keyboard, and leads to what is free', async () => {
  const { bodies } = await openBookings({ answers: { 'bookings.check': takenAtTen } });
  await press('Boka Skåpbil Norr, lördag 28 november');
  const why = await screen.findByText('Fordonet kan inte bokas då. Välj en annan tid eller ett annat fordon.');
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Boka' });
  expect([button.getAttribute('aria-disabled'), button.disabled, button.getAttribute('aria-describedby')]).toEqual([
    'true',
    false,
    why.id,
  ]);
  await userEvent.click(button);
  expect(await screen.findByText('Ange ett ärende.'), 'what is wrong in the fields comes first').toBeDefined();
  await userEvent.type(screen.getByRole('textbox', { name: 'Ärende' }), 'Leverans');
  await userEvent.click(button);
  expect(document.activeElement?.textContent).toBe('lör 2026-11-28 12:00–13:00');
  expect(bodies('bookings.save')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Fordonet är ledigt då.')).toBeDefined();
  expect([screen.queryByText(/^Fordonet kan inte bokas då/), button.getAttribute('aria-disabled')]).toEqual([null, null]);
  await userEvent.click(button);
  await waitFor(() => expect(bodies('bookings.save')).toMatchObject([{ start_date: '2026-11-28 12:00:00' }]));
});

test('BOOK-040: what is offered for a vehicle that is taken is of its department first, and of another one says which', async () => {
  const found = { booked_h: 0, distance_m: null, usual_driver: null, place: null, place_is_approximate: false, overdue: [] };
  const car = (Imei: string, Name: string, over: Partial<ScheduleVehicle>) => {
    const { Schedule: _, ...rest } = vehicle({ Imei, Name, kind: 'van', ...over });
    return { ...rest, ...found };
  };
  await openBookings({
    cars: cars().map((each) => ({ ...each, kind: 'van' as const, department: 'Stockholm' })),
    answers: {
      'bookings.check': takenAtTen,
      'bookings.find': () => ({
        ...NONE_FOUND,
        vehicles: [
          car('350000000000033', 'Uppsalabil', { department: 'Uppsala' }),
          car('350000000000041', 'Stockholms släp', { department: 'Stockholm', kind: 'trailer' }),
          { ...car('350000000000058', 'Majas bil', { department: 'Stockholm' }), usual_driver: { id: 9, name: 'Maja Lindholt' } },
          car('350000000000066', 'Budbil', { department: 'Stockholm', kind: 'car' }),
        ],
      }),
    },
  });
  await press('Boka Skåpbil Norr, lördag 28 november');
  const others = within(await screen.findByRole('group', { name: 'Andra fordon som är lediga då' }));
  expect(others.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Budbil · ABC 123',
    'Majas bil · ABC 123',
    'Uppsalabil · ABC 123',
  ]);
  expect(others.getByText('Uppsala')).toBeDefined();
  expect(others.queryByText('Stockholm')).toBeNull();
});

test('BOOK-040: where a vehicle is taken, others that are free then are a tap away: what nobody else drives first, none that nobody can have', async () => {
  const found = { booked_h: 0, distance_m: null, usual_driver: null, place: null, place_is_approximate: false, overdue: [] };
  const car = (Imei: string, Name: string, over: Partial<ScheduleVehicle> = {}) => {
    const { Schedule: _, ...rest } = vehicle({ Imei, Name, kind: 'van', ...over });
    return { ...rest, ...found };
  };
  const { bodies } = await openBookings({
    cars: cars().map((each) => ({ ...each, kind: 'van' as const })),
    answers: {
      'bookings.check': takenAtTen,
      'bookings.find': () => ({
        ...NONE_FOUND,
        vehicles: [
          car('350000000000033', 'Släp', { kind: 'trailer' }),
          car('350000000000066', 'Poolbil', { kind: 'car' }),
          { ...car('350000000000041', 'Majas bil', { state: 'in-use' }), usual_driver: { id: 9, name: 'Maja Lindholt' } },
          car('350000000000058', 'Tyst bil', { state: 'no-contact' }),
          car(SOUTH, 'Arbetsbil Syd'),
        ],
      }),
    },
  });
  await press('Boka Skåpbil Norr, lördag 28 november');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Leverans');
  const others = within(await screen.findByRole('group', { name: 'Andra fordon som är lediga då' }));
  expect(others.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Arbetsbil Syd · ABC 123',
    'Poolbil · ABC 123',
    'Majas bil · ABC 123',
  ]);
  expect(others.getByText('Körs vanligtvis av Maja Lindholt')).toBeDefined();
  expect(bodies('bookings.find')).toEqual([{ start_date: '2026-11-28 10:00:00', end_date: '2026-11-28 11:00:00' }]);
  await userEvent.click(others.getByRole('button', { name: 'Arbetsbil Syd · ABC 123' }));
  expect(await screen.findByText('Fordonet är ledigt då.')).toBeDefined();
  expect(within(await dialog()).getByText('Arbetsbil Syd')).toBeDefined();
  await press('Boka');
  await waitFor(() => expect(bodies('bookings.save')).toMatchObject([{ imei: SOUTH, purpose: 'Leverans' }]));
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
        overdue: [],
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
        overdue: [],
      }),
      'bookings.save': () => ({ id: 1, ids: [1, 2], state: 'booked', skipped: ['2026-12-05 10:00:00'] }),
    },
  });
  await press('Boka Skåpbil Norr, lördag 28 november');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), 'Montage');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Upprepa' }), 'Varje vecka');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Till och med' }), '3');
  expect(await screen.findByText('Inte ledigt 2 av 3 gånger')).toBeDefined();
  expect(screen.getByText('lördag 5 december: Kari Olsen 10:00–11:00')).toBeDefined();
  expect(screen.getByText('lördag 12 december: utanför arbetstiderna')).toBeDefined();
  expect(screen.getByText('Alla tiderna är inte lediga. Hoppa över dem som inte är det, eller välj en annan tid.')).toBeDefined();
  await press('Boka');
  expect(bodies('bookings.save')).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Hoppa över de gånger då det inte är ledigt' }));
  await press('Boka');
  await waitFor(() => expect(bodies('bookings.save')).toMatchObject([{ weeks: 3, skip_taken: true }]));
  expect(await screen.findByText(/hoppades över: lördag 5 december/)).toBeDefined();
});
