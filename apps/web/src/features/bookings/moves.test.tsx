import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { readAs } from '../../lib/testing.tsx';
import { movedWithin } from './day-model.ts';
import { cars, chip, NORTH, openBookings, press, rowOf, SOUTH, withRoomAndTime } from './testing-screen.tsx';
import { booking, item, TODAY, vehicle } from './testing.ts';

withRoomAndTime();
/** What lies under the pointer, of which jsdom knows nothing. */
let under: Element | null = null;
document.elementFromPoint = () => under;
afterEach(() => (under = null));

/** The lane of a vehicle, as wide as a day has minutes. */
async function laneOf(name: RegExp): Promise<HTMLElement> {
  const lane = (await rowOf(name)).querySelector<HTMLElement>('[data-lane]')!;
  lane.getBoundingClientRect = () => ({ left: 0, width: 1440 }) as DOMRect;
  return lane;
}
const minutesAt = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const hold = (element: Element, time: string): boolean =>
  fireEvent.pointerDown(element, { clientX: minutesAt(time), button: 0, pointerType: 'mouse' });
function dragTo(target: Element, time: string): void {
  under = target;
  fireEvent.pointerMove(target, { clientX: minutesAt(time), buttons: 1, pointerType: 'mouse' });
}
function release(element: Element): void {
  fireEvent.pointerUp(element);
  fireEvent.click(element);
}
const DAY = { search: { scale: 'day', day: '2026-11-25' } } as const;

test('BOOK-044: in the day a booking is dragged by quarters of an hour and to another vehicle, with what is taken shown, and undone', async () => {
  const { bodies, last } = await openBookings(DAY);
  const [north, south] = [await laneOf(/Skåpbil Norr/), await laneOf(/Arbetsbil Syd/)];
  const mine = await chip(/^10:00–12:00 Din · Kundbesök/);
  hold(mine, '10:30');
  dragTo(north, '12:42');
  const ghost = () => document.querySelector<HTMLElement>('[data-against]');
  expect(ghost()?.textContent).toBe('12:15–14:15upptaget då');
  expect(ghost()?.closest('[data-lane]')).toBe(north);
  dragTo(south, '12:42');
  expect([ghost()?.textContent, ghost()?.closest('[data-lane]')]).toEqual(['12:15–14:15', south]);
  release(mine);
  expect(await screen.findByText(readAs('Bokningen är flyttad till Arbetsbil Syd, ons 2026-11-25 12:15–14:15.'))).toBeDefined();
  expect(bodies('bookings.update')).toMatchObject([
    { id: '1', imei: SOUTH, start_date: '2026-11-25 12:15:00', end_date: '2026-11-25 14:15:00' },
  ]);
  expect(last.search.booking, 'the click of the drag opens nothing').toBeUndefined();
  await press('Ångra');
  expect(await screen.findByText('Bokningen är tillbaka där den var.')).toBeDefined();
  expect(bodies('bookings.update').at(-1)).toMatchObject({ imei: NORTH, start_date: '2026-11-25 10:00:00' });
});

test('BOOK-044: in the day the end of a booking is dragged alone, and Escape lets go of it', async () => {
  const { bodies, last } = await openBookings(DAY);
  const north = await laneOf(/Skåpbil Norr/);
  const edge = (await chip(/^10:00–12:00 Din · Kundbesök/)).querySelector('[data-edge]')!;
  hold(edge, '12:00');
  dragTo(north, '12:50');
  await userEvent.keyboard('{Escape}');
  release(edge);
  expect(last.search.booking).toBeUndefined();
  hold(edge, '12:00');
  dragTo(north, '12:50');
  expect(document.querySelector('[data-against]')?.textContent).toBe('10:00–12:45');
  release(edge);
  expect(
    await screen.findByText(readAs('Bokningen är förlängd: Skåpbil Norr, ons 2026-11-25 10:00–12:45 (tidigare 10:00–12:00).')),
  ).toBeDefined();
  expect(bodies('bookings.update')).toMatchObject([{ start_date: '2026-11-25 10:00:00', end_date: '2026-11-25 12:45:00' }]);
});

