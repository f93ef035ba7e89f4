import { localTimeIn } from '@spora/calendar/zones';
import type { SummaryFigures } from '@spora/contract/reports/endpoints';
import { createFormat } from '@spora/messages/format';
import { sv } from '@spora/messages/sv';
import { createTranslate } from '@spora/messages/translate';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moneyAtAGlance } from '../../lib/measures.ts';
import { fakeSend, onNarrowScreen, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { unitRow } from '../units/testing.ts';
import { monthsAsked, monthsChosen, usualSpans } from './public/report-search.ts';
import {
  asShown,
  barTextOf,
  fileOrder,
  idleMonths,
  inputOf,
  measureText,
  ratesText,
  readSummarySearch,
  type SummaryReport,
  type SummarySearch,
  textOf,
} from './summary-model.ts';
import { SummaryScreen } from './summary-screen.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const none = { trips: 0, distance_m: 0, at_sea_m: 0, duration_s: 0, in_log: true };
const figures = (km: number, over: Partial<SummaryFigures> = {}): SummaryFigures => ({
  business: km === 0 ? none : { trips: 1, distance_m: km * 1000, at_sea_m: 0, duration_s: 3600, in_log: true },
  private: none,
  other: none,
  reimbursement: null,
  tolls: null,
  fuel_l: null,
  electricity_kwh: null,
  fuel_cost: null,
  co2_kg: null,
  ...over,
});
const REPORT: SummaryReport = {
  time_zone: 'Europe/Stockholm',
  currency: 'SEK',
  months: ['2026-03', '2026-04'],
  first_month: '2019-05',
  rows: [
    {
      id: 7,
      name: '=Vagn 7',
      registration_number: 'ABC123',
      imei: '350000000000007',
      months: [figures(20), figures(0)],
      total: figures(20, { fuel_l: 1.25 }),
    },
    { id: null, name: '', registration_number: null, imei: null, months: [figures(0), figures(5)], total: figures(5) },
  ],
  totals: { months: [figures(20), figures(5)], total: figures(25) },
  towed: null,
  without_trips: [],
  reimbursement_rates: [],
};

async function open(answers: FakeAnswers = {}, first: SummarySearch = {}, user = signedInUser()) {
  const send = fakeSend({
    'reports.summary': () => REPORT,
    'units.list': () => ({ units: [unitRow({ id: 7, name: '=Vagn 7' }), unitRow({ id: 8, name: 'Vagn 8' })] }),
    'trips.filter-choices': () =>
      ({
        drivers: [
          { id: 3, name: 'Jonas Ek' },
          { id: 4, name: 'Mia Ek' },
        ],
      }) as never,
    ...answers,
  });
  let address = first;
  function Page() {
    const [search, setSearch] = useState(first);
    address = search;
    return (
      <SummaryScreen search={search} onSearch={(patch) => setSearch((before) => readSummarySearch({ ...before, ...patch }))} />
    );
  }
  await renderScreen(<Page />, { send, user });
  return { send, person: userEvent.setup(), address: () => address };
}

const logOf = (from: string, to: string, type?: string): string =>
  `/user/create-triplog?period=custom&from=${from}&to=${to}${type ? `&type=${type}` : ''}&unit=350000000000007`;

test('REP-009: each unit stands with its months and sum, and every figure leads to the log it was counted from', async () => {
  await open();
  const row = (await screen.findByRole('link', { name: '=Vagn 7' })).closest('tr') as HTMLElement;
  expect(
    within(row)
      .getAllByRole('link', { name: /20.*km/ })
      .map((link) => link.getAttribute('href')),
  ).toEqual([logOf('2026-03-01', '2026-03-31'), logOf('2026-03-01', '2026-04-30')]);
  expect(within(row).getByRole('link', { name: '=Vagn 7' }).getAttribute('href')).toBe(logOf('2026-03-01', '2026-04-30'));
  expect(screen.getByText(/by the clock in Stockholm\./), 'REP-018: the zone is told, as people say it').toBeTruthy();
});

test('REP-009, REP-012: figures of fuel say why the fuel report has others, and each leads to the other', async () => {
  const { person } = await open({}, { from: '2026-03', to: '2026-04' });
  await person.selectOptions(await screen.findByLabelText('Show'), 'fuel');
  expect(screen.getByText(/^Calculated with the consumption set for each unit/)).toBeTruthy();
  const link = screen.getByRole('link', { name: 'See the fuel report' });
  expect(link.getAttribute('href')).toBe('/user/reports/fuel?from=2026-03&to=2026-04');
  await person.selectOptions(screen.getByLabelText('Show'), 'tolls');
  expect(screen.queryByText(/^Calculated with the consumption set/)).toBeNull();
});

test('REP-009: of tolls an empty cell is one without a toll, as the foot says, and no 0.00', async () => {
  expect(textOf('tolls', figures(10, { tolls: 0 }), createFormat('en', 'UTC'), 'SEK')).toBe('');
  const { person } = await open();
  await person.selectOptions(await screen.findByLabelText('Show'), 'tolls');
  expect(screen.getByText(/An empty cell: no toll\./)).toBeTruthy();
  await person.selectOptions(screen.getByLabelText('Show'), 'trips');
  expect(screen.getByText(/An empty cell: no driving\./)).toBeTruthy();
});

test('REP-009: by driver, the trips without one lead to those that miss it', async () => {
  await open({}, { group: 'driver' });
  const link = await screen.findByRole('link', { name: 'No driver' });
  expect(link.getAttribute('href')).toBe('/user/create-triplog?period=custom&from=2026-03-01&to=2026-04-30&matter=driver');
});

test('REP-009: what is shown is chosen; what nobody has stated is a dash, a month without trips is empty', async () => {
  const { person } = await open();
  await person.selectOptions(await screen.findByLabelText('Show'), 'fuel');
  const row = screen.getByRole('link', { name: '=Vagn 7' }).closest('tr') as HTMLElement;
  expect(
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['–', '', '1.3\u00a0l']);
  expect(screen.getByText(/A dash means/)).toBeTruthy();
});

test('REP-009: where all is stated no dash is explained', async () => {
  const rows = REPORT.rows.map((row) => ({
    ...row,
    months: row.months.map((figures) => ({ ...figures, fuel_l: 1 })),
    total: { ...row.total, fuel_l: 2 },
  }));
  const { person } = await open({ 'reports.summary': () => ({ ...REPORT, rows }) });
  await person.selectOptions(await screen.findByLabelText('Show'), 'fuel');
  expect(screen.getByText(/are calculated from what is set for each unit/)).toBeTruthy();
  expect(screen.queryByText(/A dash means/)).toBeNull();
});

test('REP-009: by driver the server is asked by driver', async () => {
  const asked: unknown[] = [];
  const { person } = await open({ 'reports.summary': (input) => (asked.push(input), REPORT) });
  await person.selectOptions(await screen.findByLabelText('Per'), 'driver');
  await screen.findByRole('link', { name: '=Vagn 7' });
  expect(JSON.stringify(asked.at(-1))).toContain('"group_by":"driver"');
});

test('TRIP-015: without trips it says so, and a report that fails can be asked for again', async () => {
  await open({ 'reports.summary': () => ({ ...REPORT, rows: [] }) });
  expect(await screen.findByText('No data for the chosen period')).toBeTruthy();
});

test('REP-002: at most twelve months, never in the future, whatever the address says', () => {
  expect(monthsAsked({}, '2026-11-21')).toEqual({ from: '2026-01', to: '2026-11' });
  expect(monthsAsked({ from: '2024-01', to: '2026-03' }, '2026-11-21')).toEqual({ from: '2025-04', to: '2026-03' });
  expect(monthsAsked({ from: '2026-09', to: '2026-03' }, '2026-11-21')).toEqual({ from: '2026-03', to: '2026-03' });
  expect(monthsAsked({ to: '2030-01' }, '2026-11-21').to).toBe('2026-11');
  expect(readSummarySearch({ from: '2026-13', group: 'planet', measure: 'co2' })).toEqual({ measure: 'co2' });
  expect(inputOf({ from: '2026-02', to: '2026-02' }, '2026-11-21')).toEqual({
    body: { from: '2026-02-01', to: '2026-02-28', group_by: 'unit' },
  });
});

test('REP-002: a month that would make more than twelve, or end before it begins, moves the other one along, and the address keeps both', async () => {
  expect(monthsChosen({ from: '2025-06' }, { from: '2026-01', to: '2026-11' }, '2026-11-21')).toEqual({
    from: '2025-06',
    to: '2026-05',
    moved: 'to',
  });
  expect(monthsChosen({ from: '2026-08' }, { from: '2026-01', to: '2026-03' }, '2026-11-21')).toMatchObject({ to: '2026-08' });
  expect(monthsChosen({ to: '2025-02' }, { from: '2026-01', to: '2026-11' }, '2026-11-21')).toMatchObject({ from: '2025-02' });
  expect(monthsChosen({ to: '2026-10' }, { from: '2026-01', to: '2026-11' }, '2026-11-21')).toMatchObject({ moved: null });
  const { person } = await open({}, { from: '2026-01', to: '2026-06' });
  const from = await screen.findByLabelText<HTMLSelectElement>('From month');
  await person.selectOptions(from, '2025-06');
  expect([from.value, screen.getByLabelText<HTMLSelectElement>('To month').value]).toEqual(['2025-06', '2026-05']);
  expect(await screen.findByText(/twelve months at most.*2026-05/i)).toBeDefined();
});

test('REP-002: the last twelve months and a year are one press', async () => {
  const { person } = await open({}, { from: '2026-02', to: '2026-03' });
  await person.click(await screen.findByRole('button', { name: 'Last year' }));
  const last = Number(localTimeIn(Date.now(), 'Europe/Stockholm').slice(0, 4)) - 1;
  expect(screen.getByLabelText<HTMLSelectElement>('From month').value).toBe(`${last}-01`);
  expect(screen.getByLabelText<HTMLSelectElement>('To month').value).toBe(`${last}-12`);
});

test('REP-002: this month and the last one are one press, before the years', async () => {
  const { person } = await open({}, { from: '2026-02', to: '2026-03' });
  const spans = within(await screen.findByRole('group', { name: 'Period' })).getAllByRole('button');
  expect(spans.map(({ textContent }) => textContent)).toEqual([
    'This month',
    'Last month',
    'Last 3 months',
    'This year',
    'Last 12 months',
    'Last year',
  ]);
  await person.click(screen.getByRole('button', { name: 'Last month' }));
  const from = screen.getByLabelText<HTMLSelectElement>('From month').value;
  expect(screen.getByLabelText<HTMLSelectElement>('To month').value).toBe(from);
  expect(usualSpans('2026-01-15').slice(0, 2)).toEqual([
    { key: 'PeriodThisMonth', from: '2026-01', to: '2026-01' },
    { key: 'PeriodLastMonth', from: '2025-12', to: '2025-12' },
  ]);
  expect(usualSpans('2026-01-15')[2]).toEqual({ key: 'SummaryThreeMonths', from: '2025-11', to: '2026-01' });
});

test('REP-009: driving time is told in hours and minutes, and the reimbursement with its rates', async () => {
  const format = createFormat('sv', 'UTC');
  const long = figures(20, { business: { trips: 9, distance_m: 20_000, at_sea_m: 0, duration_s: 468_300, in_log: true } });
  expect(textOf('duration', long, format, 'SEK').replaceAll('\u00a0', ' ')).toBe('130 h 05 min');
  const t = createTranslate('sv', sv);
  const text = (rates: SummaryReport['reimbursement_rates']) =>
    ratesText({ ...REPORT, reimbursement_rates: rates }, format, t).replaceAll('\u00a0', ' ');
  expect(text([])).toBe('');
  expect(text([{ car: 'own', per_10km: 25, from: '2026-01-01' }])).toBe('Ersättning per mil i tjänsten: 25,00 SEK.');
  expect(
    text([
      { car: 'benefit', per_10km: 9.5, from: '2026-01-01' },
      { car: 'own', per_10km: 25, from: '2026-01-01' },
      { car: 'own', per_10km: 26, from: '2026-07-01' },
    ]),
  ).toBe(
    'Ersättning per mil i tjänsten: 9,50 SEK (förmånsbil), 25,00 SEK (förarens egen) från 2026-01-01, 26,00 SEK (förarens egen) från 2026-07-01.',
  );
});

test('REP-009, TRIP-032, DEC-48: a figure of one type leads to the trips of that type; one that the log does not list in whole is told without a link, and why', async () => {
  const secret = figures(20, { private: { trips: 1, distance_m: 7_000, at_sea_m: 0, duration_s: 0, in_log: false } });
  const report = { ...REPORT, rows: [{ ...REPORT.rows[0]!, months: [secret, figures(0)], total: secret }] };
  const { person } = await open({ 'reports.summary': () => report });
  const row = (await screen.findByRole('link', { name: '=Vagn 7' })).closest('tr') as HTMLElement;
  expect(within(row).getAllByRole('link')).toHaveLength(1);
  expect(screen.getByText(/Figures without a link/)).toBeTruthy();
  await person.selectOptions(screen.getByLabelText('Show'), 'private');
  expect(within(row).getAllByRole('link')).toHaveLength(1);
  await person.selectOptions(screen.getByLabelText('Show'), 'business');
  expect(
    within(row)
      .getAllByRole('link', { name: /20.*km/ })
      .map((link) => link.getAttribute('href')),
  ).toEqual([logOf('2026-03-01', '2026-03-31', 'business'), logOf('2026-03-01', '2026-04-30', 'business')]);
  expect(screen.queryByText(/Figures without a link/)).toBeNull();
});

test('REP-009, NAV-037: the summary is narrowed to units and drivers, which the address keeps and one press takes away', async () => {
  const { send, person } = await open();
  const asked = () => send.requests.findLast(({ id }) => id === 'reports.summary')?.body;
  await person.click(await screen.findByRole('button', { name: 'Unit: All units' }));
  await person.click(await screen.findByRole('option', { name: /Vagn 8/ }));
  expect(asked()).toMatchObject({ imeis: ['350000000000008'] });
  // Escape closes the list and leaves what was chosen.
  await person.keyboard('{Escape}');
  // The list tells the plate too; the field has room for the name.
  expect(screen.getByRole('button', { name: 'Unit: Vagn 8' })).toBeTruthy();
  await person.click(await screen.findByRole('button', { name: 'Driver: All drivers' }));
  await person.click(await screen.findByRole('option', { name: 'Jonas Ek' }));
  await person.click(screen.getByRole('option', { name: 'Mia Ek' }));
  await person.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Driver: 2 drivers chosen' })).toBeTruthy();
  expect(asked()).toMatchObject({ imeis: ['350000000000008'], driver_ids: [3, 4] });
  await person.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(screen.getByRole('button', { name: 'Driver: All drivers' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear the filters' })).toBeNull();
  expect(readSummarySearch({ unit: 350000000000007, drivers: '3,x,3,4' })).toEqual({ unit: '350000000000007', drivers: '3,4' });
  expect(readSummarySearch({ unit: 'planet', drivers: ['3'] })).toEqual({});
});

test('REP-001, NAV-037: where units have departments the report is narrowed to them, and so is the log behind a figure', async () => {
  const asked: unknown[] = [];
  const { person } = await open({
    'reports.summary': (input) => (asked.push(input.body.departments), REPORT),
    'trips.filter-choices': () => ({ drivers: [], departments: ['Norr, inre', 'Syd'] }) as never,
  });
  await person.click(await screen.findByRole('button', { name: 'Department: All departments' }));
  await person.click(await screen.findByRole('option', { name: 'Norr, inre' }));
  await person.keyboard('{Escape}');
  expect(asked.at(-1)).toEqual(['Norr, inre']);
  expect(screen.getByRole('button', { name: 'Department: Norr, inre' })).toBeTruthy();
  const link = screen.getByRole('link', { name: '=Vagn 7' });
  const departments = new URL(link.getAttribute('href')!, 'http://spora.test').searchParams.get('departments');
  expect(departments).toBe('Norr%2C inre');
  await person.click(screen.getByRole('button', { name: 'Clear the filters' }));
  expect(screen.getByRole('button', { name: 'Department: All departments' })).toBeTruthy();
});

test('REP-001: an account without departments is not asked for them', async () => {
  await open();
  await screen.findByRole('link', { name: '=Vagn 7' });
  expect(screen.queryByRole('button', { name: /^Department/ })).toBeNull();
});

test('REP-009, TRIP-032: somebody who is told of themselves only is not asked for which drivers', async () => {
  await open({}, {}, signedInUser({ IsAdmin: false }));
  expect(await screen.findByRole('button', { name: 'Unit: All units' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Driver:/ })).toBeNull();
});

test('TRIP-015: where filters leave nothing they can be cleared from there', async () => {
  const { person } = await open({ 'reports.summary': () => ({ ...REPORT, rows: [] }) }, { drivers: '3' });
  await screen.findByText('No data for the chosen period');
  await person.click(screen.getAllByRole('button', { name: 'Clear the filters' }).at(-1)!);
  expect(await screen.findByRole('button', { name: 'Driver: All drivers' })).toBeTruthy();
});

test('TRIP-004: the summary calls other trips what the account does', () => {
  const t = createTranslate('sv', sv);
  expect([measureText('other', 'Jour', t), measureText('other', '', t), measureText('private', 'Jour', t)]).toEqual([
    'Sträcka (Jour)',
    'Övrig sträcka',
    'Privat sträcka',
  ]);
});

test('13-A3: the months stand as bars by type; a month in which nothing was driven has a bar’s place and no column', async () => {
  const empty = figures(0);
  const mixed = figures(20, { private: { trips: 1, distance_m: 5_000, at_sea_m: 0, duration_s: 600, in_log: true } });
  const report = {
    ...REPORT,
    months: ['2026-03', '2026-04', '2026-05'],
    rows: [{ ...REPORT.rows[0]!, months: [mixed, empty, mixed] }],
    totals: { months: [mixed, empty, mixed], total: mixed },
  };
  await open({ 'reports.summary': () => report });
  const figure = await screen.findByRole('figure', { name: /Distance per month/ });
  expect(figure.textContent).toContain('2026-04');
  expect(figure.querySelectorAll('[data-type="private"][style]')).toHaveLength(2);
  expect(screen.queryByRole('columnheader', { name: '2026-04' })).toBeNull();
  expect(screen.getByRole('columnheader', { name: '2026-05' })).toBeDefined();
});

test('REP-009: one month alone is not told twice: its types stand before the sum, each leading to its trips, in any order', async () => {
  const mixed = figures(20, { private: { trips: 3, distance_m: 5_000, at_sea_m: 0, duration_s: 600, in_log: true } });
  const own = figures(0, { private: { trips: 1, distance_m: 9_000, at_sea_m: 0, duration_s: 600, in_log: true } });
  const report = {
    ...REPORT,
    months: ['2026-03'],
    rows: [
      { ...REPORT.rows[0]!, months: [mixed], total: mixed },
      { ...REPORT.rows[0]!, id: 8, name: 'Vagn 8', months: [own], total: own },
    ],
    totals: { months: [mixed], total: mixed },
  };
  const { person } = await open({ 'reports.summary': () => report });
  const row = (await screen.findByRole('link', { name: '=Vagn 7' })).closest('tr') as HTMLElement;
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads()).toEqual(['Name', 'Business', 'Private', 'Total']);
  const cells = within(row).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))).toEqual(['20.0 km', '5.0 km', '25.0 km']);
  expect(
    within(row)
      .getAllByRole('link', { name: /km/ })
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    logOf('2026-03-01', '2026-03-31', 'business'),
    logOf('2026-03-01', '2026-03-31', 'private'),
    logOf('2026-03-01', '2026-03-31'),
  ]);
  await person.click(screen.getByRole('button', { name: 'Private' }));
  expect(screen.getAllByRole('rowheader')[0]!.textContent).toMatch(/^Vagn 8/);
  await person.selectOptions(screen.getByLabelText('Show'), 'trips');
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1', '3', '4']);
  await person.selectOptions(screen.getByLabelText('Show'), 'fuel');
  expect(heads(), 'nothing that adds up from types').toEqual(['Name', '2026-03']);
});

