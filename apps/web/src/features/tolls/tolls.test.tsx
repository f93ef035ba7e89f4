import type { InputOf } from '@spora/contract/endpoint-map';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { unitRow } from '../units/testing.ts';
import { markOf, type Passage, type TollReport } from './model.ts';
import { readTollSearch, type TollSearch } from './search.ts';
import { TollsScreen } from './tolls-screen.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const passage = (over: Partial<Passage> = {}): Passage => ({
  key: '7-a-1',
  at: '2026-03-10T08:10:00.000Z',
  unit: { id: 7, name: '=Vagn 7', registration_number: 'ABC123', imei: '350000000000007' },
  station_id: 'se-stockholm/skanstullsbron',
  station: 'Skanstullsbron',
  area: 'se-stockholm',
  amount: 20,
  currency: 'SEK',
  rule: 'amount',
  trip_id: 4,
  trip_type: 'business',
  driver_id: 3,
  driver: 'Jonas Ek',
  is_uncertain: false,
  is_place_rough: false,
  as_of_year: null,
  price_year: null,
  is_estimate: false,
  is_free: false,
  is_withdrawn: false,
  corrections: [],
  ...over,
});
const sums = { currency: 'SEK', business: 20, private: 45, other: 0, without_trip: 0, total: 65 };
const REPORT: TollReport = {
  time_zone: 'Europe/Stockholm',
  months: ['2026-03', '2026-04'],
  rows: [passage()],
  page: { number: 1, size: 200, count: 1, rows: 1 },
  is_cut: false,
  totals: {
    months: [{ month: '2026-03', ...sums }],
    total: [sums],
    without_tariff: 0,
    without_tariff_in: [],
    passages: 1,
    free: 0,
    corrected: 0,
  },
  doubts: { unpriced: [], old: [], last_known: [], uncertain: [], rough: [] },
  can: { correct: true },
};

/** A month after the report's: only several are drawn as bars. */
const APRIL = { month: '2026-04', ...sums, business: 0, private: 0, total: 0 };

/** Answers as the server does: of all these passages those that are asked for, a page of them. */
const paged =
  (report: TollReport) =>
  ({ body }: { body: InputOf<'tolls.report'>['body'] }): TollReport => {
    const { page = 1, page_size: size = 1000 } = body;
    const listed = report.rows.filter((row) =>
      body.only_uncertain
        ? markOf(row) === 'TollsUncertain'
        : body.only_corrected
          ? row.corrections.some(({ undone_at }) => undone_at === null)
          : !body.only_charged || !row.is_free,
    );
    const rows = listed.slice((page - 1) * size, page * size);
    const count = Math.max(1, Math.ceil(listed.length / size));
    return { ...report, rows, page: { number: page, size, count, rows: listed.length }, is_cut: listed.length > rows.length };
  };

async function open(answers: FakeAnswers = {}, first: TollSearch = {}, user = signedInUser()) {
  const send = fakeSend({
    'tolls.report': paged(REPORT),
    'tolls.review': ({ body }) => ({ ids: body.passages.map((_, i) => i + 1), now_paid: 0 }),
    'tolls.undo-review': ({ body }) => ({ undone: body.ids.length }),
    'tolls.stations': () => ({
      stations: [{ id: 'se-stockholm/ropsten', name: 'Ropsten', area: 'se-stockholm', currency: 'SEK' }],
    }),
    'tolls.correct': () => ({ id: 1, now_paid: 0 }),
    'tolls.undo-correction': () => ({}),
    'units.list': () => ({ units: [unitRow({ id: 7, name: '=Vagn 7' }), unitRow({ id: 8, name: 'Vagn 8' })] }),
    'trips.filter-choices': () => ({ drivers: [{ id: 3, name: 'Jonas Ek' }] }) as never,
    ...answers,
  });
  function Page() {
    const [search, setSearch] = useState(first);
    address = search;
    return <TollsScreen search={search} onSearch={(patch) => setSearch((before) => readTollSearch({ ...before, ...patch }))} />;
  }
  let address = first;
  await renderScreen(<Page />, { send, user });
  return { send, person: userEvent.setup(), address: () => address };
}
const asked = (send: ReturnType<typeof fakeSend>, id: string) => send.requests.findLast((each) => each.id === id);

