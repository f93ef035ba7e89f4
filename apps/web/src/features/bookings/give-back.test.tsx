import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { chip, NORTH, openBookings, press, withRoomAndTime } from './testing-screen.tsx';
import { booking } from './testing.ts';

withRoomAndTime();

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

test('DEC-22: an ongoing booking over the month of "My bookings" can be used where the address opens both', async () => {
  const { bodies, last } = await openBookings({ answers: { 'bookings.get': underWay }, search: { view: 'mine', booking: 1 } });
  const giveBack = await screen.findByRole('button', { name: 'Lämna tillbaka nu' });
  expect(giveBack.closest('[inert], [aria-hidden="true"]')).toBeNull();
  await userEvent.click(giveBack);
  await press('Lämna tillbaka');
  expect(await screen.findByText(/återlämnat/)).toBeDefined();
  expect(bodies('bookings.return')).toHaveLength(1);
  const sheet = within(screen.getByRole('dialog', { name: 'Bokning' }));
  await userEvent.click(sheet.getAllByRole('button', { name: 'Stäng' })[0]!);
  expect(last.search).toEqual({ view: 'mine' });
  expect(await screen.findByRole('dialog', { name: 'Mina bokningar' })).toBeDefined();
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