test('13-A1, REP-009: what a boat went is told in nautical miles in its row, and both parts in the sums', async () => {
  const [car] = REPORT.rows;
  const [sailed, drove] = [figures(18.52), figures(10)];
  const boatM = { ...sailed.business, at_sea_m: 18_520 };
  const atSea = { ...sailed, business: boatM };
  const both = { ...sailed, business: { ...boatM, distance_m: 28_520, trips: 2 } };
  const report = {
    ...REPORT,
    months: ['2026-03'],
    rows: [
      { ...car!, months: [drove], total: drove },
      { ...car!, id: 9, name: 'Havsörn', months: [atSea], total: atSea },
    ],
    totals: { months: [both], total: both },
  };
  await open({ 'reports.summary': () => report });
  const textOf = (name: string): string =>
    (screen.getByRole('rowheader', { name }).closest('tr')?.textContent ?? '').replaceAll('\u00a0', ' ');
  await screen.findByRole('table');
  expect(textOf('HavsörnABC123')).toMatch(/ABC12310\.0 nm$/);
  expect(textOf('=Vagn 7ABC123')).toMatch(/ABC12310\.0 km$/);
  expect(textOf('Total')).toMatch(/Total10\.0 nm · 10\.0 km$/);
  expect(screen.getByText(/nm = nautical miles/)).toBeTruthy();
});

