import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onNarrowScreen, signedInUser } from '../../lib/testing.tsx';
import { open, paged, passage, plain, REPORT } from './testing.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('REP-014: what is to be known of the amounts is said once above the passages, with how many and how much; a row has a few quiet words', async () => {
  const rows = [
    passage({ key: '1', is_uncertain: true, is_estimate: true, as_of_year: 2015, currency: 'NOK', amount: 24 }),
    passage({ key: '2', as_of_year: 2015, price_year: 2023, is_estimate: true, currency: 'NOK', amount: 13 }),
    passage({ key: '3', amount: null, rule: 'no-tariff', as_of_year: 2015, currency: 'NOK' }),
    passage({ key: '4', is_uncertain: true, is_estimate: true, is_place_rough: true }),
    passage({ key: '5' }),
  ];
  const doubts = {
    unpriced: ['Mosseveien', 'Sandstuveien', 'Strandveien', 'Kongsveien', 'Maritim'].map((station, i) => ({
      station,
      currency: 'NOK',
      passages: 1081 - i,
    })),
    old: [{ currency: 'NOK', year: 2015, stations: 9, passages: 421, amount: 5430 }],
    last_known: [{ currency: 'NOK', year: 2023, stations: 4, passages: 300, amount: 4100 }],
    uncertain: [
      { currency: 'NOK', passages: 1, rough_place: 0, unpriced: 0, amount: 24 },
      { currency: 'SEK', passages: 1, rough_place: 0, unpriced: 0, amount: 20 },
    ],
    rough: [],
  };
  await open({ 'tolls.report': paged({ ...REPORT, rows, doubts }) });
  const said = within(await screen.findByRole('list', { name: 'Good to know about the amounts' })).getAllByRole('listitem');
  expect(said.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
    '5 395 passages without a tariff: Mosseveien (1 081), Sandstuveien (1 080), Strandveien (1 079), Kongsveien (1 078) and 1 more station. Enter the amount with Change in the row, or ask support to add the tariff',
    'about 5 430.00 NOK for 421 passages at 9 stations whose place is known from 2015. They may have moved or closed since.',
    'about 4 100.00 NOK for 300 passages at 4 stations whose last known full price is of 2023. Agreements may lower it.',
    '2 uncertain passages. The positions are too far apart to be sure that the unit passed here.',
    'The same passage may count in several of these lines.',
  ]);
  const ask = screen.getByRole('link', { name: 'ask support to add the tariff' }).getAttribute('href')!;
  expect(decodeURIComponent(ask)).toMatch(/^mailto:.+subject=Tariffs of tolls, .+Mosseveien\nSandstuveien/s);
  const table = screen.getByRole('table', { name: 'Passages' });
  expect(said[0]!.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => {
      const cell = (label: string) => row.querySelector(`[data-label="${label}"]`)!.textContent.replaceAll(/\s/g, ' ');
      return [cell('Amount'), cell('Note')];
    });
  expect(cells).toEqual([
    ['about 24.00 NOKlocation from 2015', 'Uncertain: few positionsThat is rightNot driven here'],
    ['about 13.00 NOKprice 2023, location 2015', ''],
    ['No tariff', ''],
    ['20.00 SEK', 'Uncertain: approximate locationThat is rightNot driven here'],
    ['20.00 SEK', ''],
  ]);
  expect(within(table).getByText('price 2023, location 2015').title).toMatch(/price of this station is of 2023.*known from 2015/);
  const notes = screen.getByRole('region', { name: 'About the amounts' });
  expect(within(notes).getByText(/invoice of the authority/), 'it is an estimate').toBeTruthy();
});

