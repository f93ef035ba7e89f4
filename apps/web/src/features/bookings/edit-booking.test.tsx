import { addDays } from '@spora/calendar/days';
import type { RowBooking } from '@spora/contract/bookings/rows';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { cars, chip, dialog, NONE_FOUND, NORTH, openBookings, OWN, press, SOUTH, withRoomAndTime } from './testing-screen.tsx';
import { booking, item, vehicle } from './testing.ts';

withRoomAndTime();

test('BOOK-009, BOOK-016, BOOK-025, BOOK-038, ERR-026, ERR-041: a booking opens for change with its whole time, and sends what it was', async () => {
  const { bodies } = await openBookings();
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  const purpose = await screen.findByRole('textbox', { name: 'Ärende' });
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Till, tid' }).value).toBe('12:00');
  await userEvent.clear(purpose);
  await userEvent.type(purpose, 'Service hos kund');
  await press('Spara');
  expect((await screen.findByText(/^Bokningen är ändrad\. /)).textContent).toBe(
    'Bokningen är ändrad. Skåpbil Norr, ons 2026-11-25 10:00–12:00',
  );
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
  const free = within(field).getByRole('group', { name: 'Lediga då' });
  expect(
    within(free)
      .getAllByRole<HTMLOptionElement>('option')
      .map(({ text }) => text),
  ).toEqual(['Minibuss · MNO 321']);
  expect(free.nextElementSibling, 'what is free comes first').toBe(taken);
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
      'bookings.get': () => booking({ id: 1, ...(isOther ? { purpose: 'Flytt', end_date: '2026-11-25 13:00:00' } : {}) }),
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
  expect(screen.getByText(/^Till är nu/).textContent, 'the end alone').toBe('Till är nu: ons 2026-11-25 13:00');
  expect(screen.queryByText(/^Från är nu/)).toBeNull();
  await press('Skriv över med det jag skrev');
  expect(await screen.findByText(/^Bokningen är ändrad\. /)).toBeDefined();
});

test('BOOK-018, BOOK-038, ERR-026: deleting asks with purpose, from, to and plate; one alone can be had back', async () => {
  const { bodies } = await openBookings();
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Avboka');
  const question = await screen.findByRole('dialog', { name: 'Avboka den här tiden?' });
  for (const text of ['Kundbesök', '2026-11-25 10:00', '2026-11-25 12:00', 'ABC 123'])
    expect(within(question).getByText(text)).toBeDefined();
  expect(within(question).getAllByRole('definition')[0]?.textContent).toBe('Skåpbil Norr');
  expect(within(question).getByText('Anna Lindqvist')).toBeDefined();
  expect(within(question).queryByText(/får besked/), 'one’s own').toBeNull();
  await userEvent.click(within(question).getByRole('button', { name: 'Avboka' }));
  expect(await screen.findByText('Bokningen är avbokad.')).toBeDefined();
  expect(bodies('bookings.delete')).toEqual([{ id: '1', with_later: false }]);
  await press('Ångra');
  expect(await screen.findByText('Bokningen finns igen.')).toBeDefined();
  expect(bodies('bookings.save')).toMatchObject([{ start_date: '2026-11-25 10:00:00', purpose: 'Kundbesök' }]);
});

test('BOOK-018: who cancels somebody else’s booking reads whose it is, and that its driver is told', async () => {
  const theirs = { driver_id: 9, driver_name: 'Kari Olsen' };
  await openBookings({ answers: { 'bookings.get': () => booking({ id: 3, ...theirs }) } });
  await userEvent.click(await chip(/^13:00–14:00 Kari Olsen/));
  await press('Avboka');
  const question = within(await screen.findByRole('dialog', { name: 'Avboka den här tiden?' }));
  expect(question.getByText('Kari Olsen')).toBeDefined();
  expect(question.getByText('Kari Olsen får besked per e-post.')).toBeDefined();
});