test('BOOK-044: in the day a booking is moved by the keyboard, and what stands there is told before it is saved', async () => {
  const { bodies } = await openBookings(DAY);
  const mine = await chip(/^10:00–12:00 Din · Kundbesök/);
  mine.focus();
  await userEvent.keyboard('{Alt>}{ArrowRight}{ArrowRight}{/Alt}{Shift>}{Alt>}{ArrowRight}{/Alt}{/Shift}');
  expect((await screen.findAllByText(/Flyttas till Skåpbil Norr, ons 2026-11-25 10:30–12:45/)).length).toBeGreaterThan(0);
  expect(screen.queryAllByText(/Fordonet är upptaget då/)).toEqual([]);
  await userEvent.keyboard('{Shift>}{Alt>}{ArrowRight}{ArrowRight}{/Alt}{/Shift}');
  expect((await screen.findAllByText(/Fordonet är upptaget då/)).length).toBeGreaterThan(0);
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}{Enter}');
  await waitFor(() =>
    expect(bodies('bookings.update')).toMatchObject([
      { imei: SOUTH, start_date: '2026-11-25 10:30:00', end_date: '2026-11-25 13:15:00' },
    ]),
  );
});

test('DEC-22, BOOK-036: who drags a booking that cannot be moved is told why, in the day and in the week, by the keyboard too', async () => {
  const begun = vehicle({
    Imei: SOUTH,
    Name: 'Budbil',
    Schedule: [item({ booking_id: 8, date: TODAY, start_time: '08:00:00' })],
  });
  const { bodies, last } = await openBookings({ ...DAY, cars: [...cars().slice(0, 1), begun] });
  const kari = await chip(/^13:00–14:00 Kari Olsen/);
  hold(kari, '13:10');
  dragTo(await laneOf(/Skåpbil Norr/), '16:00');
  expect(await screen.findByText('Du kan inte ändra andras bokningar.')).toBeDefined();
  release(kari);
  expect(last.search.booking).toBeUndefined();
  await press('Vecka');
  const over = await chip(/^08:00–12:00 Kari Olsen tisdag/);
  hold(over, '01:00');
  dragTo(over, '02:00');
  release(over);
  expect(await screen.findByText(/^Bokningen har börjat/)).toBeDefined();
  for (const close of screen.getAllByRole('button', { name: 'Stäng' })) await userEvent.click(close);
  expect(screen.queryByText(/^Bokningen har börjat/)).toBeNull();
  over.focus();
  await userEvent.keyboard('{Alt>}{ArrowLeft}{/Alt}');
  expect(screen.getByText(/^Bokningen har börjat/)).toBeDefined();
  expect(bodies('bookings.update')).toEqual([]);
});

test('BOOK-044: a booking that is dragged stays in the day, unless it comes from the day before or goes on into the next', () => {
  const short = item({ booking_id: 1, date: '2026-11-25', start_time: '10:07:00', end_time: '12:00:00' });
  const hours = (share: number): number => share / 24;
  expect(movedWithin(short, 'move', hours(1)), 'to a quarter of an hour').toBe(53);
  expect(movedWithin(short, 'move', hours(-20))).toBe(-607);
  expect(movedWithin(short, 'move', hours(20))).toBe(720);
  expect(movedWithin(short, 'lengthen', hours(-9))).toBe(-98);
  expect(movedWithin(short, 'lengthen', hours(20))).toBe(720);
  expect(movedWithin({ ...short, end_time: '24:00:00', continues_after: true }, 'move', hours(2))).toBe(113);
});

