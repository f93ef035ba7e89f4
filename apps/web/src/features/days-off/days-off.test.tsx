import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { DayOff, DaysOffOfYear } from '@spora/contract/days-off/endpoints';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, readAs, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { DaysOffScreen } from './public.tsx';

afterEach(cleanup);

const dayOf = (day: string, more: Partial<DayOff> = {}): DayOff => ({
  day,
  holiday: null,
  kind: 'own',
  name: '',
  is_off: true,
  is_own: true,
  is_open: true,
  ...more,
});
const holiday = (day: string, name: DayOff['holiday'], more: Partial<DayOff> = {}): DayOff =>
  dayOf(day, { holiday: name, kind: 'public', is_own: false, ...more });
const yearOf = (year: number, more: Partial<DaysOffOfYear> = {}): DaysOffOfYear => ({
  year,
  today: '2026-11-22',
  country: 'se',
  days: [
    holiday(`${year}-01-06`, 'epiphany', { is_open: year > 2026 }),
    holiday(`${year}-06-19`, 'midsummer-eve', { kind: 'eve' }),
    holiday(`${year}-12-26`, 'boxing-day', { is_off: false, is_own: true }),
    holiday(`${year}-12-28`, 'boxing-day', { kind: 'substitute' }),
    dayOf(`${year}-12-30`, { name: 'Klämdag' }),
  ],
  first_day: '2025-11-21',
  last_day: '2031-12-31',
  units_with_hours: 3,
  can: { edit: true },
  ...more,
});
const open = async (answers: FakeAnswers = {}) => {
  const send = fakeSend({
    'days-off.list': (input) => yearOf(Number((input.query as { year?: number }).year ?? 2026)),
    'days-off.set': () => ({}),
    'days-off.reset': () => ({}),
    'days-off.check': ({ body }) => ({ becoming_private: (body as { is_off: boolean | null }).is_off === false ? 0 : 4 }),
    ...answers,
  });
  await renderScreen(<DaysOffScreen />, { send, user: signedInUser() });
  await screen.findByRole('table', { name: 'Days off 2026' });
  const sent = (id: string) => send.requests.filter((each) => each.id === id).map(({ body, params }) => body ?? params);
  return { user: userEvent.setup(), sent };
};
async function typeDay(day: string): Promise<void> {
  const parts = day.split('-');
  for (const [i, segment] of [/^year/, /^month/, /^day/].entries()) {
    screen.getByRole('spinbutton', { name: segment }).focus();
    await userEvent.keyboard(parts[i]!);
  }
}
const row = (name: RegExp) => screen.getByRole('row', { name });