test('13-A3: the chart begins with the first drive and ends with the last month asked for; those before are told in words', async () => {
  const [driven, idle] = [figures(20), figures(0)];
  const report = {
    ...REPORT,
    months: ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05'],
    rows: [{ ...REPORT.rows[0]!, months: [idle, idle, driven, idle, idle] }],
    totals: { months: [idle, idle, driven, idle, idle], total: driven },
  };
  await open({ 'reports.summary': () => report });
  const figure = await screen.findByRole('figure', { name: /Distance per month/ });
  expect(figure.textContent.match(/2026-\d\d/g)).toEqual(['2026-03', '2026-04', '2026-05']);
  expect(figure.textContent.match(/km/g), 'an empty month has no figure').toHaveLength(1);
  expect(screen.getByText(/Nothing was driven 2026-01 – 2026-02, 2026-04 – 2026-05\./)).toBeTruthy();
});

test('REP-009: beside the months stands who drove most, the most first, and that these are not all of them', async () => {
  const rows = Array.from({ length: 7 }, (_, i) => ({ ...REPORT.rows[0]!, id: i, name: `Vagn ${i}`, total: figures(10 + i) }));
  await open({ 'reports.summary': () => ({ ...REPORT, rows }) });
  const top = await screen.findByRole('figure', { name: 'Distance per unit' });
  expect(
    within(top)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ')),
  ).toEqual(['Vagn 6 16.0 km', 'Vagn 5 15.0 km', 'Vagn 4 14.0 km', 'Vagn 3 13.0 km', 'Vagn 2 12.0 km']);
  expect(top.textContent).toContain('Top 5 of 7');
  expect(top.parentElement, 'they share the width').toBe(
    screen.getByRole('figure', { name: 'Distance per month' }).parentElement,
  );
});

