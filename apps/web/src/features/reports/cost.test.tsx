import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, onNarrowScreen, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { unitRow } from '../units/testing.ts';
import { type BenefitReport } from './benefit-model.ts';
import { BenefitScreen } from './benefit-screen.tsx';
import { readBenefitSearch } from './benefit-search.ts';
import { readFuelSearch, type FuelReport } from './fuel-model.ts';
import { FuelScreen } from './fuel-screen.tsx';
import { usualSpans } from './public/report-search.ts';
import { ReportRunsWatch } from './public/runs-watch.tsx';
import { forgetAwaitedRuns } from './run-state.ts';

beforeEach(() => {
  localStorage.clear();
  forgetAwaitedRuns();
  URL.createObjectURL = () => 'blob:1';
});
afterEach(cleanup);

const sums = {
  business_m: 350_000,
  private_m: 150_000,
  other_m: 0,
  private_trips: 2,
  private_share: 0.3,
  fuel: 9,
  fuel_cost: 186,
  fuel_value: 223.2,
  tolls: null,
  value: 223.2,
  gaps: [],
};
const BENEFIT: BenefitReport = {
  time_zone: 'Europe/Stockholm',
  currency: 'SEK',
  months: ['2026-03'],
  rows: [
    {
      driver_id: 3,
      driver: 'Dag Driver',
      unit_id: 7,
      unit: 'Vagn 7',
      registration_number: 'ABC123',
      imei: '350000000000007',
      is_benefit_car: true,
      has_fuel_benefit: true,
      fuel_unit: 'l',
      months: [
        {
          ...sums,
          odometer_start_km: 50_000,
          odometer_end_km: 50_500,
          parts: [
            { private_m: 100_000, consumption_per_10km: 0.6, fuel_price: 20, benefit_factor: 1.2 },
            { private_m: 50_000, consumption_per_10km: 0.6, fuel_price: 22, benefit_factor: 1.2 },
          ],
        },
      ],
      total: sums,
      years: [
        {
          year: 2026,
          business_m: 12_100_000,
          private_m: 20_000,
          private_trips: 1,
          until: '2026-05-01',
          forecast_m: 36_500_000,
          line_km: 30_000,
          private_occasions_max: 10,
          private_km_max: 1000,
        },
      ],
    },
  ],
  totals: { months: [sums], total: sums },
  settings: [{ valid_from: '', benefit_factor: 1.2, reduced_line_km: 30_000 }],
};
const used = {
  distance_m: 100_000,
  at_sea_m: 0,
  fuel_l: 8,
  electricity_kwh: null,
  l_per_10km: 0.8,
  kwh_per_10km: null,
  cost: 160,
  source: 'measured' as const,
  measured_m: 100_000,
  filled_l: 80,
  charged_kwh: null,
  paid: [],
  unpriced_fillings: 1,
};
const FUEL: FuelReport = {
  time_zone: 'Europe/Stockholm',
  currency: 'SEK',
  months: ['2026-03'],
  rows: [{ id: 7, name: 'Vagn 7', registration_number: 'ABC123', imei: '350000000000007', months: [used], total: used }],
  totals: { months: [used], total: used },
  towed: null,
};

async function open(Screen: typeof BenefitScreen | typeof FuelScreen, answers: FakeAnswers = {}, asked: object = {}) {
  const read = Screen === BenefitScreen ? readBenefitSearch : readFuelSearch;
  const Shown = Screen as ComponentType<{ search: object; onSearch: (patch: object) => void }>;
  const searches: object[] = [];
  const send = fakeSend({
    'reports.benefit-value': () => BENEFIT,
    'reports.fuel': () => FUEL,
    'reports.runs': () => ({ runs: [] }),
    'reports.presets': () => ({ presets: [] }),
    'units.list': () => ({ units: [unitRow({ id: 7, name: 'Vagn 7' })] }),
    'trips.filter-choices': () => ({ drivers: [] }) as never,
    ...answers,
  });
  function Page() {
    const [search, setSearch] = useState(asked);
    return (
      <>
        <Shown
          search={search}
          onSearch={(patch) =>
            setSearch((before) => {
              const next = read({ ...before, ...patch });
              searches.push(next);
              return next;
            })
          }
        />
        <ReportRunsWatch />
      </>
    );
  }
  await renderScreen(<Page />, { send, user: signedInUser() });
  return { send, person: userEvent.setup(), searches };
}