test('REP-001 (tolls), REP-014: each passage stands with time, station, amount, type and driver, and leads to its trip in the log of its day', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Passages' });
  const row = within(table).getAllByRole('row')[1]!;
  expect(within(row).getByRole('link').getAttribute('href')).toBe(
    '/user/create-triplog?period=custom&from=2026-03-10&to=2026-03-10&unit=350000000000007&trip=4',
  );
  expect(row.textContent).toMatch(/=Vagn 7.*Skanstullsbron.*Stockholm.*Business.*Jonas Ek.*20.*SEK/);
});

test('a value of two lines is one block, so that on a phone it stands beside its label and not spread over the card', async () => {
  await open();
  const table = await screen.findByRole('table', { name: /passages/i });
  const [, row] = within(table).getAllByRole('row');
  const cells = [...row!.querySelectorAll('td[data-label]')].filter((cell) => cell.textContent !== '');
  for (const cell of cells) expect(cell.childNodes.length, cell.getAttribute('data-label') ?? '').toBe(1);
});

const onPhone = async (work: () => Promise<void>): Promise<void> => {
  const narrow = (media: string) => ({
    media,
    matches: media === '(max-width: 767px)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.defineProperty(window, 'matchMedia', { configurable: true, get: () => narrow, set: () => undefined });
  try {
    await work();
  } finally {
    Reflect.deleteProperty(window, 'matchMedia');
  }
};
const plain = (element: Element | null | undefined): string => (element?.textContent ?? '').replaceAll(/\s/g, ' ');

test('REP-014: on a phone a passage is two lines: where and how much, then when, with what and by whom', () =>
  onPhone(async () => {
    const { person } = await open();
    const list = await screen.findByRole('list', { name: 'Passages' });
    const [item, ...more] = within(list).getAllByRole('listitem');
    expect(more).toHaveLength(0);
    expect([...item!.children].map(plain).filter(Boolean)).toEqual([
      'Skanstullsbron',
      '20.00 SEK',
      '2026-03-10 09:10 · =Vagn 7 · Jonas Ek · Business',
      'Change',
    ]);
    // Each fact goes on in the next line whole, where the line is full.
    expect(within(item!).getByText('Jonas Ek')).toBeTruthy();
    expect(within(item!).getByRole('link').getAttribute('href')).toMatch(/from=2026-03-10/);
    expect(screen.queryByRole('table', { name: 'Passages' })).toBeNull();
    // What adds a passage stands at them, and takes no row above.
    const add = screen.getByRole('button', { name: 'Add a passage' });
    expect(screen.getByRole('region', { name: /^Passages/ }).contains(add)).toBe(true);
    await person.click(add);
    expect(screen.getByRole('dialog', { name: 'Add a passage' })).toBeTruthy();
  }));

test('REP-014: on a phone each currency is one line, with how much of it is not sure; what it is made of opens below', () =>
  onPhone(async () => {
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
  }));

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
    ['about 24.00 NOKplace as of 2015', 'Uncertain: few positionsThat is rightNot driven here'],
    ['about 13.00 NOKprice 2023, place 2015', ''],
    ['No tariff', ''],
    ['20.00 SEK', 'Uncertain: rough placeThat is rightNot driven here'],
    ['20.00 SEK', ''],
  ]);
  expect(within(table).getByText('price 2023, place 2015').title).toMatch(/price of this station is of 2023.*known from 2015/);
  const notes = screen.getByRole('region', { name: 'About the amounts' });
  expect(within(notes).getByText(/invoice of the authority/), 'it is an estimate').toBeTruthy();
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
    'about 33 338 SEKof which uncertain 23 017 SEK (1 160 passages, 5 of them without a tariff)of which 4 527 SEK at stations whose place is as of 2015Business',
    'about 3 824 NOKall of it at stations whose place is as of 2015Business',
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
  expect([...card.children].map(plain)).toEqual(['3 801 NOK', 'Business 3 000 NOK', 'Private 801 NOK']);
  const bars = plain(screen.getByRole('figure', { name: /Tolls per month, NOK/ }));
  const told = [...bars.matchAll(/(\d) (\d{3}) NOK/g)].map(([, thousands, rest]) => Number(`${thousands!}${rest!}`));
  expect([told.length, told.reduce((sum, each) => sum + each, 0)], told.join()).toEqual([3, 3801]);
});