test('REP-009: what trailers went stands beside the sum that is without it; by driver one sentence says that it is nobody’s', async () => {
  const towed = { units: 2, months: [figures(12), figures(0)], total: figures(12) };
  const answers = { 'reports.summary': () => ({ ...REPORT, towed }) };
  const { person } = await open(answers);
  const said = async (pattern: RegExp) => (await screen.findByText(pattern)).textContent.replaceAll(/\s/g, ' ');
  expect(await said(/^Trailers are not in the total/)).toContain('12.0 km of 2 trailers left out.');
  const log = new URL(screen.getByRole('link', { name: 'The trip log includes them' }).getAttribute('href') ?? '', location.href);
  expect(log.searchParams.get('period')).toBe('custom');
  const row = screen.getByRole('rowheader', { name: 'Trailers, not in the total' }).closest('tr');
  expect(row?.textContent.replaceAll(/\s/g, ' ')).toBe('Trailers, not in the total12.0 km12.0 km');
  expect(row?.nextElementSibling?.textContent.replaceAll(/\s/g, ' ')).toBe('Total20.0 km5.0 km25.0 km');
  await person.selectOptions(screen.getByLabelText('Show'), 'fuel');
  expect(screen.queryByText(/Trailers/), 'what they used is theirs alone').toBeNull();
  cleanup();
  await open(answers, { group: 'driver' });
  expect(await said(/^Trailers do not count/)).toContain('12.0 km of 2 trailers left out.');
  expect(screen.queryByRole('rowheader', { name: /^Trailers/ })).toBeNull();
});

