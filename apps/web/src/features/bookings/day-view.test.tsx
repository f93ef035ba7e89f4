import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { dayMoved } from './use-day-roving.ts';
import { chip, dayIn, dialog, openBookings, press, rowOf, withRoomAndTime } from './testing-screen.tsx';
import { TODAY } from './testing.ts';

withRoomAndTime();

const timesOf = async (): Promise<readonly string[]> => {
  const form = within(await dialog());
  return (['Från, tid', 'Till, tid'] as const).map((name) => form.getByRole<HTMLSelectElement>('combobox', { name }).value);
};
/** The lane is as wide as a day has minutes. */
const atTime = (lane: HTMLElement, time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  lane.getBoundingClientRect = () => ({ left: 0, width: 1440 }) as DOMRect;
  return { clientX: hour * 60 + minute, button: 0, detail: 1, pointerType: 'mouse' };
};

test('BOOK-009, BOOK-045: the head of a day opens it hour by hour, with its bookings and free times to scale; the week is a press away', async () => {
  const { last } = await openBookings();
  await press(/^onsdag 25 november/);
  expect(last.search).toEqual({ scale: 'day', day: '2026-11-25' });
  const grid = await screen.findByRole('grid', { name: 'Bokningar onsdag 25 november per fordon och timme' });
  const stops = [...(await rowOf(/Skåpbil Norr/)).querySelectorAll<HTMLElement>('[data-from]')];
  const hours = ({ width }: CSSStyleDeclaration): number => Math.round((Number.parseFloat(width) * 24) / 100);
  expect(stops.map(({ dataset, style }) => [dataset['from']!.slice(11), hours(style)])).toEqual([
    ['00:00', 10],
    ['10:00', 2],
    ['12:00', 1],
    ['13:00', 1],
    ['14:00', 1],
    ['15:00', 1],
    ['16:00', 8],
  ]);
  expect(grid.querySelector('.now')).toBeNull();
  await userEvent.click(await chip(/^10:00–12:00 Din · Kundbesök/));
  expect(await screen.findByRole('dialog', { name: 'Ändra bokning' })).toBeDefined();
  await userEvent.keyboard('{Escape}');
  await press('Nästa dag');
  expect(last.search).toMatchObject({ scale: 'day', day: '2026-11-26' });
  await press('I dag');
  expect(await screen.findByText('Nu 09:20')).toBeDefined();
  expect(document.querySelector('.now')).not.toBeNull();
  await press('Vecka');
  expect(last.search).toEqual({});
  expect(screen.getByRole('grid', { name: 'Bokningar per fordon och dag' })).toBeDefined();
});

test('BOOK-009, NAV-038: the heads of the days are one stop with arrows between them, and the day that one opens has the focus', async () => {
  await openBookings();
  const today = await screen.findByRole('button', { name: /^tisdag 24 november/ });
  const heads = [...today.closest('[role=row]')!.querySelectorAll<HTMLElement>('[data-head]')];
  expect(heads.filter(({ tabIndex }) => tabIndex === 0)).toEqual([today]);
  today.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement?.textContent).toMatch(/^onsdag 25 november/);
  expect(heads.filter(({ tabIndex }) => tabIndex === 0)).toEqual([document.activeElement]);
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('grid', { name: 'Bokningar onsdag 25 november per fordon och timme' });
  await waitFor(() => expect(document.activeElement?.closest('[data-from]')).not.toBeNull());
});

test('BOOK-009, BOOK-019: a free time that is pressed is booked from the half hour under the pointer, by the keyboard from its beginning', async () => {
  await openBookings({ search: { scale: 'day', day: '2026-11-25' } });
  const free = await screen.findByRole('button', { name: 'Boka Skåpbil Norr, onsdag 25 november, ledigt 16:00–24:00' });
  const lane = free.closest<HTMLElement>('[data-lane]')!;
  fireEvent.click(free, atTime(lane, '17:40'));
  expect(await timesOf()).toEqual(['17:30', '18:30']);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  free.focus();
  await userEvent.keyboard('{Enter}');
  expect(await timesOf()).toEqual(['16:00', '17:00']);
});

test('BOOK-044: hours are chosen by dragging over what is free', async () => {
  await openBookings({ search: { scale: 'day', day: '2026-11-25' } });
  const free = await screen.findByRole('button', { name: /^Boka Skåpbil Norr.* ledigt 16:00–24:00$/ });
  const lane = free.closest<HTMLElement>('[data-lane]')!;
  fireEvent.pointerDown(free, atTime(lane, '19:05'));
  fireEvent.pointerMove(free, { ...atTime(lane, '17:20'), buttons: 1 });
  expect(lane.querySelector('.choice')?.textContent).toBe('17:15–19:15');
  fireEvent.pointerMove(free, { ...atTime(lane, '14:30'), buttons: 1 });
  fireEvent.pointerUp(free, atTime(lane, '14:30'));
  fireEvent.click(free, atTime(lane, '14:30'));
  expect(await timesOf()).toEqual(['16:00', '19:15']);
});