test('REP-014: one can look through the uncertain passages alone: all that are marked so, with an amount or without', async () => {
  const rows = [
    passage({ key: 'sure', station: 'Ropsten' }),
    passage({ key: 'maybe', station: 'Fredhäll', is_uncertain: true }),
    passage({ key: 'unpriced', station: 'Mosseveien', is_uncertain: true, amount: null, rule: 'no-tariff' }),
    passage({ key: 'free', station: 'Essinge', is_uncertain: true, amount: 0, is_free: true }),
  ];
  const uncertain = [{ currency: 'SEK', passages: 1155, rough_place: 0, unpriced: 69, amount: 23_017 }];
  const report = { ...REPORT, rows, totals: { ...REPORT.totals, passages: 1200, free: 1 } };
  const { send, person } = await open({ 'tolls.report': paged({ ...report, doubts: { ...REPORT.doubts, uncertain } }) });
  const only = await screen.findByRole('switch', { name: /^Only 1.155 uncertain$/ });
  const stations = () =>
    [...screen.getByRole('table', { name: 'Passages' }).querySelectorAll('[data-label="Station"]')].map(
      ({ textContent }) => /^(Ropsten|Fredhäll|Mosseveien|Essinge)/.exec(textContent)?.[0],
    );
  expect(stations()).toEqual(['Ropsten', 'Fredhäll', 'Mosseveien']);
  await person.click(only);
  await waitFor(() => expect(stations()).toEqual(['Fredhäll', 'Mosseveien']));
  expect(asked(send, 'tolls.report')?.body).toMatchObject({ only_uncertain: true, page: 1 });
  expect(screen.getByRole('heading', { name: /^Passages 1.155$/ })).toBeTruthy();
  // Other months, the same look.
  await person.selectOptions(screen.getByLabelText('From month'), screen.getAllByRole<HTMLOptionElement>('option')[3]!);
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: /uncertain/ }).checked).toBe(true));
  await person.click(await screen.findByRole('switch', { name: 'Show 1 free too' }));
  await waitFor(() => expect(stations(), 'all of them again').toHaveLength(4));
  expect(screen.getAllByText('Uncertain: few positions'), 'what was free costs nothing, passed or not').toHaveLength(2);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /uncertain/ }).checked).toBe(false);
});

const DOUBTFUL = ['Fredhäll', 'Ropsten', 'Danvikstull'].map((station, i) =>
  passage({ key: station, station, station_id: `se-stockholm/${i}`, is_uncertain: true }),
);
const reviewed = (uncertain: number): TollReport => ({
  ...REPORT,
  rows: [...DOUBTFUL, passage({ key: 'sure' })],
  totals: { ...REPORT.totals, passages: 4 },
  doubts: { ...REPORT.doubts, uncertain: [{ currency: 'SEK', passages: uncertain, rough_place: 0, unpriced: 0, amount: 20 }] },
});