test('REP-010, REP-011: the value stands with its formula and inputs, and business km against the line of the year', async () => {
  await open(BenefitScreen);
  const table = await screen.findByRole('table', { name: 'Benefit value' });
  const row = within(table).getAllByRole('row')[1]!;
  expect(row.textContent).toMatch(/Dag Driver.*Vagn 7.*223\.20.SEK/);
  expect(row.textContent?.replaceAll('\u00a0', ' ')).toContain(
    '100.00 km / 10 × 0.60 l × 20.00 SEK × factor 1.20+ 50.00 km / 10 × 0.60 l × 22.00 SEK × factor 1.20',
  );
  expect(row.textContent?.replaceAll('\u00a0', ' '), 'what the fuel cost stands beside').toContain(
    'Cost 186.00 SEK before the factor',
  );
  expect(screen.getByText(/^Fuel benefit = private km/)).toBeTruthy();
  expect(screen.getByText(/Tolls are not included/)).toBeTruthy();
  const years = screen.getByRole('table', { name: 'Business distance in the year' });
  expect(within(years).getByText('Reaches the line')).toBeTruthy();
  expect(within(years).getByRole('meter').getAttribute('aria-label')).toMatch(/12.100 of 30.000 km/);
});

test('REP-010: on a phone how a value was reckoned is folded, and opens when asked', async () => {
  onNarrowScreen(['(max-width: 767px)']);
  await open(BenefitScreen);
  const row = within(await screen.findByRole('table', { name: 'Benefit value' })).getAllByRole('row')[1]!;
  const fold = within(row).getByRole<HTMLDetailsElement>('group');
  expect(fold.open).toBe(false);
  expect(fold.textContent).toContain('factor');
  await userEvent.click(within(fold).getByText('Calculation'));
  expect(fold.open).toBe(true);
});

test('REP-010: what is added up in the row comes to the value that it shows, tolls among it, each with its name', async () => {
  const [row] = BENEFIT.rows;
  const figures = {
    ...row!.months[0]!,
    private_m: 210_930,
    fuel_cost: 82.47363,
    fuel_value: 98.968356,
    tolls: 180,
    value: 278.968356,
    parts: [{ private_m: 210_930, consumption_per_10km: 1.7, fuel_price: 2.3, benefit_factor: 1.2 }],
  };
  const report = {
    ...BENEFIT,
    rows: [{ ...row!, fuel_unit: 'kWh' as const, months: [figures], total: figures }],
    totals: { months: [figures], total: figures },
  };
  await open(BenefitScreen, { 'reports.benefit-value': () => report });
  const cells = within(within(await screen.findByRole('table', { name: 'Benefit value' })).getAllByRole('row')[1]!)
    .getAllByRole('cell')
    .map((cell) => cell.textContent.replaceAll('\u00a0', ' '));
  const formula = '210.93 km / 10 × 1.70 kWh × 2.30 SEK × factor 1.20+ 180.00 SEK in tolls';
  expect(cells).toContain(formula);
  expect(cells.slice(-3)).toEqual(['98.97 SEKCost 82.47 SEK before the factor', '180.00 SEK', '278.97 SEK']);
  // With the figures as they are written.
  expect(((210.93 / 10) * 1.7 * 2.3 * 1.2 + 180).toFixed(2)).toBe('278.97');
});

test('REP-010: where the company does not pay the fuel the row says why there is no benefit, and reckons none', async () => {
  const [row] = BENEFIT.rows;
  const figures = { ...row!.months[0]!, fuel_value: 0, value: 0 };
  const report = { ...BENEFIT, rows: [{ ...row!, has_fuel_benefit: false, months: [figures], total: figures }] };
  await open(BenefitScreen, { 'reports.benefit-value': () => report });
  const text = within(await screen.findByRole('table', { name: 'Benefit value' })).getAllByRole('row')[1]!.textContent;
  expect(text).toContain('No fuel benefit: the company is not set to pay for private fuel.');
  expect(text.replaceAll('\u00a0', ' ')).toContain('0.00 SEKCost 186.00 SEK, no benefit');
  expect(text).not.toContain('×');
});

