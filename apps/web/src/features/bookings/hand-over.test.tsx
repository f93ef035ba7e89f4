import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { booking } from './testing.ts';
import { cars, chip, FREE, NONE_FOUND, NORTH, openBookings, press, SOUTH, withRoomAndTime } from './testing-screen.tsx';

withRoomAndTime();

const OWN_CHIP = /^10:00–12:00 Din · Kundbesök onsdag 25 november/;
const BEFORE = {
  booking_id: 12,
  note: 'Nyckeln i skåp 3. Repa på höger dörr.',
  odometer_km: 159_949,
  fuel_pct: 60,
  by_name: 'Jonas Ek',
  at: '2026-11-23T14:02:00Z',
  has_picture: false,
};
const CAN = { edit: false, delete: false, return: true, hand_over: true, decide: false };

test.each(['future', 'ongoing'] as const)(
  '16: a %s booking tells how the vehicle was left last, by whom and when',
  async (phase) => {
    const can = phase === 'ongoing' ? { can: CAN } : {};
    await openBookings({ answers: { 'bookings.get': () => booking({ id: 1, phase, hand_over_before: BEFORE, ...can }) } });
    await userEvent.click(await chip(OWN_CHIP));
    const before = await screen.findByRole('region', { name: 'Så lämnades fordonet senast' });
    const told = within(before);
    expect(told.getByText(BEFORE.note)).toBeDefined();
    expect(told.getByText(/^Mätarställning 159.949 km · 60 % i tank eller batteri$/)).toBeDefined();
    expect(before.textContent).toMatch(/Jonas Ek, .*15:02$/);
  },
);

test('16: whoever makes a booking reads how the vehicle that is chosen was left last, also while another time of it is asked about', async () => {
  await openBookings({
    answers: {
      'bookings.check': ({ body }) => (body.imei === NORTH ? { ...FREE, hand_over_before: BEFORE } : FREE),
    },
  });
  await press('Ny bokning');
  const vehicle = await screen.findByRole('combobox', { name: 'Fordon' });
  expect(screen.queryByText('Så lämnades fordonet senast')).toBeNull();
  await userEvent.selectOptions(vehicle, NORTH);
  const before = await screen.findByRole('region', { name: 'Så lämnades fordonet senast' });
  expect(within(before).getByText(BEFORE.note)).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Från, tid' }), '15:00');
  expect(screen.getByText('Så lämnades fordonet senast')).toBeDefined();
  await userEvent.selectOptions(vehicle, SOUTH);
  expect(screen.queryByText('Så lämnades fordonet senast'), 'not of the other one').toBeNull();
});

test('16: a booking that is moved to another vehicle tells how that one was left, and no longer where the first one is', async () => {
  const other = { ...BEFORE, note: 'Tankad.' };
  const free = { booked_h: 0, distance_m: null, usual_driver: null, place: null, place_is_approximate: false, overdue: [] };
  await openBookings({
    answers: {
      'bookings.find': () => ({ ...NONE_FOUND, vehicles: [{ ...cars()[1]!, ...free }] }),
      'bookings.get': () => booking({ id: 1, hand_over_before: BEFORE, place: 'Depån' }),
      'bookings.check': ({ body }) => ({ ...FREE, hand_over_before: body.imei === SOUTH ? other : BEFORE }),
    },
  });
  await userEvent.click(await chip(OWN_CHIP));
  expect(await screen.findByText(BEFORE.note)).toBeDefined();
  expect(screen.getByText('Depån')).toBeDefined();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Fordon' }), SOUTH);
  expect(await screen.findByText('Tankad.')).toBeDefined();
  expect([screen.queryByText(BEFORE.note), screen.queryByText('Depån')]).toEqual([null, null]);
});

test('16: where nobody has said how it was left, nothing stands for it', async () => {
  await openBookings();
  await userEvent.click(await chip(OWN_CHIP));
  await screen.findByRole('textbox', { name: 'Ärende' });
  expect(screen.queryByText('Så lämnades fordonet senast')).toBeNull();
});

const over = (known: number | null) => () =>
  booking({ id: 1, phase: 'past', known_odometer_km: known, hand_over_before: BEFORE, can: { ...CAN, return: false } });

test.each([159_960, null])(
  'UNIT-022: an odometer of a booking that is over is asked about as well (known: %s)',
  async (known) => {
    const { bodies } = await openBookings({ answers: { 'bookings.get': over(known) } });
    await userEvent.click(await chip(OWN_CHIP));
    await userEvent.click(await screen.findByRole('button', { name: 'Skriv en överlämning' }));
    expect(screen.queryByText('Så lämnades fordonet senast'), 'it is no news any more').toBeNull();
    expect(screen.queryAllByText(/^Visade ungefär 159.960 km när bokningen slutade\.$/).length).toBe(known === null ? 0 : 1);
    await userEvent.type(screen.getByRole('textbox', { name: 'Mätarställning (km)' }), '5');
    await userEvent.type(screen.getByRole('textbox', { name: 'Tank eller batteri (%)' }), '150');
    await userEvent.click(screen.getByRole('button', { name: 'Spara överlämningen' }));
    expect(await screen.findByText(/^Fordonet har redan gått längre än så/)).toBeDefined();
    expect(screen.getByText('Ange hela procent, från 0 till 100.')).toBeDefined();
    const odometer = screen.getByRole('textbox', { name: 'Mätarställning (km)' });
    await userEvent.clear(odometer);
    await userEvent.type(odometer, '10000000');
    await userEvent.click(screen.getByRole('button', { name: 'Spara överlämningen' }));
    expect(await screen.findByText(/9.999.999/)).toBeDefined();
    expect(bodies('bookings.save-hand-over')).toEqual([]);
  },
);

test('16-C: a booking says where its vehicle is now, with the way to it on the map; nothing where that is not told', async () => {
  const told = { place: 'Solna', place_is_approximate: true };
  await openBookings({ answers: { 'bookings.get': () => booking({ id: 1, ...told }) } });
  await userEvent.click(await chip(OWN_CHIP));
  const link = await screen.findByRole('link', { name: /^nära.Solna$/ });
  expect(link.getAttribute('href')).toContain('unit=350000000000017');
  cleanup();
  await openBookings();
  await userEvent.click(await chip(OWN_CHIP));
  await screen.findByRole('textbox', { name: 'Ärende' });
  expect(screen.queryByText('Fordonet är nu')).toBeNull();
});

test('16: with nothing written no hand-over is saved, neither by itself nor as the vehicle is given back', async () => {
  const get = () => booking({ id: 1, phase: 'ongoing', can: CAN });
  const { bodies } = await openBookings({ answers: { 'bookings.get': get } });
  await userEvent.click(await chip(OWN_CHIP));
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Spara utan att lämna tillbaka' });
  expect(save.disabled).toBe(true);
  const note = screen.getByRole('textbox', { name: 'Anteckning' });
  await userEvent.type(note, ' ');
  await userEvent.type(screen.getByRole('textbox', { name: 'Tank eller batteri (%)' }), '{Enter}');
  expect(save.disabled, 'a blank is nothing').toBe(true);
  expect(await screen.findByRole('button', { name: 'Lämna tillbaka nu' })).toBeDefined();
  await userEvent.type(note, 'Tankad');
  expect(save.disabled).toBe(false);
  await userEvent.clear(note);
  await press('Lämna tillbaka nu');
  await press('Lämna tillbaka');
  await screen.findByText('Fordonet är återlämnat. Resten av tiden är ledig.');
  expect(bodies('bookings.save-hand-over')).toEqual([]);
});