test('REP-014: of an uncertain passage one says by a press that it was or was not, and takes it back from the notice', async () => {
  const { send, person } = await open({ 'tolls.report': paged(reviewed(3)) });
  const row = await screen.findByRole('row', { name: /Fredhäll/ });
  const sure = screen.getByRole('row', { name: /Skanstullsbron/ });
  expect(within(sure).getAllByRole('button'), 'nothing is asked of one that is sure').toHaveLength(1);
  expect(within(sure).queryByRole('checkbox')).toBeNull();
  await person.click(within(row).getByRole('button', { name: /^Not driven here: Fredhäll/ }));
  expect(asked(send, 'tolls.review')?.body).toEqual({
    passages: [{ imei: '350000000000007', station_id: 'se-stockholm/0', at: '2026-03-10T08:10:00.000Z' }],
    kind: 'not-passed',
    reason: 'Review of uncertain passages',
  });
  expect(await screen.findByText('The passage no longer counts')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Undo' }));
  expect(asked(send, 'tolls.undo-review')?.body).toEqual({ ids: [1] });
});

test('REP-014: several uncertain passages are chosen and reviewed in one request', async () => {
  const { send, person } = await open({ 'tolls.report': paged(reviewed(3)) });
  const boxes = within(await screen.findByRole('table', { name: 'Passages' }));
  await person.click(boxes.getByRole('checkbox', { name: /^Choose Ropsten/ }));
  const bar = () => within(screen.getByRole('region', { name: 'Chosen passages' }));
  expect(bar().getByRole('status').textContent).toBe('1 chosen');
  await person.click(boxes.getByRole('checkbox', { name: 'Choose all 3 uncertain on this page' }));
  expect(bar().getByRole('status').textContent).toBe('3 chosen');
  await person.click(bar().getByRole('button', { name: 'That is right' }));
  expect(send.requests.filter(({ id }) => id === 'tolls.review')).toHaveLength(1);
  expect(asked(send, 'tolls.review')?.body).toMatchObject({
    kind: 'passed',
    passages: [{ station_id: 'se-stockholm/1' }, { station_id: 'se-stockholm/0' }, { station_id: 'se-stockholm/2' }],
  });
  expect(await screen.findByText('3 passages are confirmed')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Chosen passages' })).toBeNull();
});

test('REP-014, NAV-038: answered by the keyboard, the passage leaves the list and the same answer of the next one has the focus', async () => {
  let left = [...DOUBTFUL];
  const { person } = await open(
    {
      'tolls.report': (request) => paged({ ...reviewed(left.length), rows: left })(request),
      'tolls.review': ({ body }) => {
        left = left.filter(({ station_id }) => station_id !== body.passages[0]!.station_id);
        return { ids: [1], now_paid: 0 };
      },
    },
    { show: 'uncertain' },
  );
  const answer = async (name: RegExp) => {
    (await screen.findByRole('button', { name })).focus();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
  };
  const all = await screen.findAllByRole('button', { name: /^Not driven here: / });
  const [first, , last] = all.map((each) => each.getAttribute('aria-label')!);
  await answer(new RegExp(`^${first!}`));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Not driven here: /));
  await answer(new RegExp(`^${last!}`));
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Not driven here: /));
});

test('REP-014: a review that fails says why, and what was chosen stays chosen', async () => {
  const refuse = (): never => {
    throw new ApiError(409, 'TollPassageNotFound');
  };
  const { person } = await open({ 'tolls.report': paged(reviewed(3)), 'tolls.review': refuse });
  await person.click(await screen.findByRole('checkbox', { name: /^Choose Ropsten/ }));
  const bar = within(screen.getByRole('region', { name: 'Chosen passages' }));
  await person.click(bar.getByRole('button', { name: 'Not driven here' }));
  expect(await screen.findByText(/passage is no longer there|no longer exists|Reload/i)).toBeTruthy();
  expect(bar.getByRole('status').textContent).toBe('1 chosen');
});