test('TRIP-036: an administrator sees the year’s holidays and own days off, and in which way each counts', async () => {
  const { user } = await open();
  expect(within(row(/2026-12-26/)).getByText('Working day')).toBeTruthy();
  expect(within(row(/2026-12-28/)).getByText('Boxing Day (substitute day)')).toBeTruthy();
  expect(within(row(/2026-12-30/)).getByText('Own day off')).toBeTruthy();
  expect(screen.getByText(/^3 units have working hours and go by days off/)).toBeTruthy();
  const coming = screen.getByRole('table', { name: 'Days off 2026' });
  expect(within(coming).getAllByRole('row')[1]?.textContent, 'coming days first').toContain('2026-12-26');
  await user.click(screen.getByText('2 days that have been'));
  expect(within(row(/2026-06-19/)).getByText('Day off'), 'an eve is as free as any').toBeTruthy();
  expect(within(row(/2026-01-06/)).queryByRole('button'), 'too long ago').toBeNull();
  expect(within(row(/2026-06-19/)).getByText('Midsummer Eve')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Year'), '2027');
  expect(await screen.findByRole('table', { name: 'Days off 2027' })).toBeTruthy();
});

test('TRIP-036: a holiday becomes a working day, and what was changed is taken back, each with a word that it is saved', async () => {
  const { user, sent } = await open();
  await user.click(screen.getByRole('button', { name: 'Make it a working day: 2026-06-19 Midsummer Eve' }));
  expect(await screen.findByText(readAs('2026-06-19 is a working day'))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Undo the change of 2026-12-30 Klämdag' }));
  expect(await screen.findByText(readAs('The change of 2026-12-30 is undone'))).toBeTruthy();
  expect(sent('days-off.set')).toEqual([{ day: '2026-06-19', is_off: false }]);
  expect(sent('days-off.reset')).toEqual([{ day: '2026-12-30' }]);
});

test('TRIP-036: a day off of one’s own asks for its day, and what was typed survives a failure', async () => {
  let isDown = true;
  const { user, sent } = await open({
    'days-off.set': () => {
      if (isDown) throw new ApiError(422, 'DayOffOutOfReach');
      return {};
    },
  });
  await user.type(screen.getByLabelText('Name'), 'Klämdag');
  expect(hasUnsaved()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Add a day off' }));
  expect(await screen.findByText('Enter the date as year-month-day.')).toBeTruthy();
  expect(sent('days-off.set')).toEqual([]);
  await typeDay('2026-11-20');
  expect(screen.getByText(/Trips on this day are recalculated/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add a day off' }));
  expect(await screen.findByText(/Choose a day from one year back/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Klämdag');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Add a day off' }));
  expect(await screen.findByText(readAs('2026-11-20 is a day off'))).toBeTruthy();
  expect(sent('days-off.set').at(-1)).toEqual({ day: '2026-11-20', is_off: true, name: 'Klämdag' });
  expect(hasUnsaved()).toBe(false);
});

test('TRIP-036: who may not change days off is shown them and offered nothing', async () => {
  await open({ 'days-off.list': () => yearOf(2026, { can: { edit: false } }) });
  expect(screen.queryByRole('button')).toBeNull();
});

test('TRIP-036, TRIP-032: before a day that has been becomes a day off it is told how many trips that makes private, and before one does again', async () => {
  const { user, sent } = await open({
    'days-off.list': () => {
      const worked = holiday('2026-06-06', 'national-day', { is_off: false, is_own: true });
      return yearOf(2026, { days: [worked, holiday('2026-12-25', 'christmas-day')] });
    },
  });
  const private4 = /^4 trips on that day become private\. Their routes, times and places are then seen only by their drivers/;
  expect(sent('days-off.check'), 'nothing is asked before a day is chosen').toEqual([]);
  await typeDay('2026-11-20');
  expect(await screen.findByText(private4)).toBeTruthy();
  expect(sent('days-off.check').at(-1)).toEqual({ day: '2026-11-20', is_off: true });
  await typeDay('2026-12-20');
  expect(screen.queryByText(private4), 'a day to come has no trips').toBeNull();

  await user.click(screen.getByText('1 day that has been'));
  await user.click(await screen.findByRole('button', { name: /^Undo the change of 2026-06-06/ }));
  const asked = within(await screen.findByRole('dialog', { name: 'Is 2026-06-06 to be a day off again?' }));
  expect(await asked.findByText(private4)).toBeTruthy();
  expect(sent('days-off.reset')).toEqual([]);
  await user.click(asked.getByRole('button', { name: 'Undo the change' }));
  expect(await screen.findByText(readAs('The change of 2026-06-06 is undone'))).toBeTruthy();
  expect(sent('days-off.check').at(-1)).toEqual({ day: '2026-06-06', is_off: null });
  expect(sent('days-off.reset')).toEqual([{ day: '2026-06-06' }]);
});

test('TRIP-036: a day that has been and was just added is in sight among those', async () => {
  const days = [dayOf('2026-11-20'), holiday('2026-12-25', 'christmas-day')];
  const { user } = await open({ 'days-off.list': () => yearOf(2026, { days }) });
  const past = screen.getByText('1 day that has been').closest('details');
  expect(past?.open).toBe(false);
  await typeDay('2026-11-20');
  await user.click(screen.getByRole('button', { name: 'Add a day off' }));
  await screen.findByText(readAs('2026-11-20 is a day off'));
  expect(past?.open).toBe(true);
});
