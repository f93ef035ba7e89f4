import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onNarrowScreen } from '../../lib/testing.tsx';
import { APRIL, open, paged, passage, plain, REPORT, sums } from './testing.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('REP-014: on a phone each currency is one line, with how much of it is not sure; what it is made of opens below', async () => {
  onNarrowScreen(['(max-width: 767px)']);
  const about = { year: 2015, stations: 7, passages: 115, currency: 'NOK', amount: 3824 };
  const doubts = {
    ...REPORT.doubts,
    old: [about],
    uncertain: [{ currency: 'NOK', passages: 11, rough_place: 0, unpriced: 2, amount: 164 }],
  };
  const nok = { ...sums, currency: 'NOK', business: 3824, private: 0, total: 3824 };
  const totals = { ...REPORT.totals, total: [sums, nok], without_tariff_in: [{ currency: 'NOK', count: 36 }] };
  await open({ 'tolls.report': paged({ ...REPORT, doubts, totals }) });
  const lines = within(await screen.findByRole('list', { name: 'Total' })).getAllByRole('listitem');
  expect(lines.map((line) => [...line.children].map(plain))).toEqual([
    ['about 3 824 NOK', '11 uncertain · 36 without a tariff · stations from 2015'],
    ['65 SEK', ''],
  ]);
});

test('REP-014: the sums stand by type and month, as bars and as a table; a currency of its own has bars of its own', async () => {
  const pounds = { ...sums, currency: 'GBP', business: 15, private: 0, total: 15 };
  const totals = {
    ...REPORT.totals,
    months: [{ month: '2026-03', ...pounds }, ...REPORT.totals.months, APRIL],
    total: [pounds, sums],
  };
  await open({ 'tolls.report': paged({ ...REPORT, totals }) });
  const figures = await screen.findAllByRole('figure');
  expect(
    figures.map((figure) => figure.querySelector('figcaption')?.textContent),
    'the most first',
  ).toEqual([expect.stringContaining('Tolls per month, SEK'), 'Tolls per month, GBP Business']);
  const table = screen.getByRole('table', { name: 'Sums by month and trip type' });
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((each) => each.textContent),
    'in each month and below in the order of the sums above',
  ).toEqual(['2026-03', '2026-03', '2026-04', 'Total, SEK', 'Total, GBP']);
});

test('REP-014: one month alone is told by its sum, not by a single bar above the passages', async () => {
  await open();
  expect(await screen.findByRole('table', { name: 'Passages' })).toBeTruthy();
  expect(screen.queryByRole('figure')).toBeNull();
});

test('REP-014: every colour of a bar has its name beside the chart, what was passed between trips too', async () => {
  const mixed = { ...sums, without_trip: 45, total: 110 };
  const totals = { ...REPORT.totals, months: [{ month: '2026-03', ...mixed }, APRIL], total: [mixed] };
  await open({ 'tolls.report': paged({ ...REPORT, totals }) });
  const figure = await screen.findByRole('figure', { name: /Tolls per month, SEK/ });
  const legend = figure.querySelector('figcaption')!.textContent;
  expect(legend).toMatch(/Business.*Private.*Between trips/);
  const kinds = [...figure.querySelectorAll<HTMLElement>('[data-type][style]')].map(({ dataset }) => dataset['type']);
  expect(kinds).toEqual(['business', 'private', 'rest']);
});

test('REP-014: a sum that holds uncertain or old amounts is told as about so much, with how much of it is uncertain; each in whole units', async () => {
  const of = (currency: string, total: number) => ({ currency, business: total, private: 0, other: 0, without_trip: 0, total });
  const total = [of('SEK', 33_338), of('NOK', 3824.4), of('GBP', 67.5), of('DKK', 1200)];
  const about = { year: 2015, stations: 7, passages: 115 };
  const doubts = {
    unpriced: [],
    old: [
      { ...about, currency: 'NOK', amount: 3824 },
      { ...about, currency: 'SEK', amount: 4527 },
    ],
    last_known: [],
    uncertain: [
      { currency: 'GBP', passages: 1, rough_place: 0, unpriced: 0, amount: 67.5 },
      { currency: 'SEK', passages: 1160, rough_place: 0, unpriced: 5, amount: 23_017 },
      { currency: 'EUR', passages: 3, rough_place: 0, unpriced: 3, amount: 0 },
    ],
    rough: ['DKK'],
  };
  const rows = [passage({ key: 'rough', currency: 'DKK', is_estimate: true }), passage()];
  const shown = { ...REPORT, rows, doubts, totals: { ...REPORT.totals, total } };
  await open({ 'tolls.report': () => ({ ...shown, totals: { ...shown.totals, total: [...total, of('EUR', 1015.25)] } }) });
  const cards = within(await screen.findByRole('list', { name: 'Total' })).getAllByRole('listitem');
  expect(cards.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
    'about 33 338 SEKof which uncertain 23 017 SEK (1 160 passages, 5 of them without a tariff)of which 4 527 SEK at stations located as of 2015Business',
    'about 3 824 NOKall of it at stations located as of 2015Business',
    'about 1 200 DKKBusiness',
    '1 015 EURBusiness',
    'about 68 GBPof which uncertain 68 GBP (1 passage)Business',
  ]);
});

