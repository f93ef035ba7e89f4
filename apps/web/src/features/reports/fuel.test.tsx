import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { onNarrowScreen, signedInUser } from '../../lib/testing.tsx';
import { unitRow } from '../units/testing.ts';
import { readFuelSearch } from './fuel-model.ts';
import { FuelScreen } from './fuel-screen.tsx';
import { usualSpans } from './public/report-search.ts';
import { forgetAwaitedRuns } from './run-state.ts';
import { FUEL, open, used } from './testing-costs.tsx';

beforeEach(() => {
  localStorage.clear();
  forgetAwaitedRuns();
  URL.createObjectURL = () => 'blob:1';
});
afterEach(cleanup);

test('REP-012: each unit has one row for the whole period, in order of what it uses per 10 km, and its months when asked for', async () => {
  const electric = { fuel_l: null, electricity_kwh: 34, l_per_10km: null, kwh_per_10km: 1.7, filled_l: null };
  const of = (id: number, name: string, total: Partial<typeof used> | typeof electric) => ({
    ...{ id, name, registration_number: null, imei: null, months: [used, used] },
    total: { ...used, distance_m: 200_000, ...total },
  });
  const report = {
    ...FUEL,
    months: ['2026-02', '2026-03'],
    rows: [of(7, 'Vagn 7', { l_per_10km: 0.8 }), of(8, 'Elvagn', electric), of(9, 'Vagn 9', { l_per_10km: 2.9, cost: 990 })],
    totals: { months: [used, used], total: { ...used, distance_m: 600_000 } },
  };
  const { person } = await open(FuelScreen, { 'reports.fuel': () => report });
  const table = await screen.findByRole('table', { name: 'Fuel' });
  const names = () =>
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(['Elvagn', 'Vagn 7', 'Vagn 9', 'Total']);
  expect(within(table).queryByRole('columnheader', { name: 'Month' })).toBeNull();
  expect(within(table).getByRole('row', { name: /^Vagn 9/ }).textContent).toMatch(/200\.0.km.*2\.90.l.*990\.00.SEK/);
  const sort = within(table).getByRole('button', { name: 'Per 10 km' });
  await person.click(sort);
  await person.click(sort);
  expect(names(), 'litres first, the most thirsty first').toEqual(['Vagn 9', 'Vagn 7', 'Elvagn', 'Total']);
  const thirsty = within(screen.getByRole('figure', { name: 'Consumption, litres per 10 km' }));
  expect(thirsty.getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '))).toEqual([
    'Vagn 9 2.90',
    'Vagn 7 0.80',
  ]);
  await person.click(screen.getByRole('switch', { name: 'Show month by month' }));
  expect(names(), 'which month cost what is read at once').toEqual(['March 2026', 'February 2026', 'Total']);
  await person.click(within(table).getByRole('button', { name: 'March 2026' }));
  expect(names(), 'in the order chosen').toEqual(['March 2026', 'Vagn 7', 'Elvagn', 'Vagn 9', 'February 2026', 'Total']);
});

test('REP-012: what was used, measured or computed, stands with its price and cost, and leads to the trips; one month is not named in each row', async () => {
  await open(FuelScreen);
  const table = await screen.findByRole('table', { name: 'Fuel' });
  expect(within(table).getAllByRole('row')[1]!.textContent).toMatch(
    /Vagn 7.*100\.0.km.*8\.0.l.*0\.80.l.*Measured.*20\.00.SEK\/l.*160\.00.SEK.*80\.0.l/,
  );
  expect(table.textContent).not.toContain('2026-03');
  const links = within(table).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual(['Vagn 7', '100.0 km', '80.0 l']);
  expect(links[2]!.getAttribute('href'), 'what was filled leads to the fillings').toBe(
    '/user/edit-terminal?imei=350000000000007&tab=refuelling',
  );
  for (const link of links.slice(0, 2))
    expect(link.getAttribute('href')).toMatch(/from=2026-03-01&to=2026-03-31.*unit=350000000000007/);
});