test('REP-014: where others are paid now instead of what nobody passed, the notice says of how many', async () => {
  for (const [now_paid, text] of [
    [1, 'The passage no longer counts. Another passage counts now instead'],
    [2, 'The passage no longer counts. 2 other passages count now instead'],
  ] as const) {
    const { person } = await open({ 'tolls.report': paged(reviewed(3)), 'tolls.review': () => ({ ids: [1], now_paid }) });
    await person.click(await screen.findByRole('button', { name: /^Not driven here: Fredhäll/ }));
    expect(await screen.findByText(text)).toBeTruthy();
    cleanup();
  }
  const { person } = await open({ 'tolls.correct': () => ({ id: 1, now_paid: 1 }) });
  await person.click(await screen.findByRole('button', { name: /Change Skanstullsbron/ }));
  await person.selectOptions(screen.getByLabelText('What is wrong?'), 'not-passed');
  await person.type(screen.getByLabelText('Reason'), 'At the workshop');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The correction is saved. Another passage counts now instead')).toBeTruthy();
});

const SAID = { id: 9, amount: null, reason: 'Seen', by: 'Anna', at: '2026-03-12T08:00:00.000Z' } as const;
const STANDS = { undone_by: null, undone_at: null } as const;

test('REP-014: what was answered before is found again by its switch, and taken back from its row', async () => {
  const rows = [
    passage({ key: 'sure', station: 'Ropsten' }),
    passage({
      key: 'no',
      station: 'Fredhäll',
      amount: 0,
      is_withdrawn: true,
      corrections: [{ ...SAID, kind: 'not-passed', ...STANDS }],
    }),
    passage({ key: 'yes', station: 'Essinge', is_uncertain: true, corrections: [{ ...SAID, kind: 'passed', ...STANDS }] }),
  ];
  const report = { ...REPORT, rows, totals: { ...REPORT.totals, passages: 3, corrected: 2 } };
  const { send, person, address } = await open({ 'tolls.report': paged(report) });
  await person.click(await screen.findByRole('switch', { name: 'Only 2 corrected' }));
  await waitFor(() => expect(screen.queryByRole('row', { name: /Ropsten/ })).toBeNull());
  expect(address()).toEqual({ show: 'corrected' });
  expect(screen.getByRole('heading', { name: 'Passages 2' })).toBeTruthy();
  expect(screen.getByText(/Change shows what was said and takes it back/)).toBeTruthy();
  expect(screen.getByRole('row', { name: /Essinge/ }).textContent).toContain('Confirmed');
  await person.click(screen.getByRole('button', { name: /^Change Fredhäll/ }));
  await person.click(screen.getByRole('button', { name: 'Take back' }));
  expect(asked(send, 'tolls.undo-correction')?.params).toEqual({ id: 9 });
  cleanup();
  // All taken back: the way to the others stays.
  await open({ 'tolls.report': paged(REPORT) }, { show: 'corrected' });
  expect(await screen.findByText('No corrections are left in these months.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show all passages' })).toBeTruthy();
});

test('REP-014: where nothing was corrected there is no switch for it', async () => {
  await open();
  await screen.findByRole('table', { name: 'Passages' });
  expect(screen.queryByRole('switch', { name: /corrected/ })).toBeNull();
});