test('REP-014: an amount with “about” says in its row why: an old price, an old station or a rough figure', async () => {
  const rows = [
    passage({ key: 'price', price_year: 2023, is_estimate: true }),
    passage({ key: 'station', as_of_year: 2015, is_estimate: true }),
    passage({ key: 'rough', is_estimate: true }),
  ];
  await open({ 'tolls.report': paged({ ...REPORT, rows }) });
  const table = await screen.findByRole('table', { name: 'Passages' });
  expect([...table.querySelectorAll('[data-label="Amount"]')].map(plain)).toEqual([
    'about 20.00 SEKprice of 2023',
    'about 20.00 SEKlocation from 2015',
    'about 20.00 SEKrough figure',
  ]);
});

test('13-A3, REP-014: on a phone all that explains the amounts is one line that opens, before the passages', async () => {
  onNarrowScreen(['(max-width: 767px)']);
  const doubts = { ...REPORT.doubts, uncertain: [{ currency: 'SEK', passages: 1, rough_place: 0, unpriced: 0, amount: 20 }] };
  await open({ 'tolls.report': paged({ ...REPORT, doubts }) });
  const line = await screen.findByText('About the amounts', { selector: 'summary' });
  const fold = line.closest('details')!;
  expect(fold.open).toBe(false);
  for (const text of [/too far apart/, /invoice of the authority/])
    expect(fold.contains(screen.getByText(text)), String(text)).toBe(true);
  expect(fold.compareDocumentPosition(screen.getByRole('list', { name: 'Passages' }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('REP-014: amounts that are sure have nothing said of them, and no empty column of notes', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Passages' });
  expect(screen.queryByRole('list', { name: 'Good to know about the amounts' })).toBeNull();
  expect(within(table).queryByRole('columnheader', { name: 'Note' })).toBeNull();
  expect(within(table).getByText(/20\.00/).textContent).not.toMatch(/about/);
});

test('REP-014: who may not correct is told where a tariff lacks, and not to do anything about it', async () => {
  const doubts = { ...REPORT.doubts, unpriced: [{ station: 'Mosseveien', currency: 'NOK', passages: 1 }] };
  await open({ 'tolls.report': paged({ ...REPORT, doubts, can: { correct: false } }) }, {}, signedInUser({ IsAdmin: false }));
  expect(await screen.findByText('1 passage without a tariff:')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /ask support/ })).toBeNull();
});

test('REP-014: uncertain passages are told by their reason, and a sum that holds the month under way says why it may fall', async () => {
  const uncertain = [{ currency: 'SEK', passages: 100, rough_place: 11, unpriced: 0, amount: 20 }];
  const months = [new Date().toISOString().slice(0, 7)];
  await open({ 'tolls.report': paged({ ...REPORT, months, doubts: { ...REPORT.doubts, uncertain } }) });
  expect((await screen.findByText('100 uncertain passages.')).parentElement?.textContent).toContain(
    'At 89 the positions are too far apart to be sure that the unit passed. At 11 the place of the station is known only roughly.',
  );
  expect(screen.getByText(/If a trip turns private, the sum falls/)).toBeDefined();
});

test('REP-014: several things to know of the amounts are one line with their numbers, which opens; a single one is said at once', async () => {
  const doubts = {
    unpriced: [{ station: 'E18', currency: 'NOK', passages: 2 }],
    old: [],
    last_known: [],
    uncertain: [{ currency: 'SEK', passages: 3, amount: 35, rough_place: 0, unpriced: 0 }],
    rough: [],
  };
  await open({ 'tolls.report': paged({ ...REPORT, doubts }) });
  const line = await screen.findByText('Good to know about the amounts: 3 uncertain · 2 without a tariff');
  const folded = line.closest('details')!;
  expect(folded.open).toBe(false);
  await userEvent.click(line);
  expect(folded.open).toBe(true);
  expect(within(folded).getByText(/E18 \(2\)/)).toBeDefined();
  cleanup();
  await open({ 'tolls.report': paged({ ...REPORT, doubts: { ...doubts, unpriced: [] } }) });
  expect((await screen.findByText('3 uncertain passages.')).closest('details')).toBeNull();
});