test('REP-009: who drove most has the colours of the months beside it, and of one month alone says what they are', async () => {
  const mixed = figures(20, { private: { trips: 1, distance_m: 5_000, at_sea_m: 0, duration_s: 600, in_log: true } });
  const rows = [1, 2].map((id) => ({ ...REPORT.rows[0]!, id, name: `Vagn ${id}`, months: [mixed, mixed], total: mixed }));
  const report = { ...REPORT, rows, totals: { months: [mixed, mixed], total: mixed } };
  const typesOf = async (answer: SummaryReport) => {
    await open({ 'reports.summary': () => answer });
    const top = await screen.findByRole('figure', { name: 'Distance per unit' });
    const types = [...top.querySelectorAll<HTMLElement>('li [data-type]')].map(({ dataset }) => dataset['type']);
    const isExplained = within(top).queryByText(/Private/) !== null;
    cleanup();
    return { types, isExplained };
  };
  const types = ['business', 'private', 'business', 'private'];
  expect(await typesOf(report)).toEqual({ types, isExplained: false });
  const one = rows.map((row) => ({ ...row, months: [mixed] }));
  expect(await typesOf({ ...report, months: ['2026-03'], rows: one, totals: { months: [mixed], total: mixed } })).toEqual({
    types,
    isExplained: true,
  });
});

test('REP-009: one alone is compared with nobody, and the months have the whole width', async () => {
  await open({ 'reports.summary': () => ({ ...REPORT, rows: [REPORT.rows[0]!] }) });
  const months = await screen.findByRole('figure', { name: 'Distance per month' });
  expect(screen.getAllByRole('figure')).toEqual([months]);
});

test('a large sum at a bar needs no hundredths; a small one has them', () => {
  const format = createFormat('sv', 'Europe/Stockholm');
  const texts = [15_300, 999.5, 999.49, 147.53].map((amount) => moneyAtAGlance(amount, 'SEK', format).replaceAll(/\s/g, ' '));
  expect(texts).toEqual(['15 300 SEK', '1 000 SEK', '999,49 SEK', '147,53 SEK']);
  const costly = figures(20, { fuel_cost: 15_300, reimbursement: 15_300 });
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  expect(plain(barTextOf('reimbursement', costly, format, { currency: 'SEK' }))).toBe('15 300 SEK');
  expect(plain(textOf('reimbursement', costly, format, 'SEK')), 'the table is exact').toBe('15 300,00 SEK');
  expect(plain(textOf('fuel-cost', costly, format, 'SEK')), 'what is reckoned is not').toBe('15 300 SEK');
});