test('REP-010: rows without private driving wait behind a button that counts them as what they are, not as months', async () => {
  const [row] = BENEFIT.rows;
  const none = { ...row!.months[0]!, private_m: 0, private_trips: 0, private_share: 0, value: 0, parts: [] };
  const report = {
    ...BENEFIT,
    rows: [
      row!,
      { ...row!, unit_id: 8, unit: 'Vagn 8', months: [none] },
      { ...row!, unit_id: 9, unit: 'Vagn 9', months: [none] },
    ],
  };
  const { person } = await open(BenefitScreen, { 'reports.benefit-value': () => report });
  const table = await screen.findByRole('table', { name: 'Benefit value' });
  expect(within(table).queryByText('Vagn 8')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show 2 rows without private driving' }));
  expect(within(table).getByText('Vagn 8')).toBeTruthy();
});

test('REP-010: beside the months stands whose value was the highest, each driver once with all their units', async () => {
  const [row] = BENEFIT.rows;
  const of = (driver_id: number, driver: string, value: number) => ({
    ...row!,
    ...{ driver_id, driver, unit_id: value, total: { ...row!.total, value } },
  });
  const rows = [of(3, 'Jonas Ek', 400), of(4, 'Mia Ek', 700), of(3, 'Jonas Ek', 900)];
  await open(BenefitScreen, { 'reports.benefit-value': () => ({ ...BENEFIT, rows }) });
  const top = within(await screen.findByRole('figure', { name: 'Benefit value per driver' }));
  expect(top.getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '))).toEqual([
    'Jonas Ek 1 300 SEK',
    'Mia Ek 700.00 SEK',
  ]);
});