test('REP-014: what a sum is made of adds up to it, and so do the months, though all are rounded', async () => {
  const of = (month: string, own: number, other: number) =>
    ({ month, currency: 'NOK', business: own, private: other, other: 0, without_trip: 0, total: own + other }) as const;
  const months = [of('2026-03', 1000.25, 400.15), of('2026-04', 1000.1, 400.3), of('2026-05', 1000.2, 0.2)];
  const sumOf = (kind: 'business' | 'private' | 'total') => months.reduce((sum, each) => sum + each[kind], 0);
  const total = { ...of('', 0, 0), business: sumOf('business'), private: sumOf('private'), total: sumOf('total') };
  const report = { ...REPORT, months: months.map(({ month }) => month), totals: { ...REPORT.totals, months, total: [total] } };
  await open({ 'tolls.report': paged(report) });
  const card = within(await screen.findByRole('list', { name: 'Total' })).getByRole('listitem');
  // 3 000.55 and 800.65 are 3 801.2.
  expect([...card.children].map(plain)).toEqual(['3 801 NOK']);
  const figure = screen.getByRole('figure', { name: /Tolls per month, NOK/ });
  expect(plain(figure.querySelector('figcaption'))).toContain('Business 3 000 NOK Private 801 NOK');
  const bars = plain(figure.querySelector('[data-many]'));
  const told = [...bars.matchAll(/(\d) (\d{3}) NOK/g)].map(([, thousands, rest]) => Number(`${thousands!}${rest!}`));
  expect([told.length, told.reduce((sum, each) => sum + each, 0)], told.join()).toEqual([3, 3801]);
});

test('REP-014: the report begins with what it came to in each currency and month, and then the passages; what explains them comes after', async () => {
  const pounds = { currency: 'GBP', business: 15, private: 0, other: 0, without_trip: 0, total: 15 };
  await open({
    'tolls.report': () => ({
      ...REPORT,
      totals: { ...REPORT.totals, months: [...REPORT.totals.months, APRIL], total: [sums, pounds] },
    }),
  });
  const totals = await screen.findByRole('list', { name: 'Total' });
  const said = within(totals)
    .getAllByRole('listitem')
    .map((each) => [...each.children].map(({ textContent }) => textContent.replaceAll(/\s/g, ' ')));
  expect(said).toEqual([['65 SEK'], ['15 GBP', 'Business']]);
  // What a sum is made of stands once: in the legend of its bars, of one without bars in its card.
  expect(plain(screen.getAllByRole('figure')[0]!.querySelector('figcaption'))).toContain('Business 20 SEK Private 45 SEK');
  const order = [
    totals,
    screen.getAllByRole('figure')[0]!,
    screen.getByRole('table', { name: 'Sums by month and trip type' }),
    screen.getByRole('table', { name: 'Passages' }),
    screen.getByRole('region', { name: 'About the amounts' }),
  ];
  for (const [i, part] of order.slice(1).entries())
    expect(order[i]!.compareDocumentPosition(part), String(i)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test('REP-014: what no tariff is known of is told at the sum that lacks it, in its currency, also where nothing else is', async () => {
  const without_tariff_in = [
    { currency: 'GBP', count: 1 },
    { currency: 'SEK', count: 1498 },
  ];
  const rows = [passage({ key: 'priced' }), passage({ key: 'not', amount: null, rule: 'no-tariff', station: 'Ropsten' })];
  const totals = { ...REPORT.totals, without_tariff: 1499, without_tariff_in, passages: 1600 };
  await open({ 'tolls.report': paged({ ...REPORT, rows, totals }) });
  const cards = within(await screen.findByRole('list', { name: 'Total' })).getAllByRole('listitem');
  expect(cards.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
    '65 SEKBusiness 20 SEKPrivate 45 SEK1 498 passages have no tariff and are not included',
    '– GBP1 passage has no tariff and is not included',
  ]);
  const table = screen.getByRole('table', { name: 'Passages' });
  const faint = [...table.querySelectorAll('[data-unpriced="true"]')].map(({ textContent }) => textContent);
  expect(faint, 'it stands behind what has an amount').toEqual([expect.stringContaining('Ropsten')]);
});

test('REP-014: in the sums by month a type that cost nothing is blank, not a zero', async () => {
  const mixed = { ...REPORT.totals, months: [{ month: '2026-03', ...sums, private: 0, total: 20 }] };
  await open({ 'tolls.report': paged({ ...REPORT, totals: mixed }) });
  const table = await screen.findByRole('table', { name: 'Sums by month and trip type' });
  const cells = within(within(table).getAllByRole('row')[1]!).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual(['20.00 SEK', '', '20.00 SEK']);
});