test('BOOK-037, BOOK-044: while a booking is held, the vehicles that its driver has no access to are marked; dropped there it opens and names the driver', async () => {
  const { bodies, last, send } = await openBookings({
    ...DAY,
    answers: {
      'bookings.drivable': () => ({ imeis: [NORTH] }),
      'bookings.get': () => booking({ id: 3, driver_id: 9, driver_name: 'Kari Olsen' }),
      'bookings.update': () => {
        throw new ApiError(422, 'DriverNotAllowed');
      },
      'bookings.drivers': () => ({ members: [{ ID: 7, FirstName: 'Anna', full_name: 'Anna Lindqvist' }] }),
    },
  });
  const [north, south] = [await laneOf(/Skåpbil Norr/), await laneOf(/Arbetsbil Syd/)];
  const theirs = await chip(/^15:00–16:00 /);
  const isShut = (lane: HTMLElement): boolean => lane.closest('[data-no-access]') !== null;
  hold(theirs, '15:10');
  dragTo(south, '15:25');
  await waitFor(() => expect([isShut(north), isShut(south)]).toEqual([false, true]));
  expect(send.requests.filter(({ id }) => id === 'bookings.drivable').map(({ params }) => params)).toEqual([{ id: '9' }]);
  expect(document.querySelector('[data-against="shut"]')?.textContent).toBe('15:15–16:15föraren saknar tillgång');
  release(theirs);
  expect(await screen.findByText(readAs('Kari Olsen har inte tillgång till Arbetsbil Syd.'))).toBeDefined();
  const form = within(await screen.findByRole('dialog', { name: 'Ändra bokning' }));
  expect(last.search.booking).toBe(3);
  expect(
    await form.findByText(
      readAs('Kari Olsen har inte tillgång till Arbetsbil Syd. Välj en annan förare, eller ge tillgång först.'),
    ),
  ).toBeDefined();
  expect(form.getByRole('link', { name: 'Ge tillgång' }).getAttribute('href')).toContain(`imei=${SOUTH}&tab=access`);
  expect(isShut(south), 'nothing is held any more').toBe(false);
  expect(bodies('bookings.update')).toHaveLength(1);
});

test('BOOK-044: one’s own booking, and what others than administrators hold, marks no vehicle and asks about nobody', async () => {
  const { send } = await openBookings({ ...DAY, admin: false });
  await laneOf(/Skåpbil Norr/);
  const south = await laneOf(/Arbetsbil Syd/);
  const mine = await chip(/^10:00–12:00 Din · Kundbesök/);
  hold(mine, '10:30');
  dragTo(south, '12:42');
  expect(document.querySelector('[data-against]')?.textContent).toBe('12:15–14:15');
  expect(send.requests.filter(({ id }) => id === 'bookings.drivable')).toEqual([]);
});

test('BOOK-044: what the keyboard moves is followed, to vehicles and days out of view', async () => {
  const many = Array.from({ length: 60 }, (_, n) =>
    vehicle({ Imei: `3500000000001${String(n).padStart(2, '0')}`, Name: `Z ${n}` }),
  );
  await openBookings({ cars: [...cars(), ...many] });
  const scrolled = vi.fn<(options: ScrollToOptions) => void>();
  const shown = vi.fn<typeof HTMLElement.prototype.scrollIntoView>();
  const grid = await screen.findByRole('grid');
  grid.scrollTo = scrolled as typeof HTMLElement.prototype.scrollTo;
  Object.defineProperty(grid, 'scrollHeight', { value: 6000 });
  (await chip(/^10:00–12:00 Din · Kundbesök onsdag 25 november/)).focus();
  HTMLElement.prototype.scrollIntoView = shown;
  await userEvent.keyboard('{Alt>}{ArrowDown>20/}{/Alt}');
  await waitFor(() => expect(Number(scrolled.mock.lastCall?.[0].top)).toBeGreaterThan(0));
  await waitFor(() => expect(shown).toHaveBeenCalledWith({ block: 'nearest', inline: 'nearest' }));
  Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
});