test('REP-009: what is reckoned is rounded as it is shown, and its sums are those of what is shown', () => {
  const month = figures(20, { fuel_cost: 10.4, fuel_l: 1.04, co2_kg: null });
  const row = { ...REPORT.rows[0]!, months: [month, month], total: figures(40, { fuel_cost: 20.8, fuel_l: 2.08 }) };
  const all = figures(80, { fuel_cost: 41.6, fuel_l: 4.16 });
  const { rows, totals } = asShown({ ...REPORT, rows: [row, row], totals: { months: [row.total, row.total], total: all } });
  expect(rows.map(({ total }) => [total.fuel_cost, total.fuel_l, total.co2_kg])).toEqual([
    [20, 2, null],
    [20, 2, null],
  ]);
  expect(totals.months.map(({ fuel_cost }) => fuel_cost)).toEqual([20, 20]);
  expect([totals.total.fuel_cost, totals.total.fuel_l]).toEqual([40, 4]);
});

test('REP-009: the figures of a column have as many decimals each; at the bars boats are in km where others are beside them', () => {
  const format = createFormat('sv', 'Europe/Stockholm');
  const plain = (text: string) => text.replaceAll(/\s/g, ' ');
  expect([93.5, 9_510].map((km) => plain(textOf('distance', figures(km), format, 'SEK')))).toEqual(['93,5 km', '9 510,0 km']);
  expect(plain(textOf('co2', figures(20, { co2_kg: 16_044 }), format, 'SEK'))).toBe('16 044,0 kg');
  const sailed = { trips: 1, distance_m: 18_520, at_sea_m: 18_520, duration_s: 3600, in_log: true };
  const both = figures(0, { business: sailed });
  expect(plain(barTextOf('distance', both, format, { currency: 'SEK' }))).toBe('10,0 nm');
  expect(plain(barTextOf('distance', both, format, { currency: 'SEK', inKm: true }))).toBe('18,5 km');
});

test('REP-009: a period without data leads to one that may have some; that one leads nowhere', async () => {
  const empty = { ...REPORT, rows: [] };
  const { send, person } = await open({ 'reports.summary': () => empty }, { from: '2024-01', to: '2024-12' });
  await person.click(await screen.findByRole('button', { name: 'Show this year' }));
  expect(screen.queryByRole('button', { name: 'Show this year' })).toBeNull();
  const [year] = new Date().toISOString().split('-');
  expect(send.requests.at(-1)?.body).toMatchObject({ from: `${year}-01-01` });
});

test('13-A3: of twelve months the year stands under its first, and never two beside each other', async () => {
  const drove = figures(20);
  const yearsOf = async (months: string[]) => {
    const all = months.map(() => drove);
    await open({
      'reports.summary': () => ({
        ...REPORT,
        months,
        rows: [{ ...REPORT.rows[0]!, months: all }],
        totals: { months: all, total: drove },
      }),
    });
    const figure = await screen.findByRole('figure', { name: /Distance per month/ });
    const told = [...figure.querySelectorAll('[data-new-year="true"]')].map(({ textContent }) => textContent);
    cleanup();
    return told;
  };
  const year = ['01', '02', '03', '04', '05', '06', '07', '08'].map((month) => `2026-${month}`);
  expect(await yearsOf(['2025-11', '2025-12', ...year])).toEqual(['2025-11', '2026-01']);
  expect(await yearsOf(['2025-12', ...year])).toEqual(['2026-01']);
});

test('13-A3: the months in which nothing was driven are told as spans', () => {
  const [driven, idle] = [figures(3), figures(0)];
  const of = (months: SummaryReport['totals']['months']) => ({
    ...REPORT,
    months: months.map((_, i) => `2026-0${i + 1}`),
    totals: { months, total: figures(3) },
  });
  expect(idleMonths(of([idle, idle, driven, idle, driven, driven, idle, idle]))).toEqual([
    '2026-01 – 2026-02',
    '2026-04',
    '2026-07 – 2026-08',
  ]);
  expect(idleMonths(of([driven, driven]))).toEqual([]);
});

test('REP-009: at the bars stands what one wonders there: missing months, how many drove in which, and that the last month goes on', async () => {
  const now = new Date().toISOString().slice(0, 7);
  const [drove, idle] = [figures(20), figures(0)];
  const months = ['2020-01', '2020-02', now];
  const rows = [1, 2, 3].map((id) => ({
    ...REPORT.rows[0]!,
    id,
    name: `Vagn ${id}`,
    months: [idle, id === 1 ? drove : idle, drove],
    total: drove,
  }));
  const report = { ...REPORT, months, rows, totals: { months: [idle, drove, drove], total: drove } };
  await open({ 'reports.summary': () => report });
  const note = await screen.findByText(/Nothing was driven 2020-01\./);
  expect(note.textContent).toContain('Units that were driven: 1 in February 2020, 3 in ');
  expect(note.textContent).toMatch(/In \w+ \d{4}, the days so far are counted\.$/);
  expect(note.compareDocumentPosition(screen.getByRole('table')), 'before the table').toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  cleanup();
  await open();
  await screen.findByRole('table');
  expect(screen.queryByText(/so far|that were driven/)).toBeNull();
});