test('REP-010: on a phone the value of the months stands before what is said of it', async () => {
  const figureAndLead = async () => {
    const months = { months: ['2026-03', '2026-04'], totals: { months: [sums, sums], total: sums } };
    await open(BenefitScreen, { 'reports.benefit-value': () => ({ ...BENEFIT, ...months }) });
    const lead = await screen.findByText(/^The driver is taxed on this/);
    return lead.compareDocumentPosition(screen.getByRole('figure', { name: 'Benefit value per month' }));
  };
  expect(await figureAndLead()).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  cleanup();
  onNarrowScreen();
  expect(await figureAndLead()).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test('REP-010: first it says who is taxed for what and where it goes, then what is not set, each unit leading to where it is', async () => {
  const [row] = BENEFIT.rows;
  const rows = [
    row!,
    { ...row!, driver_id: 4, unit_id: 8, unit: 'Vagn 8', imei: '350000000000008', has_fuel_benefit: false },
    { ...row!, driver_id: 5, unit_id: 8, unit: 'Vagn 8', imei: '350000000000008', has_fuel_benefit: false },
    {
      ...row!,
      unit_id: 9,
      unit: 'Vagn 9',
      imei: '350000000000009',
      total: { ...sums, gaps: ['consumption' as const, 'price' as const] },
    },
    { ...row!, unit_id: 10, unit: 'Vagn 10', has_fuel_benefit: false, total: { ...sums, private_m: 0 } },
  ];
  await open(BenefitScreen, { 'reports.benefit-value': () => ({ ...BENEFIT, rows }) });
  const lead = (await screen.findByText(/^The driver is taxed on this/)).parentElement!;
  expect([...lead.children].map(({ textContent }) => textContent)).toEqual([
    'The driver is taxed on this in addition to the company car itself: private fuel that the company pays for, and tolls on private trips. Export has what the payroll office needs, by driver, car and month. Fuel counts as pay in the month after the driving, tolls in the second month after.',
    'Fuel counts as 0 for one unit, where the company is not set to pay for it: Vagn 8.',
    'The consumption of one unit is missing: Vagn 9.',
    'The fuel price is missing for part of the period. Change factor, lines and prices',
  ]);
  expect(
    within(lead)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual([
    '/user/edit-terminal?imei=350000000000008&tab=access',
    '/user/edit-terminal?imei=350000000000009&tab=fuel',
    '/administration/user-accounts?tab=car-benefit',
  ]);
});

test('REP-009, REP-010, REP-012: one month alone is no chart of a single bar', async () => {
  await open(BenefitScreen);
  await screen.findByRole('table', { name: 'Benefit value' });
  expect(screen.queryByRole('figure')).toBeNull();
  cleanup();
  await open(FuelScreen);
  await screen.findByRole('table', { name: 'Fuel' });
  expect(screen.queryByRole('figure')).toBeNull();
});

test('REP-010: the business distance of the sum is that of the rows above it', async () => {
  const [row] = BENEFIT.rows;
  const none = { ...row!.months[0]!, business_m: 900_000, private_m: 0, private_trips: 0, private_share: 0, value: 0, parts: [] };
  const rows = [row!, { ...row!, unit_id: 8, unit: 'Vagn 8', months: [none] }];
  const { person } = await open(BenefitScreen, { 'reports.benefit-value': () => ({ ...BENEFIT, rows }) });
  const table = await screen.findByRole('table', { name: 'Benefit value' });
  const business = () => within(table).getAllByRole('row').at(-1)!.querySelector('[data-label="On business"]')!.textContent;
  expect(business().replaceAll(/\s/g, ' ')).toBe('350.0 km');
  await person.click(screen.getByRole('button', { name: 'Show 1 row without private driving' }));
  expect(business().replaceAll(/\s/g, ' ')).toBe('1 250 km');
});

test('REP-011: of the years those are shown that come near the line or drive privately; the others wait behind a button', async () => {
  const [row] = BENEFIT.rows;
  const [year] = row!.years;
  const calm = { ...year!, private_m: 0, private_trips: 0, forecast_m: 4_000_000 };
  const much = { ...calm, private_m: 300_000, private_trips: 23 };
  const of = (unit_id: number, each: typeof calm) => ({ ...row!, unit_id, unit: `Vagn ${unit_id}`, years: [each] });
  const { person } = await open(BenefitScreen, {
    'reports.benefit-value': () => ({ ...BENEFIT, rows: [row!, of(8, calm), of(9, much), of(10, calm)] }),
  });
  const years = await screen.findByRole('table', { name: 'Business distance in the year' });
  const units = () =>
    within(years)
      .getAllByRole('row')
      .slice(1)
      .map((each) => within(each).getAllByRole('cell')[0]!.textContent);
  expect(units()).toEqual(['Vagn 7', 'Vagn 9']);
  expect(screen.getByText(/^Up to 10 private trips and 1.000 km a year count as slight use/)).toBeTruthy();
  await person.click(screen.getByRole('button', { name: 'Show 2 without private driving' }));
  expect(units()).toEqual(['Vagn 7', 'Vagn 8', 'Vagn 9', 'Vagn 10']);
});

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
  expect(screen.getByRole('button', { name: 'Show the fillings' })).toBeTruthy();
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

test('NAV-037, REP-010, REP-012: the addresses of fuel and benefit value keep the order of the rows, and leave out the usual one', async () => {
  const fuel = await open(FuelScreen, {}, readFuelSearch({ sort: '-cost' }));
  expect((await screen.findByRole('columnheader', { name: 'Cost' })).getAttribute('aria-sort')).toBe('descending');
  await fuel.person.click(screen.getByRole('button', { name: 'Per 10 km' }));
  expect(fuel.searches.at(-1)).toEqual({ sort: 'rate' });
  expect(screen.getByRole('link', { name: 'See the summary' }).getAttribute('href')).not.toContain('sort=');
  await fuel.person.click(screen.getByRole('button', { name: 'Name' }));
  expect(fuel.searches.at(-1)).toEqual({});
  cleanup();

  const benefit = await open(BenefitScreen, {}, readBenefitSearch({ sort: 'unit' }));
  const table = within(await screen.findByRole('table', { name: 'Benefit value' }));
  expect(table.getByRole('columnheader', { name: 'Unit' }).getAttribute('aria-sort')).toBe('ascending');
  await benefit.person.click(table.getByRole('button', { name: 'Benefit value' }));
  expect(benefit.searches.at(-1)).toEqual({ sort: 'value' });
  expect(readBenefitSearch({ sort: 'driver' })).toEqual({});
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

test('REP-010, REP-012: without trips the page says so', async () => {
  await open(BenefitScreen, { 'reports.benefit-value': () => ({ ...BENEFIT, rows: [] }) });
  expect(await screen.findByText('No data for the chosen period')).toBeTruthy();
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
  await person.click(screen.getByRole('button', { name: 'Export' }));
  await person.click(await screen.findByRole('menuitem', { name: 'Saved filters' }));
  await person.type(await screen.findByLabelText('Name'), 'Alla');
  await person.click(screen.getByRole('button', { name: 'Save filters' }));
  await waitFor(() =>
    expect(send.requests.find(({ id }) => id === 'reports.add-preset')).toMatchObject({ body: { report: 'fuel', name: 'Alla' } }),
  );
  await person.click(screen.getByRole('button', { name: 'Use' }));
  expect(searches.at(-1)).toEqual({ group: 'driver' });
});

test('REP-011: in the year stands everybody who drives, whoever drives only privately too, and what is over the limit is marked', async () => {
  const [first] = BENEFIT.rows;
  const [year] = first!.years;
  const rows = [
    first!,
    { ...first!, driver_id: 9, driver: 'Klara', years: [{ ...year!, business_m: 0, private_m: 2_769_000, private_trips: 4 }] },
    { ...first!, driver_id: 10, driver: 'Anders', years: [{ ...year!, private_trips: 23 }] },
  ];
  await open(BenefitScreen, { 'reports.benefit-value': () => ({ ...BENEFIT, rows }) });
  const table = within(await screen.findByRole('table', { name: 'Business distance in the year' }));
  const over = (name: RegExp) => within(table.getByRole('row', { name })).queryByText('Over the limit');
  expect(over(/^Klara/)).not.toBeNull();
  expect(over(/^Anders/)).not.toBeNull();
  expect(table.getAllByText('Over the limit')).toHaveLength(2);
});