test('BOOK-018, BOOK-037: who cannot book for its driver is not offered to have a booking back', async () => {
  const theirs = { id: 1, driver_id: 9, driver_name: 'Kari Olsen', purpose: 'Kundbesök' };
  await openBookings({ admin: false, answers: { 'bookings.get': () => booking(theirs) } });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Avboka');
  await userEvent.click(within(await screen.findByRole('dialog', { name: /^Avboka/ })).getByRole('button', { name: 'Avboka' }));
  await screen.findByText('Bokningen är avbokad.');
  expect(screen.queryByRole('button', { name: 'Ångra' })).toBeNull();
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

/** Wednesdays from the 25th on. */
const rowOf = (ids: readonly number[], over: Partial<RowBooking> = {}): RowBooking[] =>
  ids.map((id, week) => ({
    id,
    imei: NORTH,
    unit_name: 'Skåpbil Norr',
    start_date: `${addDays('2026-11-25', 7 * week)} 10:00:00`,
    end_date: `${addDays('2026-11-25', 7 * week)} 12:00:00`,
    purpose: 'Kundbesök',
    driver_id: 7,
    driver_name: 'Anna Lindqvist',
    kind: 'drive',
    state: 'booked',
    ...over,
  }));
const inRow = {
  'bookings.get': () => booking({ id: 1, in_row: 3, is_repeated: true }),
  'bookings.row': () => rowOf([1, 11, 12]),
};

test('BOOK-050: what is one of a row says so in the week, in the month and where it is opened, also by somebody who may not change it', async () => {
  const repeated = [item({ booking_id: 1, date: '2026-11-25', ...OWN, purpose: 'Kundbesök', is_repeated: true })];
  await openBookings({
    cars: [vehicle({ Imei: NORTH, Name: 'Skåpbil Norr', Schedule: repeated })],
    search: { view: 'mine' },
    answers: {
      'bookings.get': () =>
        booking({
          id: 1,
          is_repeated: true,
          can: { edit: false, delete: false, return: false, hand_over: false, decide: false },
        }),
    },
  });
  const month = await screen.findByRole('button', { name: /^Skåpbil Norr.*Ingår i en rad som upprepas/ });
  expect(month.title).toContain('Ingår i en rad som upprepas');
  await userEvent.click(
    within(await dialog())
      .getAllByRole('button', { name: 'Stäng' })
      .at(-1)!,
  );
  const inWeek = await chip(/^10:00–12:00 Din · Kundbesök Ingår i en rad som upprepas, onsdag 25 november/);
  expect(inWeek.title).toContain('Ingår i en rad som upprepas');
  await userEvent.click(inWeek);
  expect(within(await dialog()).getByText('Ingår i en rad som upprepas')).toBeDefined();
});

test('BOOK-050: of a row, also those that follow can be cancelled, by one button that says how many; all come back at once', async () => {
  const { bodies } = await openBookings({
    answers: {
      ...inRow,
      'bookings.delete': () => ({ deleted: 3, in_row_with: null }),
      'bookings.save-row': () => ({ ids: [1, 2, 3], state: 'booked' }),
    },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  expect(await screen.findByText('3 bokningar återstår i raden')).toBeDefined();
  expect(screen.queryByRole('radio'), 'asked once').toBeNull();
  await press('Avboka');
  const question = within(await screen.findByRole('dialog', { name: /^Avboka/ }));
  const choice = within(await question.findByRole('group', { name: 'Vad ska avbokas?' }));
  expect(choice.getByRole<HTMLInputElement>('radio', { name: 'Bara den här, onsdag 25 november' }).checked).toBe(true);
  expect(question.getAllByRole('button', { name: /^Avboka/ })).toHaveLength(1);
  await userEvent.click(choice.getByRole('radio', { name: 'Den här och de 2 som följer, till och med onsdag 9 december' }));
  await userEvent.click(question.getByRole('button', { name: 'Avboka 3 bokningar' }));
  expect(await screen.findByText('3 bokningar är avbokade.')).toBeDefined();
  expect(bodies('bookings.delete')).toEqual([{ id: '1', with_later: true }]);
  await press('Ångra');
  expect(await screen.findByText('Bokningarna finns igen.')).toBeDefined();
  expect(bodies('bookings.save-row')).toMatchObject([
    { bookings: rowOf([1, 11, 12]).map(({ start_date, purpose, driver_id }) => ({ start_date, purpose, driver_id })) },
  ]);
});

test('BOOK-018, BOOK-050: what was chosen of a row goes on to the question; what comes back comes into the row that it was of', async () => {
  const { bodies } = await openBookings({
    answers: {
      ...inRow,
      'bookings.delete': () => ({ deleted: 3, in_row_with: 8 }),
      'bookings.save-row': () => ({ ids: [1], state: 'booked' }),
    },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ärende' }), ' igen');
  await userEvent.click(await screen.findByRole('radio', { name: /^Den här och de 2 som följer/ }));
  await press('Avboka');
  const question = within(await screen.findByRole('dialog', { name: /^Avboka/ }));
  await userEvent.click(await question.findByRole('button', { name: 'Avboka 3 bokningar' }));
  await screen.findByText('3 bokningar är avbokade.');
  await press('Ångra');
  await screen.findByText('Bokningarna finns igen.');
  expect(bodies('bookings.save-row')).toMatchObject([{ in_row_with: '8', bookings: [{ purpose: 'Kundbesök' }, {}, {}] }]);
});

test('BOOK-018, BOOK-050: one alone of a row comes back into it too', async () => {
  const { bodies } = await openBookings({
    answers: {
      ...inRow,
      'bookings.delete': () => ({ deleted: 1, in_row_with: 11 }),
      'bookings.save-row': () => ({ ids: [1], state: 'booked' }),
    },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Avboka');
  const question = within(await screen.findByRole('dialog', { name: /^Avboka/ }));
  await userEvent.click(question.getByRole('button', { name: 'Avboka' }));
  await press('Ångra');
  expect(await screen.findByText('Bokningen finns igen.')).toBeDefined();
  expect(bodies('bookings.save-row')).toMatchObject([{ in_row_with: '11', bookings: [{ start_date: '2026-11-25 10:00:00' }] }]);
});

test('BOOK-037: who may not book for the driver of one of a row is not offered to have it back', async () => {
  await openBookings({
    admin: false,
    answers: {
      ...inRow,
      'bookings.row': () => [...rowOf([1]), ...rowOf([11], { driver_id: 9 })],
      'bookings.delete': () => ({ deleted: 2, in_row_with: null }),
    },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Avboka');
  const question = within(await screen.findByRole('dialog', { name: /^Avboka/ }));
  await userEvent.click(await question.findByRole('radio', { name: /^Den här och den som följer/ }));
  await userEvent.click(question.getByRole('button', { name: 'Avboka 2 bokningar' }));
  await screen.findByText('2 bokningar är avbokade.');
  expect(screen.queryByRole('button', { name: 'Ångra' })).toBeNull();
});

test('BOOK-050: a new time is given to all that are to come of a row at once; what is taken is told before, and stays as it is', async () => {
  const other = { unit_name: 'Skåpbil Syd', start_date: '2026-12-09 12:00:00', end_date: '2026-12-09 18:00:00' };
  const free = { closed: null, taken_by: [], start_date: '', end_date: '', driver_elsewhere: [] };
  const kari = { driver_name: 'Kari Olsen', is_own: false, kind: 'drive', state: 'booked' } as const;
  const theirs = { start_date: '2026-12-02 15:00:00', end_date: '2026-12-02 17:30:00', ...kari };
  const taken = { ...free, start_date: '2026-12-02 14:00:00', taken_by: [theirs] };
  const { bodies } = await openBookings({
    answers: {
      ...inRow,
      'bookings.check-row': () => [free, taken, { ...free, driver_elsewhere: [other] }],
      'bookings.update-row': ({ body }) =>
        body.skip_taken ? { changed: [1, 12], kept: [11], state: 'booked' } : { changed: [1, 12], kept: [], state: 'booked' },
    },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Från, tid' }), '14:00');
  await userEvent.click(await screen.findByRole('radio', { name: /^Den här och de 2 som följer/ }));
  expect(await screen.findByText('onsdag 2 december: Kari Olsen 15:00–17:30')).toBeDefined();
  // DEC-26: of each week, not of the first alone.
  expect(screen.getByText('Du har också bokat då:').nextSibling?.textContent).toBe('Skåpbil Syd, ons 2026-12-09 12:00–18:00');
  expect(screen.getByText(/^Alla tiderna är inte lediga\. Låt dem som inte är det stå som de är/)).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Låt dem stå som de är' }));
  await press('Spara 2 bokningar');
  expect(
    await screen.findByText('2 bokningar är ändrade. Som förut, eftersom det inte var ledigt: onsdag 2 december.'),
  ).toBeDefined();
  const sent = bodies('bookings.update-row')[0] as { bookings: { start_date: string; end_date: string }[] };
  expect(sent).toMatchObject({ skip_taken: true, was: { start_date: '2026-11-25 10:00:00' } });
  expect(sent.bookings.map(({ start_date, end_date }) => [start_date.slice(5, 16), end_date.slice(11, 16)])).toEqual([
    ['11-25 14:00', '16:00'],
    ['12-02 14:00', '16:00'],
    ['12-09 14:00', '16:00'],
  ]);
  await press('Ångra');
  expect(await screen.findByText('Bokningarna är som de var.')).toBeDefined();
  expect(bodies('bookings.update-row')[1]).toMatchObject({ bookings: [{ id: '1', purpose: 'Kundbesök' }, { id: '12' }] });
  expect(bodies('bookings.update')).toEqual([]);
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

test('BOOK-018, BOOK-038: what was cancelled is said, with the way back, also where the question is closed before the answer comes', async () => {
  let answer = (_: { deleted: number; in_row_with: null }): void => undefined;
  const { last } = await openBookings({
    answers: { 'bookings.delete': () => new Promise((resolve) => (answer = resolve)) },
  });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await press('Avboka');
  await userEvent.click(within(await screen.findByRole('dialog', { name: /^Avboka/ })).getByRole('button', { name: 'Avboka' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Avboka/ })).toBeNull());
  answer({ deleted: 1, in_row_with: null });
  expect(await screen.findByText('Bokningen är avbokad.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Ångra' })).toBeDefined();
  await waitFor(() => expect(last.search.booking, 'its sheet goes with it').toBeUndefined());
});

test('BOOK-016: a booking opens as it stays: no line about what was saved comes and goes above its buttons', async () => {
  const { send } = await openBookings({ answers: { 'bookings.check': () => new Promise(() => undefined) } });
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/));
  await screen.findByRole('dialog', { name: 'Ändra bokning' });
  await screen.findByRole('button', { name: 'Avboka' });
  expect(screen.queryByText('Kontrollerar om fordonet är ledigt')).toBeNull();
  await waitFor(() => expect(send.requests.some(({ id }) => id === 'bookings.check')).toBe(true));
  expect(screen.queryByText('Kontrollerar om fordonet är ledigt')).toBeNull();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Till, tid' }), '13:00');
  expect(await screen.findByText('Kontrollerar om fordonet är ledigt')).toBeDefined();
});