test('REP-012: what was measured over a part of the way says over how much', async () => {
  const figures = { ...used, distance_m: 901_700, measured_m: 198_000 };
  await open(FuelScreen, {
    'reports.fuel': () => ({ ...FUEL, rows: [{ ...FUEL.rows[0]!, months: [figures], total: figures }] }),
  });
  const rows = within(await screen.findByRole('table', { name: 'Fuel' })).getAllByRole('row');
  const source = (row: HTMLElement) => row.querySelector('[data-label="Source"]')?.textContent.replaceAll(/\s/g, ' ');
  expect(rows.slice(1).map(source)).toEqual(['Measured over 198 of 902 km', 'Measured']);
  cleanup();
  const told = async (measured_m: number): Promise<string | undefined> => {
    const nearly = { ...figures, distance_m: 163_832, measured_m };
    await open(FuelScreen, {
      'reports.fuel': () => ({ ...FUEL, rows: [{ ...FUEL.rows[0]!, months: [nearly], total: nearly }] }),
    });
    return source(within(await screen.findByRole('table', { name: 'Fuel' })).getAllByRole('row')[1]!);
  };
  expect(await told(160_000), 'as its file says').toBe('Measured over 160 of 164 km');
  cleanup();
  expect(await told(163_600), 'nobody is told of 164 of 164 km').toBe('Measured');
  cleanup();
  const both = { ...figures, source: 'both' as const };
  await open(FuelScreen, { 'reports.fuel': () => ({ ...FUEL, rows: [{ ...FUEL.rows[0]!, months: [both], total: both }] }) });
  const [, row] = within(await screen.findByRole('table', { name: 'Fuel' })).getAllByRole('row');
  expect(source(row!)).toBe('Measured and computed measured over 198 of 902 km');
});

test('REP-012: what fillings say was paid stands beside the cost, each currency for itself and with how many say nothing', async () => {
  const paid = [
    { currency: 'NOK', amount: 400 },
    { currency: 'SEK', amount: 858.3 },
  ];
  const figures = { ...used, paid, unpriced_fillings: 2 };
  const report = { ...FUEL, rows: [{ ...FUEL.rows[0]!, months: [figures], total: figures }] };
  await open(FuelScreen, { 'reports.fuel': () => ({ ...report, totals: { months: [figures], total: figures } }) });
  const table = await screen.findByRole('table', { name: 'Fuel' });
  const cell = within(table).getAllByRole('row')[1]!.querySelector('[data-label="Paid"]');
  expect(cell?.textContent.replaceAll(/\s/g, ' ')).toBe('400.00 NOK858.30 SEK2 without an amount');
  expect(screen.getByText(/Paid is the sum of the amounts on fillings/)).toBeTruthy();
  expect(screen.getByText(/What was paid in different currencies is not added up/)).toBeTruthy();
  cleanup();
  await open(FuelScreen);
  await screen.findByRole('table', { name: 'Fuel' });
  expect(screen.queryByRole('columnheader', { name: 'Paid' })).toBeNull();
});

test('REP-012: what is computed alone is told as that at the top, and no bars compare figures that somebody has set', async () => {
  const computed = { ...used, source: 'computed' as const, filled_l: null };
  const of = (id: number) => ({ ...FUEL.rows[0]!, id, name: `Vagn ${id}`, months: [computed], total: computed });
  const report = { ...FUEL, rows: [of(7), of(8)], totals: { months: [computed], total: computed } };
  await open(FuelScreen, { 'reports.fuel': () => report });
  expect(await screen.findByText(/^Everything is computed: distance times/)).toBeTruthy();
  expect(screen.queryByText(/^Measured: by/)).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Add a filling' }), 'the way to what is measured stands once').toHaveLength(1);
  expect(screen.getByRole('figure', { name: 'Fuel cost per unit' })).toBeTruthy();
  expect(screen.queryByRole('figure', { name: 'Consumption, litres per 10 km' })).toBeNull();
  cleanup();
  await open(FuelScreen);
  expect(await screen.findByText(/^Measured: by/)).toBeTruthy();
  expect(screen.queryByText(/^Everything is computed/)).toBeNull();
});

test('REP-012: where far more units drove in one month than in another, it says so beside the bars', async () => {
  const none = { ...used, distance_m: 0, fuel_l: null, filled_l: null };
  const of = (id: number, first: typeof used | typeof none) => ({
    ...FUEL.rows[0]!,
    id,
    name: `Vagn ${id}`,
    months: [first, used],
  });
  const rows = [of(7, used), of(8, none), of(9, none)];
  await open(FuelScreen, {
    'reports.fuel': () => ({ ...FUEL, months: ['2026-02', '2026-03'], rows, totals: { months: [used, used], total: used } }),
  });
  expect(await screen.findByText('Units that were driven: 1 in February 2026, 3 in March 2026.')).toBeTruthy();
});

