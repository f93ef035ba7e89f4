import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { onNarrowScreen } from '../../lib/testing.tsx';
import { BenefitScreen } from './benefit-screen.tsx';
import { readBenefitSearch } from './benefit-search.ts';
import { readFuelSearch } from './fuel-model.ts';
import { FuelScreen } from './fuel-screen.tsx';
import { forgetAwaitedRuns } from './run-state.ts';
import { BENEFIT, open, sums } from './testing-costs.tsx';

beforeEach(() => {
  localStorage.clear();
  forgetAwaitedRuns();
  URL.createObjectURL = () => 'blob:1';
});
afterEach(cleanup);

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

test('REP-010, REP-012: without trips the page says so', async () => {
  await open(BenefitScreen, { 'reports.benefit-value': () => ({ ...BENEFIT, rows: [] }) });
  expect(await screen.findByText('No data for the chosen period')).toBeTruthy();
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

test('REP-009, REP-010, REP-012: one month alone is no chart of a single bar', async () => {
  await open(BenefitScreen);
  await screen.findByRole('table', { name: 'Benefit value' });
  expect(screen.queryByRole('figure')).toBeNull();
  cleanup();
  await open(FuelScreen);
  await screen.findByRole('table', { name: 'Fuel' });
  expect(screen.queryByRole('figure')).toBeNull();
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