test('REP-009: a period that begins before the first trip says since when there is data, and does not call the months before it idle', async () => {
  const [drove, idle] = [figures(20), figures(0)];
  const report = {
    ...REPORT,
    months: ['2026-01', '2026-02', '2026-03', '2026-04'],
    first_month: '2026-02',
    rows: [{ ...REPORT.rows[0]!, months: [idle, drove, idle, drove] }],
    totals: { months: [idle, drove, idle, drove], total: drove },
  };
  await open({ 'reports.summary': () => report });
  const note = await screen.findByText(/There is data from February 2026 onwards\./);
  expect(note.textContent).toContain('Nothing was driven 2026-03.');
  cleanup();
  const none = { ...REPORT, rows: [], first_month: '2026-02' };
  await open({ 'reports.summary': () => none }, { from: '2025-01', to: '2025-12' });
  expect(await screen.findByText('There is data from February 2026 onwards.')).toBeDefined();
  cleanup();
  await open({ 'reports.summary': () => none }, { from: '2026-03', to: '2026-03' });
  await screen.findByText('No data for the chosen period');
  expect(screen.queryByText(/There is data/)).toBeNull();
});

test('13-A3: months without driving are said at the bars', async () => {
  const report = { ...REPORT, totals: { ...REPORT.totals, months: [figures(0), figures(5)] } };
  await open({ 'reports.summary': () => report });
  expect(await screen.findByText(/Nothing was driven 2026-03\./)).toBeTruthy();
});

const names = (): (string | null)[] => screen.getAllByRole('rowheader').map((each) => each.textContent);
const THREE: SummaryReport = {
  ...REPORT,
  rows: [
    {
      id: 1,
      name: 'A',
      registration_number: null,
      imei: '350000000000001',
      months: [figures(5), figures(9)],
      total: figures(14, { fuel_l: 3 }),
    },
    {
      id: 2,
      name: 'B',
      registration_number: null,
      imei: '350000000000002',
      months: [figures(30), figures(0)],
      total: figures(30),
    },
    {
      id: 3,
      name: 'C',
      registration_number: null,
      imei: '350000000000003',
      months: [figures(0), figures(20)],
      total: figures(20, { fuel_l: 8 }),
    },
  ],
};

test('13-A3: the table stands in order of any column, of a figure the most first, and says so; the sum stays where it is', async () => {
  const { person } = await open({ 'reports.summary': () => THREE });
  await screen.findByRole('table');
  expect(names()).toEqual(['A', 'B', 'C', 'Total']);
  await person.click(screen.getByRole('button', { name: 'Total' }));
  expect(names()).toEqual(['B', 'C', 'A', 'Total']);
  expect(screen.getByRole('columnheader', { name: 'Total' }).getAttribute('aria-sort')).toBe('descending');
  await person.click(screen.getByRole('button', { name: 'Total' }));
  expect(names()).toEqual(['A', 'C', 'B', 'Total']);
  await person.click(screen.getByRole('button', { name: '2026-04' }));
  expect(names()).toEqual(['C', 'A', 'B', 'Total']);
});

test('NAV-037, REP-009: the address keeps the order of the rows, and leaves out the usual one', async () => {
  const { person, address } = await open({ 'reports.summary': () => THREE }, readSummarySearch({ sort: '-total' }));
  await screen.findByRole('table');
  expect(names()).toEqual(['B', 'C', 'A', 'Total']);
  await person.click(screen.getByRole('button', { name: '2026-04' }));
  expect(address()).toEqual({ sort: '-1' });
  await person.click(screen.getByRole('button', { name: 'Name' }));
  expect(address()).toEqual({});
  expect(readSummarySearch({ sort: '12' }), 'a report has twelve months').toEqual({});
});

test('13-A3: rows without a figure of what is shown wait behind a button that counts them', async () => {
  const { person } = await open({ 'reports.summary': () => THREE }, { measure: 'fuel' });
  await screen.findByRole('table');
  expect(names()).toEqual(['A', 'C', 'Total']);
  await person.click(screen.getByRole('button', { name: 'Show 1 more without figures' }));
  expect(names()).toEqual(['A', 'B', 'C', 'Total']);
  await person.click(screen.getByRole('button', { name: 'Hide rows without figures' }));
  expect(names()).toEqual(['A', 'C', 'Total']);
});

test('13-A5: the summary of an account without units leads to adding one, whoever may', async () => {
  const empty: FakeAnswers = { 'reports.summary': () => ({ ...REPORT, rows: [] }), 'units.list': () => ({ units: [] }) };
  await open(empty);
  expect((await screen.findByRole('link', { name: 'Add a unit' })).getAttribute('href')).toContain('add-terminal');
  cleanup();
  await open(empty, {}, signedInUser({ IsAdmin: false }));
  await screen.findByText('No units yet');
  expect(screen.queryByRole('link', { name: 'Add a unit' })).toBeNull();
});