test('REP-012: the litres of the sum are those of the rows as they are shown', async () => {
  const litres = [78.66, 80.76, 74.76, 242.46, 145.26];
  const price = 18.9;
  const rows = litres.map((fuel_l, i) => {
    const figures = { ...used, fuel_l, cost: fuel_l * price };
    return { ...FUEL.rows[0]!, id: i + 1, name: `Vagn ${i + 1}`, months: [figures], total: figures };
  });
  const sums = { ...used, fuel_l: 621.9 };
  await open(FuelScreen, { 'reports.fuel': () => ({ ...FUEL, rows, totals: { months: [sums], total: sums } }) });
  const total = within(await screen.findByRole('table', { name: 'Fuel' }))
    .getAllByRole('row')
    .at(-1)!;
  expect(total.querySelector('[data-label="Used"]')?.textContent.replaceAll(/\s/g, ' ')).toBe('622.1 l');
});

test('13b: a cost that is missing for want of a price says so, with the way to set one', async () => {
  const charged = { ...used, fuel_l: null, l_per_10km: null, electricity_kwh: 10, kwh_per_10km: 1.7, cost: null };
  const row = { ...FUEL.rows[0]!, months: [charged], total: charged };
  await open(FuelScreen, { 'reports.fuel': () => ({ ...FUEL, rows: [row] }) });
  expect(await screen.findByText(/The cost is missing where the account has no price/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Set the price' }).getAttribute('href')).toBe(
    '/administration/user-accounts?tab=fuel-price',
  );
  cleanup();
  await open(FuelScreen);
  await screen.findByRole('table', { name: 'Fuel' });
  expect(screen.queryByText(/The cost is missing/)).toBeNull();
});

test('REP-012: what uses nothing has dashes, not zeros that look computed, and a sum without the way of trailers says so', async () => {
  const towed = { ...used, fuel_l: 0, l_per_10km: null, cost: 0, source: 'computed' as const, filled_l: null };
  const trailer = { ...FUEL.rows[0]!, id: 8, name: '611 Släp', imei: '350000000000008', months: [towed], total: towed };
  const { person } = await open(FuelScreen, {
    'reports.fuel': () => ({ ...FUEL, rows: [...FUEL.rows, trailer], towed: { units: 1, distance_m: 100_000 } }),
  });
  const table = await screen.findByRole('table', { name: 'Fuel' });
  expect(within(table).queryByRole('row', { name: /611 Släp/ }), 'a line of dashes waits behind a button').toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show 1 without consumption' }));
  const row = within(table).getByRole('row', { name: /611 Släp/ });
  const cells = within(row).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual(['100.0 km', '–', '–', '–', '–', '–', '–']);
  expect(screen.getByText(/^Trailers are not in the total/).textContent.replaceAll(/\s/g, ' ')).toContain(
    'the same way as the vehicle that tows them: 100.0 km of one trailer left out.',
  );
});

test('REP-012: what nothing is known of waits behind a button that counts it, and whose way is in the sum says so', async () => {
  const unknown = { ...used, fuel_l: null, l_per_10km: null, cost: null, source: null, measured_m: 0, filled_l: null };
  const digger = { ...FUEL.rows[0]!, id: 8, name: '801 Grävmaskin', months: [unknown], total: unknown };
  const { person } = await open(FuelScreen, { 'reports.fuel': () => ({ ...FUEL, rows: [...FUEL.rows, digger] }) });
  const table = await screen.findByRole('table', { name: 'Fuel' });
  expect(within(table).queryByRole('row', { name: /801/ })).toBeNull();
  expect(screen.getByText('The distance of the total is with them.')).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Show 1 without consumption' }));
  expect(within(table).getByRole('row', { name: /801/ })).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Hide those without consumption' }));
  expect(within(table).queryByRole('row', { name: /801/ })).toBeNull();
});

test('TRIP-035: where nobody has a unit yet there is nothing to fill', async () => {
  await open(FuelScreen, { 'reports.fuel': () => ({ ...FUEL, rows: [] }), 'units.list': () => ({ units: [] }) });
  expect(await screen.findByText('No units yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add a filling' })).toBeNull();
});

