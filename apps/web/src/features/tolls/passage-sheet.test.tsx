import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { beginAt } from '../../lib/testing.tsx';
import { headingAt } from './model.ts';
import { readTollSearch } from './search.ts';
import { asked, detailsOf, ofDay, open, passage, plain } from './testing.tsx';

beginAt('2026-11-20T12:00:00Z');
beforeEach(() => localStorage.clear());
afterEach(cleanup);

const KEY = passage().key;
const sheetOf = async (name: string) => within(await screen.findByRole('dialog', { name }));

test('REP-014, NAV-037: a passage opens beside the list by its station, and stands in the address', async () => {
  const { person, send, address } = await open();
  await person.click(await screen.findByRole('button', { name: 'Show Skanstullsbron, 2026-03-10 09:10' }));
  expect(address()).toEqual({ passage: KEY });
  const sheet = await sheetOf('Skanstullsbron');
  expect(await sheet.findByText('Tuesday 10 March at 09:10')).toBeTruthy();
  expect(asked(send, 'tolls.passage')?.query).toEqual({ key: KEY });
  expect(sheet.getByRole('link', { name: 'Show the trip in the log' }).getAttribute('href')).toMatch(/from=2026-03-10.*trip=4/);
  await person.click(sheet.getByRole('button', { name: 'Close' }));
  expect(address()).toEqual({});
  expect(readTollSearch({ passage: KEY }).passage).toBe(KEY);
});

test('REP-014: it says what its hours cost, what the unit counts as and how the most of a day came on it, and leads to the others of the day', async () => {
  const first = ofDay({ key: 'first', at: '2026-03-10T06:15:00.000Z', station: 'Ropsten', alone: 45, amount: 45 });
  const maxed = { amount: 10, rule: 'day-maximum' } as const;
  const details = detailsOf({ passage: passage(maxed), day: [first, ofDay(maxed)] });
  const { person, address } = await open({ 'tolls.passage': () => details }, { passage: KEY });
  const sheet = await sheetOf('Skanstullsbron');
  const why = await sheet.findByRole('region', { name: 'How the amount is reckoned' });
  expect([...why.querySelectorAll('p')].map(plain)).toEqual([
    'From 09:00 to 09:30 a passage costs 20.00 SEK in high season.',
    'The passage counts as one of the inner city, whose prices differ from those of Essingeleden.',
    'Daily maximum reached.',
    'By itself the passage would have cost 20.00 SEK.',
    'The unit counts as a car. The tariff is in force from 2020-01-01.',
  ]);
  const day = within(sheet.getByRole('region', { name: 'The same day' }));
  const rows = day.getAllByRole('listitem');
  expect(rows.map(plain).map((text) => text.replaceAll(/ +/g, ' '))).toEqual([
    '07:15Ropsten 45.00 SEK',
    '09:10SkanstullsbronDaily maximum reached20.00 SEK 10.00 SEK',
    'Totalat most 135.00 SEK a day55.00 SEK',
  ]);
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual([null, 'true', null]);
  await person.click(day.getByRole('button', { name: 'Show Ropsten, 2026-03-10 07:15' }));
  expect(address()).toEqual({ passage: 'first' });
});

test('REP-014: two prices of one half-hour explain themselves by whose they are, in the list, the sheet and its day', async () => {
  const row = passage({ price_table: 'essingeleden' });
  const other = ofDay({ key: 'other', at: '2026-03-10T08:20:00.000Z' });
  const details = detailsOf({ passage: row, day: [ofDay({ price_table: 'essingeleden' }), other] });
  await open({ 'tolls.passage': () => details }, { passage: KEY });
  const sheet = await sheetOf('Skanstullsbron');
  const day = within(await sheet.findByRole('region', { name: 'The same day' }));
  expect(day.getByText('Stockholm, Essingeleden')).toBeTruthy();
  expect(day.getByText('Stockholm, inner city')).toBeTruthy();
  expect(sheet.getByText(/^The passage counts as one of Essingeleden,/)).toBeTruthy();
  expect(sheet.getAllByText('Stockholm, Essingeleden')).toHaveLength(2);
});

test('REP-014: where a passage costs the same at any hour it says so', async () => {
  const hours = { from: '00:00', to: '24:00', amount: 13 };
  const basis = { ...detailsOf().basis!, hours, season: null, day_maximum: null };
  await open({ 'tolls.passage': () => detailsOf({ basis }) }, { passage: KEY });
  const why = await (await sheetOf('Skanstullsbron')).findByRole('region', { name: 'How the amount is reckoned' });
  expect(plain(why.querySelector('p'))).toBe('A passage costs 13.00 SEK at any hour.');
});