test('the day has one stop of the keyboard; arrows go between its times and, at the same time of day, between vehicles', async () => {
  await openBookings({ search: { scale: 'day', day: '2026-11-25' } });
  const grid = await screen.findByRole('grid');
  const stops = [...grid.querySelectorAll<HTMLElement>('[data-from] button')];
  expect(stops.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  stops[0]!.focus();
  const focused = (): string =>
    document.activeElement?.textContent.slice(0, 11) || document.activeElement!.getAttribute('aria-label')!;
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toMatch(/^Boka Skåpbil Norr.* 00:00–10:00$/);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(focused()).toBe('13:00–14:00');
  await userEvent.keyboard('{ArrowUp}');
  expect(focused()).toMatch(/^Boka Arbetsbil Syd.* 00:00–24:00$/);
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('13:00–14:00');
  expect(grid.querySelectorAll('[data-from] [tabindex="0"]')).toHaveLength(1);
});

test('a vehicle without anything to press is leapt over, up and down', () => {
  const rows: Record<number, string[]> = { 0: ['08:00'], 1: [], 2: ['10:00', '12:00'] };
  const go = (from: string, row: number, key: string) =>
    dayMoved({ row, from }, { key, ctrlKey: false }, (each) => rows[each] ?? [], { rows: 3, pageRows: 10 });
  expect(go('08:00', 0, 'ArrowDown')).toEqual({ row: 2, from: '08:00' });
  expect(go('12:00', 2, 'ArrowUp')).toEqual({ row: 0, from: '12:00' });
  expect(go('12:00', 2, 'ArrowDown')).toEqual({ row: 2, from: '12:00' });
  expect(go('10:00', 2, 'End')).toEqual({ row: 2, from: '12:00' });
  expect(go('10:00', 2, 'x')).toBeNull();
});

test('BOOK-010, DEC-28: the month stands beside day and week, with everybody’s bookings for administrators, and leads back to them', async () => {
  const { last, send } = await openBookings();
  const scales = within(await screen.findByRole('group', { name: 'Vad som visas' }));
  expect(scales.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Dag', 'Vecka', 'Månad']);
  await press('Månad');
  expect(last.search).toEqual({ view: 'month' });
  const month = within(await screen.findByRole('dialog', { name: 'Allas bokningar' }));
  expect(send.requests.filter(({ id }) => id === 'bookings.month').map(({ query }) => query?.['only_mine'])).toEqual([undefined]);
  await userEvent.click(month.getByRole('button', { name: 'Dag' }));
  expect(last.search).toEqual({ scale: 'day', day: TODAY });
  cleanup();
  const december = await openBookings({ search: { week: '2026-12-07' } });
  await press('Månad');
  expect(await screen.findByRole('table', { name: 'Bokningar i december 2026' }), 'of the week that was looked at').toBeDefined();
  const sheet = within(screen.getByRole('dialog', { name: 'Allas bokningar' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Vecka' }));
  expect(december.last.search, 'and back to it').toEqual({ week: '2026-12-07' });
  await press('Månad');
  await userEvent.click(await screen.findByRole('button', { name: 'Nästa månad' }));
  const january = within(screen.getByRole('dialog', { name: 'Allas bokningar' }));
  await userEvent.click(january.getByRole('button', { name: 'Ny bokning' }));
  expect(dayIn('Från, dag'), 'a booking of the month that is shown').toBe('2027-1-1');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(january.getByRole('button', { name: 'Dag' }));
  expect(december.last.search).toEqual({ scale: 'day', day: '2027-01-01', week: '2026-12-28' });
  cleanup();
  await openBookings({ admin: false });
  await press('Månad');
  expect(await screen.findByRole('dialog', { name: 'Mina bokningar' }), 'of others it is their own').toBeDefined();
});

test('BOOK-049: on a phone the day stays a list of vehicles, whatever scale the address has', async () => {
  await openBookings({ search: { scale: 'day', day: '2026-11-25' }, phone: true });
  expect(await screen.findByRole('list', { name: 'onsdag 25 november' })).toBeDefined();
  expect(screen.queryByRole('grid')).toBeNull();
  expect(screen.queryByRole('group', { name: 'Vad som visas' })).toBeNull();
});