test('TRIP-035, REP-012: a filling is added from the report once its unit is chosen, and it is said where it went', async () => {
  const imei = '350000000000007';
  const { send, person } = await open(FuelScreen, {
    'units.rows': () => ({
      can: { add: true, bulk: true },
      units: [unitRow({ id: 7, imei, name: 'Vagn 7', driver: signedInUser().FullName }), unitRow({ id: 8, name: 'Vagn 8' })],
    }),
    'refuelling.list': () => ({
      rows: [],
      has_more: false,
      draft: { fuel_type: 'diesel', odometer_km: null, currency: 'SEK' },
      can: { add: true },
    }),
    'refuelling.save': () => ({ id: 1 }),
  });
  await person.click(await screen.findByRole('button', { name: 'Add a filling' }));
  const unit = within(await screen.findByRole('dialog')).getByRole<HTMLSelectElement>('combobox', { name: 'Unit' });
  expect(unit.value, 'none is chosen, not even one’s own').toBe('');
  await person.selectOptions(unit, 'Vagn 7 (ABC123)');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Amount' }).matches(':disabled')).toBe(false));
  await person.type(screen.getByRole('textbox', { name: 'Amount' }), '40');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Saved for Vagn 7/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo' }), 'written down for the wrong one').toBeTruthy();
  expect(send.requests.find(({ id }) => id === 'refuelling.save')).toMatchObject({ params: { imei } });
  await waitFor(() => expect(send.requests.filter(({ id }) => id === 'reports.fuel').length, 'the report tells of it').toBe(2));
});

test('REP-012: litres and kWh of a sum stand in lines of their own, and are read as one list', async () => {
  const total = { ...used, electricity_kwh: 34 };
  await open(FuelScreen, { 'reports.fuel': () => ({ ...FUEL, totals: { months: [total], total } }) });
  const row = within(await screen.findByRole('table', { name: 'Fuel' }))
    .getAllByRole('row')
    .at(-1)!;
  const cell = row.querySelector('[data-label="Used"]')!;
  expect(cell.children).toHaveLength(2);
  expect(cell.textContent.replaceAll(/\s/g, ' ')).toBe('8.0 l, 34.0 kWh');
});

test('REP-012: month by month each month has its sum, one below the other, and its units at a press', async () => {
  const february = { ...used, distance_m: 50_000, fuel_l: 4, cost: 80 };
  const months = [february, used];
  const report = { ...FUEL, months: ['2026-02', '2026-03'], totals: { months, total: { ...used, distance_m: 150_000 } } };
  const rows = [{ ...FUEL.rows[0]!, months }];
  const { person } = await open(FuelScreen, { 'reports.fuel': () => ({ ...report, rows }) });
  await person.click(await screen.findByRole('switch', { name: 'Show month by month' }));
  const table = screen.getByRole('table', { name: 'Fuel' });
  const heads = () =>
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  expect(heads()).toEqual(['March 2026', 'February 2026', 'Total']);
  const sum = within(table).getByRole('row', { name: /^February 2026/ });
  expect(sum.textContent.replaceAll(/\s/g, ' ')).toMatch(/50\.0 km.*4\.0 l.*80\.00 SEK/);
  const february2026 = within(table).getByRole('button', { name: 'February 2026' });
  expect(february2026.getAttribute('aria-expanded')).toBe('false');
  await person.click(february2026);
  expect(heads()).toEqual(['March 2026', 'February 2026', 'Vagn 7', 'Total']);
  await person.click(within(table).getByRole('button', { name: 'March 2026' }));
  expect(heads()).toEqual(['March 2026', 'Vagn 7', 'February 2026', 'Vagn 7', 'Total']);
  await person.click(within(table).getByRole('button', { name: 'Cost' }));
  expect(heads(), 'the cheapest month first').toEqual(['February 2026', 'Vagn 7', 'March 2026', 'Vagn 7', 'Total']);
});