test('REP-014: who may correct does so from there and comes back to it; who may not is told what was said, and offered nothing', async () => {
  const said = { id: 9, kind: 'amount', amount: 20, reason: 'Fakturan', by: 'Anna', at: '2026-03-12T08:00:00.000Z' } as const;
  const row = passage({ rule: 'corrected', corrections: [{ ...said, undone_by: null, undone_at: null }] });
  const { person } = await open({ 'tolls.passage': () => detailsOf({ passage: row }) }, { passage: KEY });
  const sheet = await sheetOf('Skanstullsbron');
  expect(await sheet.findByRole('button', { name: 'Take back' })).toBeTruthy();
  await person.click(sheet.getByRole('button', { name: 'Change the passage' }));
  const form = await sheetOf('Change the passage');
  await person.click(form.getByRole('button', { name: 'Cancel' }));
  await sheetOf('Skanstullsbron');
  cleanup();
  await open({ 'tolls.passage': () => detailsOf({ passage: row, can: { correct: false } }) }, { passage: KEY });
  const seen = await sheetOf('Skanstullsbron');
  expect(await seen.findByText('Fakturan')).toBeTruthy();
  expect(seen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close']);
});

test('REP-014: a corrected passage says first who made it what, when and why, and what was reckoned; then how that was reckoned', async () => {
  const said = {
    id: 9,
    kind: 'amount',
    amount: 30,
    reason: 'By the invoice',
    by: 'Anna',
    at: '2026-03-12T08:00:00.000Z',
  } as const;
  const corrections = [{ ...said, undone_by: null, undone_at: null }];
  const row = passage({ amount: 30, rule: 'corrected', corrections, reckoned: { amount: 10, rule: 'day-maximum' } });
  const day = [ofDay({ amount: 30, rule: 'corrected' })];
  await open({ 'tolls.passage': () => detailsOf({ passage: row, day }) }, { passage: KEY });
  const sheet = await sheetOf('Skanstullsbron');
  const why = await sheet.findByRole('region', { name: /^How 10.00.SEK was reckoned$/ });
  expect([...why.querySelectorAll('p')].map(plain)).toEqual([
    'From 09:00 to 09:30 a passage costs 20.00 SEK in high season.',
    'The passage counts as one of the inner city, whose prices differ from those of Essingeleden.',
    'Daily maximum reached.',
    'By itself the passage would have cost 20.00 SEK.',
    'The unit counts as a car. The tariff is in force from 2020-01-01.',
  ]);
  const before = sheet.getByText(/^Reckoned without the correction: 10.00.SEK\.$/);
  const reason = sheet.getByText('By the invoice');
  expect(plain(reason.closest('li'))).toContain('Anna changed the amount to 30.00 SEK, 2026-03-12 09:00');
  const after = Node.DOCUMENT_POSITION_FOLLOWING;
  expect(reason.compareDocumentPosition(before) & before.compareDocumentPosition(why), 'the story first').toBe(after);
  expect(before.compareDocumentPosition(sheet.getByText('Unit', { selector: 'dt' })), 'above place and facts').toBe(after);
});

test('REP-014: of a passage without a tariff it says so, and of one that is gone too', async () => {
  const row = passage({ amount: null, rule: 'no-tariff' });
  await open({ 'tolls.passage': () => detailsOf({ passage: row, basis: null, day: [] }) }, { passage: KEY });
  const sheet = await sheetOf('Skanstullsbron');
  expect(await sheet.findByText('No tariff is known for the station, the day or the vehicle.')).toBeTruthy();
  expect(sheet.queryByRole('region', { name: 'The same day' })).toBeNull();
  cleanup();
  const gone = new ApiError(404, 'TollPassageNotFound');
  await open(
    {
      'tolls.passage': () => {
        throw gone;
      },
    },
    { passage: KEY },
  );
  expect(await (await sheetOf('Passage')).findByRole('alert')).toBeTruthy();
});

test('REP-014: its heading is that of the nearest position at which somebody drove; where none is near it is not known', async () => {
  const at = '2026-03-10T08:10:00.000Z';
  const point = (seconds: number, heading_deg: number, speed_kmh = 40) => ({
    time: new Date(Date.parse(at) + seconds * 1000).toISOString(),
    ...{ heading_deg, speed_kmh },
  });
  expect(headingAt([point(-20, 90), point(5, 180), point(2, 0, 1)], at)).toBe(180);
  expect(headingAt([point(-40, 90), point(0, 0, 1)], at)).toBeNull();
  await open({ 'tracking.history': () => ({ points: [{ ...point(1, 44), lat: 59.3, lng: 18 }] }) as never }, { passage: KEY });
  expect(await (await sheetOf('Skanstullsbron')).findByText('North-east')).toBeTruthy();
});
