import { createFormat } from '@spora/messages/format';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { moneyAtAGlance } from '../../lib/measures.ts';
import { asShown, barTextOf, idleMonths, type SummaryReport, textOf } from './summary-model.ts';
import { figures, REPORT, open, logOf } from './testing-summary.tsx';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

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