test('REP-012, NAV-037: the address keeps whether the fuel report is shown month by month', async () => {
  const months = [used, used];
  const report = { ...FUEL, months: ['2026-02', '2026-03'], rows: [{ ...FUEL.rows[0]!, months }] };
  const answers = { 'reports.fuel': () => ({ ...report, totals: { months, total: used } }) };
  const { person, searches } = await open(FuelScreen, answers, readFuelSearch({ per: 'month', from: '2026-02' }));
  const monthly = await screen.findByRole<HTMLInputElement>('switch', { name: 'Show month by month' });
  expect(monthly.checked).toBe(true);
  expect(screen.getByRole('button', { name: 'February 2026' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the summary' }).getAttribute('href')).not.toContain('per=');
  await person.click(monthly);
  expect(searches.at(-1), 'what is usual is left out').toEqual({ from: '2026-02' });
  await person.click(monthly);
  expect(searches.at(-1)).toEqual({ from: '2026-02', per: 'month' });
});

test('NAV-037: on a phone the usual span that is shown has its chip, and is the one that is lit', async () => {
  onNarrowScreen(['(max-width: 767px)']);
  const today = new Date().toISOString().slice(0, 10);
  const spans = usualSpans(today);
  const threeMonths = spans.find(({ key }) => key === 'SummaryThreeMonths')!;
  const lastYear = spans.find(({ key }) => key === 'SummaryLastYear')!;
  const lit = () =>
    within(screen.getByRole('group', { name: 'Period' }))
      .getAllByRole('button', { pressed: true })
      .map(({ textContent }) => textContent);
  await open(FuelScreen, {}, { from: lastYear.from, to: lastYear.to });
  await screen.findByRole('table', { name: 'Fuel' });
  expect(lit()).toEqual(['Last year']);
  expect(within(screen.getByRole('group', { name: 'Period' })).getAllByRole('button'), 'in one line').toHaveLength(4);
  cleanup();
  await open(FuelScreen, {}, { from: threeMonths.from, to: threeMonths.to });
  await screen.findByRole('table', { name: 'Fuel' });
  // In March it is the year so far, too.
  expect(lit()).toEqual([threeMonths.from.endsWith('-01') ? 'This year' : '3 months']);
});

test('REP-012: of several months what each cost is drawn first, and five bars alike are not drawn at all', async () => {
  const months = [{ ...used, cost: 12_157.48 }, used];
  const of = (id: number, l_per_10km: number) => ({
    ...FUEL.rows[0]!,
    id,
    name: `Vagn ${id}`,
    months,
    total: { ...used, l_per_10km },
  });
  const report = { ...FUEL, months: ['2026-02', '2026-03'], totals: { months, total: used } };
  const charts = () => screen.getAllByRole('figure').map((figure) => within(figure).getByText(/per month|per 10 km/).textContent);
  const thirstiest = [2.93, 2.9, 2.9, 2.9, 2.9].map((rate, id) => of(id + 1, rate));
  await open(FuelScreen, { 'reports.fuel': () => ({ ...report, rows: [...thirstiest, of(6, 0.8)] }) });
  const cost = await screen.findByRole('figure', { name: 'Fuel cost per month' });
  expect(cost.textContent.replaceAll(/\s/g, ' ')).toContain('12 157 SEK');
  expect(charts()).toEqual(['Fuel cost per month', 'Fuel (litres) per month']);
  cleanup();
  await open(FuelScreen, { 'reports.fuel': () => ({ ...report, rows: [...thirstiest.slice(1), of(6, 0.8)] }) });
  await screen.findByRole('figure', { name: 'Fuel cost per month' });
  expect(charts()).toEqual(['Fuel cost per month', 'Fuel (litres) per month', 'Consumption, litres per 10 km']);
  cleanup();
  onNarrowScreen(['(max-width: 767px)']);
  await open(FuelScreen, { 'reports.fuel': () => ({ ...report, rows: thirstiest }) });
  await screen.findByRole('figure', { name: 'Fuel cost per month' });
  expect(charts(), 'on a phone the table of months is near').toEqual(['Fuel cost per month']);
});

test('REP-012: a period of one month says why it has no months to show', async () => {
  await open(FuelScreen);
  const months = await screen.findByRole<HTMLInputElement>('switch', { name: 'Show month by month' });
  expect(months.disabled).toBe(true);
  expect(screen.getByText('Only one month of the period has any driving.')).toBeTruthy();
});

test('REP-012: the fuel report says why the summary has other figures, and leads to it', async () => {
  await open(FuelScreen);
  const link = await screen.findByRole('link', { name: 'See the summary' });
  expect(link.getAttribute('href')).toBe('/user/reports/summary?measure=fuel');
  expect(screen.getByText(/always count with the consumption set for the unit/)).toBeTruthy();
});

test('REP-012: on a phone a line of the fuel report is a card of three lines: who and what it cost first, then the figures', async () => {
  await open(FuelScreen);
  const table = await screen.findByRole('table', { name: 'Fuel' });
  expect(table.dataset['dense']).toBe('true');
  const cells = within(within(table).getAllByRole('row')[1]!).getAllByRole('cell');
  const places = cells.map(({ dataset }) => [dataset['label'], dataset['card']]);
  expect(places).toEqual([
    ['Distance', 'plain'],
    ['Used', 'plain'],
    ['Per 10 km', 'fact'],
    ['Source', 'plain'],
    ['Price', 'fact'],
    ['Cost', 'aside'],
    ['Filled or charged', 'fact'],
  ]);
});

test('13-A1, REP-012: what a boat went stands in nautical miles', async () => {
  const sailed = { ...used, distance_m: 18_520, at_sea_m: 18_520 };
  const report = { ...FUEL, rows: [{ ...FUEL.rows[0]!, months: [sailed], total: sailed }] };
  const totals = { months: [sailed], total: { ...sailed, distance_m: 28_520 } };
  await open(FuelScreen, { 'reports.fuel': () => ({ ...report, totals }) });
  const rows = within(await screen.findByRole('table', { name: 'Fuel' })).getAllByRole('row');
  expect(rows.slice(1).map((row) => /\d\d\.\d.nm( · \d\d\.\d.km)?/.exec(row.textContent)?.[0].replaceAll('\u00a0', ' '))).toEqual(
    ['10.0 nm', '10.0 nm · 10.0 km'],
  );
  expect(within(rows.at(-1)!).getByText('nm = nautical miles'), 'what nm is stands where it is first read').toBeTruthy();
  cleanup();
  const both = { ...totals.total, distance_m: 37_040, measured_m: 9_260, source: 'both' as const };
  await open(FuelScreen, { 'reports.fuel': () => ({ ...report, totals: { months: [both], total: both } }) });
  const [sum] = within(await screen.findByRole('table', { name: 'Fuel' }))
    .getAllByRole('row')
    .slice(-1);
  expect(sum!.querySelector('[data-label="Source"]')?.textContent.replaceAll(/\s/g, ' ')).toBe(
    'Measured and computed measured over 25 % of the distance',
  );
});

test('REP-015, REP-016: a file comes at once; one that is too large is made in the background, and its end is told on whatever page', async () => {
  const run = {
    id: 9,
    report: 'fuel' as const,
    format: 'pdf' as const,
    from: '2026-01-01',
    to: '2026-12-31',
    progress: 100,
    rows: 1,
    bytes: 10,
    error: null,
    asked_at: '2026-05-01T08:00:00Z',
    ended_at: '2026-05-01T08:00:05Z',
    kept_until: '2026-05-08T08:00:05Z',
    state: 'done' as const,
  };
  let isLarge = false;
  const { send, person } = await open(FuelScreen, {
    'reports.export': () => {
      if (isLarge) throw new ApiError(409, 'ReportNeedsRun');
      return Uint8Array.of(1);
    },
    'reports.start-run': () => ({ job_id: 9 }),
    'reports.runs': () => ({ runs: [run] }),
    'reports.run-file': () => Uint8Array.of(1),
  });
  await screen.findByRole('table', { name: 'Fuel' });
  const choose = async (name: RegExp) => {
    await person.click(screen.getByRole('button', { name: 'Export' }));
    await person.click(await screen.findByRole('menuitem', { name }));
  };
  await choose(/^CSV/);
  await waitFor(() => expect(send.requests.some(({ id }) => id === 'reports.export')).toBe(true));
  isLarge = true;
  await choose(/^PDF/);
  expect(await screen.findByText('Fuel is ready')).toBeTruthy();
  await person.click(await screen.findByRole('button', { name: 'Download' }));
  await vi.waitFor(() => expect(send.requests.some(({ id }) => id === 'reports.run-file')).toBe(true));
});

test('REP-017: the filter of the page is saved under a name, and used again', async () => {
  const preset = {
    id: 4,
    report: 'fuel' as const,
    name: 'Mina',
    search: { group: 'driver' },
    is_shared: true,
    owner: 'Bo Berg',
    can: { edit: false, remove: false },
  };
  const { send, person, searches } = await open(FuelScreen, {
    'reports.presets': () => ({ presets: [preset] }),
    'reports.add-preset': () => ({ id: 5 }),
  });
  await screen.findByRole('table', { name: 'Fuel' });
  await person.click(await screen.findByRole('button', { name: 'Saved filters' }));
  await person.type(await screen.findByLabelText('Name'), 'Alla');
  await person.click(screen.getByRole('button', { name: 'Save filters' }));
  await waitFor(() =>
    expect(send.requests.find(({ id }) => id === 'reports.add-preset')).toMatchObject({ body: { report: 'fuel', name: 'Alla' } }),
  );
  await person.click(screen.getByRole('button', { name: 'Use' }));
  expect(searches.at(-1)).toEqual({ group: 'driver' });
});
