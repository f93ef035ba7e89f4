import { localTimeIn } from '@spora/calendar/zones';
import { createFormat } from '@spora/messages/format';
import { sv } from '@spora/messages/sv';
import { createTranslate } from '@spora/messages/translate';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onNarrowScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { monthsAsked, monthsChosen, usualSpans } from './public/report-search.ts';
import { fileOrder, inputOf, measureText, ratesText, readSummarySearch, type SummaryReport, textOf } from './summary-model.ts';
import { figures, REPORT, open, logOf } from './testing-summary.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

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

test('REP-009: what was paid in other currencies stands beside the account’s, in its row and the sum, and not in the bars', async () => {
  const abroad = [{ currency: 'NOK', amount: 540 }];
  const paid = (tolls: number, more = {}) => figures(10, { tolls, ...more });
  const row = (id: number, name: string, total: SummaryReport['totals']['total']) => ({
    id,
    name,
    registration_number: null,
    imei: null,
    months: [total],
    total,
  });
  const all = paid(1112.4, { tolls_elsewhere: abroad });
  const report: SummaryReport = {
    ...REPORT,
    months: ['2026-03'],
    rows: [
      row(7, 'Vagn 7', paid(1000.4)),
      row(8, 'Vagn 8', paid(112)),
      row(9, 'Bil i Bergen', paid(0, { tolls_elsewhere: abroad })),
    ],
    totals: { months: [all], total: all },
  };
  await open({ 'reports.summary': () => report }, { measure: 'tolls' });
  const table = await screen.findByRole('table');
  const [bergen, total] = within(table).getAllByRole('row').slice(-2);
  expect(bergen?.textContent.replaceAll(/\s/g, ' ')).toBe('Bil i Bergen540.00 NOK');
  expect(total?.textContent.replaceAll(/\s/g, ' ')).toBe('Total1 112.40 SEK + 540.00 NOK');
  expect(screen.getByText(/The bars show what was paid in SEK alone\./)).toBeTruthy();
  const bars = screen.getByRole('figure', { name: 'Tolls per unit' }).textContent;
  expect(bars).toContain('112');
  expect(bars).not.toContain('112.00');
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
  await open({ 'reports.summary': () => THREE }, { sort: '-1' });
  const own = await screen.findByRole('button', { name: '2026-04, most first', pressed: true });
  expect(own, 'an order of a wide window is told, too').toBeTruthy();
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