test('13-A3, NFR-003: on a phone what is shown stands there, and months, units and drivers wait in a sheet', async () => {
  onNarrowScreen();
  const { send, person } = await open();
  expect(await screen.findByLabelText('Show')).toBeTruthy();
  expect(screen.queryByLabelText('From month')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Filters' }));
  await person.selectOptions(screen.getByLabelText('From month'), '2026-03');
  await person.click(screen.getByRole('button', { name: 'Show the report' }));
  expect(screen.queryByLabelText('From month')).toBeNull();
  expect(send.requests.findLast(({ id }) => id === 'reports.summary')?.body).toMatchObject({ from: '2026-03-01' });
});

test('13-A3, NFR-003: on a phone the report says of which months it is, and those asked for most are one press away', async () => {
  onNarrowScreen();
  const { send, person } = await open({}, { from: '2026-03', to: '2026-04' });
  expect(await screen.findByRole('heading', { name: /^March\s–\sApril 2026$/ })).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Last month' }));
  const [{ from = '' } = {}] = usualSpans(new Date().toISOString().slice(0, 10)).slice(1);
  expect(send.requests.findLast(({ id }) => id === 'reports.summary')?.body).toMatchObject({ from: `${from}-01` });
  const month = createFormat('en', 'Europe/Stockholm').month(from);
  expect(await screen.findByRole('heading', { name: month })).toBeTruthy();
  for (const name of ['This month', 'This year', '12 months']) expect(screen.getByRole('button', { name })).toBeTruthy();
});

test('13-A3: on a phone the cards stand in order of the name or the sum, which shows who drove most, and one month has its five highest', async () => {
  onNarrowScreen();
  const months = await open({ 'reports.summary': () => THREE });
  await screen.findByRole('table');
  expect(
    screen.queryByRole('figure', { name: 'Distance per unit' }),
    'the rows come right after the months: who had most is not told twice',
  ).toBeNull();
  await months.person.click(screen.getByRole('button', { name: 'Most first' }));
  expect(names()).toEqual(['B', 'C', 'A', 'Total']);
  await months.person.click(screen.getByRole('button', { name: 'Least first' }));
  expect(names()).toEqual(['A', 'C', 'B', 'Total']);
  await months.person.click(screen.getByRole('button', { name: 'By name' }));
  expect(names()).toEqual(['A', 'B', 'C', 'Total']);
  cleanup();
  const rows = THREE.rows.map((row) => ({ ...row, months: [row.total] }));
  const one = { ...THREE, months: ['2026-03'], rows, totals: { months: [THREE.totals.total], total: THREE.totals.total } };
  await open({ 'reports.summary': () => one });
  expect(await screen.findByRole('figure', { name: 'Distance per unit' })).toBeTruthy();
  // The month stands over the report: the sums are called that.
  expect(document.querySelectorAll('[data-label="Total"]')).toHaveLength(4);
});

test('REP-009: of the reimbursement the rates stand at the bars, and nothing of nautical miles or of who drove', async () => {
  const rows = THREE.rows.map((row, i) => ({ ...row, months: [figures(i === 0 ? 5 : 0), figures(5)] }));
  const sea = figures(5, { business: { trips: 1, distance_m: 5000, at_sea_m: 2000, duration_s: 60, in_log: true } });
  const report = {
    ...THREE,
    rows,
    totals: { ...THREE.totals, total: sea },
    reimbursement_rates: [{ car: 'own', per_10km: 25, from: '2026-01-01' }],
  };
  const { person } = await open({ 'reports.summary': () => report as never });
  expect(await screen.findByText(/nautical miles/)).toBeTruthy();
  expect(screen.getByText(/Units that were driven/)).toBeTruthy();
  await person.selectOptions(screen.getByLabelText('Show'), 'reimbursement');
  expect((await screen.findAllByText(/SEK.*25|25.*SEK/)).length).toBe(1);
  expect(screen.queryByText(/nautical miles|Units that were driven/)).toBeNull();
});

test('TRIP-032: of the time that others drove privately the summary says that it is not shown, never that nothing was driven', async () => {
  const hidden = { trips: 4, distance_m: 200_000, at_sea_m: 0, duration_s: 0, untimed: 4, in_log: true };
  const mixed = figures(20, { private: hidden });
  const secret = figures(0, { private: hidden });
  const report = {
    ...REPORT,
    months: ['2026-03'],
    rows: [
      { ...REPORT.rows[0]!, months: [mixed], total: mixed },
      { ...REPORT.rows[0]!, id: 8, name: 'Vagn 8', months: [secret], total: secret },
    ],
    totals: { months: [mixed], total: mixed },
  };
  await open({ 'reports.summary': () => report }, { measure: 'duration' });
  const cellsOf = async (name: string) =>
    within((await screen.findByRole('link', { name })).closest('tr') as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
  expect(await cellsOf('=Vagn 7')).toEqual(['1 h', '–', '1 h']);
  expect(await cellsOf('Vagn 8')).toEqual(['', '–', '–']);
  expect(screen.getByText(/how long others drove privately is not shown/)).toBeDefined();
});

test('REP-015: the file is asked for in the order of the table: by its measure, of a month or of a type of trip', () => {
  expect(fileOrder({}, REPORT)).toBeUndefined();
  expect(fileOrder({ sort: '-name' }, REPORT)).toBe('-name');
  expect(fileOrder({ sort: '-total' }, REPORT)).toBe('-distance');
  expect(fileOrder({ sort: 'total', measure: 'fuel-cost' }, REPORT)).toBe('fuel-cost');
  expect(fileOrder({ sort: '-1', measure: 'trips' }, REPORT)).toBe('-trips@2026-04');
  expect(fileOrder({ sort: 'private' }, REPORT)).toBe('distance@private');
});

test('REP-015: what is downloaded stands in the order that is shown', async () => {
  const { send } = await open({ 'reports.export': () => Uint8Array.of(1) }, { sort: '-total', measure: 'trips' });
  await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^CSV/ }));
  await waitFor(() =>
    expect(send.requests.find(({ id }) => id === 'reports.export')).toMatchObject({ query: { sort: '-trips' } }),
  );
});

test('REP-009: units without a trip are named below the rows, many of them at a press', async () => {
  const units = Array.from({ length: 14 }, (_, i) => ({ id: 100 + i, name: `Still ${i + 1}` }));
  const { person } = await open({ 'reports.summary': () => ({ ...REPORT, without_trips: units }) });
  expect((await screen.findByText(/^14 units without trips: Still 1,/)).textContent).not.toContain('Still 13');
  await person.click(screen.getByRole('button', { name: 'Show all' }));
  expect(screen.getByText(/^14 units without trips: .*Still 13, Still 14$/)).toBeTruthy();
});