test('REP-014: when all that was uncertain is reviewed it says so, and leads back to all', async () => {
  const done = { ...reviewed(0), rows: [passage()], doubts: REPORT.doubts };
  const { person } = await open({ 'tolls.report': paged(done) }, { show: 'uncertain' });
  expect(await screen.findByText('All uncertain passages have been reviewed.')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Show all passages' }));
  expect(await screen.findByRole('table', { name: 'Passages' })).toBeTruthy();
});

test('REP-014: what a person confirmed is marked so, and its history says that nothing was added', async () => {
  const said = { id: 9, kind: 'passed', amount: null, reason: 'Seen', by: 'Anna', at: '2026-03-12T08:00:00.000Z' } as const;
  const corrections = [{ ...said, undone_by: null, undone_at: null }];
  const { person } = await open({ 'tolls.report': paged({ ...REPORT, rows: [passage({ is_uncertain: true, corrections })] }) });
  expect(await screen.findByText('Confirmed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Not driven here/ })).toBeNull();
  await person.click(screen.getByRole('button', { name: /^Change / }));
  expect(screen.getByRole('region', { name: 'Corrections' }).textContent).toMatch(/Anna confirmed the passage/);
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
    'about 20.00 SEKplace as of 2015',
    'about 20.00 SEKrough figure',
  ]);
});

test('13-A3, REP-014: on a phone all that explains the amounts is one line that opens, before the passages', () =>
  onPhone(async () => {
    const doubts = { ...REPORT.doubts, uncertain: [{ currency: 'SEK', passages: 1, rough_place: 0, unpriced: 0, amount: 20 }] };
    await open({ 'tolls.report': paged({ ...REPORT, doubts }) });
    const line = await screen.findByText('About the amounts', { selector: 'summary' });
    const fold = line.closest('details')!;
    expect(fold.open).toBe(false);
    for (const text of [/too far apart/, /invoice of the authority/])
      expect(fold.contains(screen.getByText(text)), String(text)).toBe(true);
    expect(fold.compareDocumentPosition(screen.getByRole('list', { name: 'Passages' }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  }));

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
  expect(said).toEqual([
    ['65 SEK', 'Business 20 SEK', 'Private 45 SEK'],
    ['15 GBP', 'Business'],
  ]);
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

test('REP-014: of many passages the heading counts all, and those on the page and the way to the others stand below', async () => {
  const rows = Array.from({ length: 250 }, (_, i) => passage({ key: `k${i}`, station: `Station ${i}.` }));
  const { send, person } = await open({
    'tolls.report': paged({ ...REPORT, rows, totals: { ...REPORT.totals, passages: 250 } }),
  });
  const passages = within(await screen.findByRole('region', { name: /^Passages/ }));
  expect(passages.getByRole('heading').textContent).toBe('Passages 250');
  const drawn = () => passages.getAllByRole('row').slice(1);
  expect(drawn()).toHaveLength(100);
  expect(passages.getByText('1–100 of 250')).toBeTruthy();
  await person.click(passages.getByRole('button', { name: 'Next page' }));
  expect(await passages.findByText('101–200 of 250')).toBeTruthy();
  expect(drawn()[0]!.textContent).toMatch(/Station 100\./);
  await person.click(passages.getByRole('button', { name: 'Next page' }));
  expect(await passages.findByText('201–250 of 250')).toBeTruthy();
  expect(drawn()).toHaveLength(50);
  expect(passages.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
  // Another order is of all, and begins at its first page.
  await person.click(passages.getByRole('button', { name: 'Amount' }));
  expect(await passages.findByText('1–100 of 250')).toBeTruthy();
  expect(asked(send, 'tolls.report')?.body).toMatchObject({ sort: 'amount', page: 1 });
});

test('NAV-037, REP-014: page and order of the passages are in the address: opened again they are as they were; another list begins at its first page', async () => {
  const rows = Array.from({ length: 250 }, (_, i) => passage({ key: `k${i}`, station: `Station ${i}.` }));
  const report = paged({ ...REPORT, rows, totals: { ...REPORT.totals, passages: 250, free: 1 } });
  const first = await open({ 'tolls.report': report }, { sort: '-amount', page: 2 });
  expect(await screen.findByText('101–200 of 250')).toBeTruthy();
  expect(asked(first.send, 'tolls.report')?.body).toMatchObject({ sort: '-amount', page: 2 });
  await first.person.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('201–250 of 250')).toBeTruthy();
  expect(first.address()).toEqual({ sort: '-amount', page: 3 });
  await first.person.click(screen.getByRole('button', { name: 'Station' }));
  expect(first.address(), 'another order').toEqual({ sort: 'station' });
  await first.person.click(screen.getByRole('button', { name: 'Next page' }));
  expect(first.address()).toEqual({ sort: 'station', page: 2 });
  await first.person.click(screen.getByRole('switch', { name: 'Show 1 free too' }));
  expect(first.address(), 'other passages in the same order').toEqual({ sort: 'station', show: 'all' });
  expect(readTollSearch({ sort: '-at', page: 1, show: 'nonsense' }), 'what is as usual is left out').toEqual({});
  expect(readTollSearch({ sort: 'weather', page: '-3' }), 'what makes no sense too').toEqual({});
});

test('REP-014: one page of passages has nothing to turn', async () => {
  await open();
  await screen.findByRole('table', { name: 'Passages' });
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
});

test('REP-014: what cost nothing is left out until asked for, by a switch that says how many; then it is called free', async () => {
  const undone = { undone_by: 'Bo', undone_at: '2026-03-13T08:00:00.000Z' };
  const said = { id: 1, kind: 'amount', amount: 0, reason: 'Bill', by: 'Anna', at: '2026-03-12T08:00:00.000Z' } as const;
  const rows = [
    passage({ key: 'paid' }),
    passage({ key: 'night', amount: 0, is_free: true, rule: 'free-hours', station: 'Ropsten' }),
    passage({ key: 'back', amount: 0, is_free: true, station: 'Fredhäll', corrections: [{ ...said, ...undone }] }),
    passage({ key: 'said', amount: 0, station: 'Essinge', corrections: [{ ...said, undone_by: null, undone_at: null }] }),
  ];
  const { person } = await open({
    'tolls.report': paged({ ...REPORT, rows, totals: { ...REPORT.totals, passages: 4, free: 2 } }),
  });
  const table = await screen.findByRole('table', { name: 'Passages' });
  expect(screen.getByRole('heading', { name: 'Passages 2' })).toBeTruthy();
  expect(within(table).queryByText(/Ropsten|Fredhäll/)).toBeNull();
  expect(within(table).getByText(/Essinge/), 'what a person said stays in sight').toBeTruthy();
  await person.click(screen.getByRole('switch', { name: 'Show 2 free too' }));
  const night = within(screen.getByRole('table', { name: 'Passages' })).getByRole('row', { name: /Ropsten/ });
  expect(night.textContent).toMatch(/Free.*Free at this hour/);
  expect(night.textContent).not.toMatch(/0\.00/);
  expect(screen.getByRole('heading', { name: 'Passages 4' })).toBeTruthy();
});

test('REP-014: where every passage was free it says so, and the switch shows them', async () => {
  const rows = [passage({ amount: 0, rule: 'free-day', is_free: true })];
  const { person } = await open({ 'tolls.report': paged({ ...REPORT, rows, totals: { ...REPORT.totals, free: 1 } }) });
  expect(await screen.findByText('All passages were free of charge.')).toBeTruthy();
  await person.click(screen.getByRole('switch', { name: 'Show 1 free too' }));
  expect(screen.getByRole('table', { name: 'Passages' })).toBeTruthy();
});

test('REP-014: in the sums by month a type that cost nothing is blank, not a zero', async () => {
  const mixed = { ...REPORT.totals, months: [{ month: '2026-03', ...sums, private: 0, total: 20 }] };
  await open({ 'tolls.report': paged({ ...REPORT, totals: mixed }) });
  const table = await screen.findByRole('table', { name: 'Sums by month and trip type' });
  const cells = within(within(table).getAllByRole('row')[1]!).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual(['20.00 SEK', '', '20.00 SEK']);
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

test('REP-014: an administrator corrects an amount with a reason; without one it is asked for', async () => {
  const { send, person } = await open();
  await person.click(await screen.findByRole('button', { name: /Change Skanstullsbron/ }));
  expect(within(screen.getByRole('dialog')).getByText(/^Counted now:/).textContent).toMatch(/SEK.*By the tariff/);
  await person.type(screen.getByLabelText('Right amount (SEK)'), '12,50');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(screen.getByText('Enter a reason.')).toBeTruthy();
  await person.type(screen.getByLabelText('Reason'), 'The invoice');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(asked(send, 'tolls.correct')?.body).toEqual({
    imei: '350000000000007',
    station_id: 'se-stockholm/skanstullsbron',
    at: '2026-03-10T08:10:00.000Z',
    kind: 'amount',
    amount: 12.5,
    reason: 'The invoice',
  });
  expect(screen.queryByLabelText('Reason')).toBeNull();
});

test('REP-014: what was corrected is marked, tells its history and can be taken back', async () => {
  const made = { kind: 'amount', amount: 12, reason: 'Bill', by: 'Anna', at: '2026-03-12T08:00:00.000Z' } as const;
  const corrections = [
    { id: 9, ...made, undone_by: null, undone_at: null },
    { id: 8, ...made, reason: 'Wrong', undone_by: 'Bo', undone_at: '2026-03-11T08:00:00.000Z' },
  ];
  const { send, person } = await open({
    'tolls.report': paged({ ...REPORT, rows: [passage({ rule: 'corrected', amount: 12, corrections })] }),
  });
  expect(await screen.findByText('Corrected')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: /Change Skanstullsbron/ }));
  const history = screen.getByRole('region', { name: 'Corrections' });
  expect(history.textContent).toMatch(/Anna changed the amount to 12.*Bill.*Wrong.*Taken back by Bo/);
  const takeBack = within(history).getByRole('button', { name: 'Take back' });
  expect(takeBack.className, 'it looks like a button').toMatch(/plain.*small/);
  await person.click(takeBack);
  expect(asked(send, 'tolls.undo-correction')?.params).toEqual({ id: 9 });
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

test('REP-014: a passage that nobody noticed is added with its unit, station and time', async () => {
  const { send, person } = await open();
  await person.click(await screen.findByRole('button', { name: 'Add a passage' }));
  const sheet = within(screen.getByRole('dialog'));
  await person.selectOptions(sheet.getByLabelText('Unit'), '350000000000008');
  await person.selectOptions(await sheet.findByLabelText('Station'), 'se-stockholm/ropsten');
  await person.type(sheet.getByLabelText('Reason'), 'Missing on the invoice');
  await person.click(sheet.getByRole('button', { name: 'Save' }));
  expect(asked(send, 'tolls.correct')?.body).toMatchObject({
    imei: '350000000000008',
    station_id: 'se-stockholm/ropsten',
    kind: 'passed',
    amount: null,
  });
});

test('REP-014: who may not correct is offered nothing to correct', async () => {
  await open({ 'tolls.report': paged({ ...REPORT, can: { correct: false } }) }, {}, signedInUser({ IsAdmin: false }));
  await screen.findByRole('table', { name: 'Passages' });
  expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add a passage' })).toBeNull();
});

test('TRIP-015, NAV-037: without passages it says what is needed, and filters can be cleared from there', async () => {
  const none = {
    ...REPORT,
    rows: [],
    page: { number: 1, size: 200, count: 1, rows: 0 },
    totals: { months: [], total: [], without_tariff: 0, without_tariff_in: [], passages: 0, free: 0, corrected: 0 },
  };
  const { send, person } = await open({ 'tolls.report': () => none }, { drivers: '3', from: '2026-03', to: '2026-03' });
  expect(await screen.findByText('No passages in these months')).toBeTruthy();
  expect(asked(send, 'tolls.report')?.body).toMatchObject({ from: '2026-03-01', to: '2026-03-31', driver_ids: [3] });
  await person.click(screen.getAllByRole('button', { name: 'Clear the filters' }).at(-1)!);
  expect(asked(send, 'tolls.report')?.body).not.toHaveProperty('driver_ids');
});

test('REP-014: what is withdrawn is said so before anything else', () => {
  expect(markOf(passage({ is_withdrawn: true, is_uncertain: true }))).toBe('TollsWithdrawn');
});
