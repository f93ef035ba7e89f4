import type { DataOf } from '@spora/contract/endpoint-map';
import type { OverviewRow, ServicePlan } from '@spora/contract/maintenance/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, onNarrowScreen, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { monthCells, monthLater, readServiceSearch, type ServiceSearch } from './overview-model.ts';
import { OverviewScreen } from './overview-screen.tsx';
import { servicePlan } from './testing.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

const row = (id: number, name: string, plan: Partial<ServicePlan> = {}): OverviewRow => ({
  unit: { id, kind: 'vehicle', imei: String(350000000000000 + id), name, registration_number: `ABC12${id}`, department: null },
  plan: servicePlan({ id, ...plan }),
});
const ROWS = [
  row(1, 'Grävare', { state: 'overdue', forecast_on: '2026-11-22', remaining_km: -300 }),
  row(2, 'Skåpbil', { kind: 'inspection', state: 'due-soon', forecast_on: '2026-12-10' }),
  row(3, 'Åkes bil', { forecast_on: '2027-01-11', name: '=cmd()' }),
];
const data = (over: Partial<DataOf<'maintenance.overview'>> = {}): DataOf<'maintenance.overview'> => ({
  rows: ROWS,
  without_plan: 2,
  unplanned: [row(8, 'Släp').unit, row(9, 'Truck').unit],
  today: '2026-11-22',
  calendar_since: null,
  ...over,
});

function Page(props: { first: ServiceSearch }) {
  const [search, setSearch] = useState(props.first);
  return (
    <>
      <output>{JSON.stringify(search)}</output>
      <OverviewScreen search={search} onSearch={(patch) => setSearch((before) => readServiceSearch({ ...before, ...patch }))} />
    </>
  );
}
async function open(answers: FakeAnswers = {}, first: ServiceSearch = {}) {
  const send = fakeSend({ 'maintenance.overview': () => data(), ...answers });
  await renderScreen(<Page first={first} />, { send, user: signedInUser() });
  return { send, person: userEvent.setup() };
}
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('link')
    .map((link) => link.textContent);

test('SRV-007: the list has every plan with its state, what is left and when, and leads to the unit', async () => {
  await open();
  const table = within(await screen.findByRole('table', { name: 'Service plans' }));
  expect(names()).toEqual(['Grävare', 'Skåpbil', 'Åkes bil']);
  expect(table.getByRole('row', { name: /Grävare/ }).textContent).toMatch(/Overdue300.km overdueat 115.000.km/);
  expect(screen.getByText(/2 units have no plan/)).toBeDefined();
});

test('SRV-007: on a phone a plan is a card of few lines, with what is left beside the unit', async () => {
  await open();
  const row = (await screen.findByRole('table', { name: 'Service plans' })).querySelector('tbody tr')!;
  expect(row.closest('table')?.dataset['dense']).toBe('true');
  expect(row.querySelector('[data-card="aside"]')?.textContent).toMatch(/300.km overdue/);
  expect(row.querySelectorAll('td:not([data-card])'), 'none takes a line of its own').toHaveLength(0);
});

test('SRV-007: the measure that is overdue comes first, and all that is past has one word for it', async () => {
  const late = row(1, 'Grävare', {
    state: 'overdue',
    forecast_on: '2026-11-22',
    ...{ interval_km: 20_000, interval_hours: null, interval_months: 12 },
    ...{ remaining_km: -2044, remaining_hours: null, remaining_days: 47 },
  });
  const older = row(2, 'Skåpbil', {
    state: 'overdue',
    forecast_on: '2026-11-10',
    ...{ interval_km: 20_000, interval_hours: null, interval_months: 12 },
    ...{ remaining_km: 900, remaining_hours: null, remaining_days: -12 },
  });
  await open({ 'maintenance.overview': () => data({ rows: [late, older] }) });
  const table = within(await screen.findByRole('table', { name: 'Service plans' }));
  expect(table.getByRole('row', { name: /Grävare/ }).textContent).toMatch(/2.044.km overdue47 days left/);
  expect(table.getByRole('row', { name: /Skåpbil/ }).textContent).toMatch(/12 days overdue900.km left/);
});

test('SRV-003, SRV-007: what comes first leads: about when its use reaches it, or what the meter stands at; the day of its months is the latest', async () => {
  const both = {
    ...{ interval_km: null, due_km: null, remaining_km: null, interval_hours: 100, due_hours: 1677, remaining_hours: 22 },
    ...{ interval_months: 6, due_on: '2027-05-10', remaining_days: 164 },
  };
  await open({
    'maintenance.overview': () =>
      data({
        rows: [
          row(1, 'Havørn', { ...both, forecast_on: '2027-05-10' }),
          row(2, 'Skåpbil', { ...both, forecast_on: '2027-01-05' }),
          row(3, 'Åkes bil', { ...both, forecast_on: '2027-05-10', remaining_hours: 99 }),
        ],
      }),
  });
  const table = within(await screen.findByRole('table', { name: 'Service plans' }));
  const due = (name: RegExp) => table.getByRole('row', { name }).querySelector('[data-label="Due"]')?.textContent;
  expect(due(/Havørn/)).toMatch(/^at 1.677.h2027-05-10 at the latest$/);
  expect(due(/Skåpbil/)).toMatch(/^about 2027-01-05at 1.677.h2027-05-10 at the latest$/);
  expect(due(/Åkes bil/), 'the months come first').toMatch(/^2027-05-10at 1.677.h$/);
});

test('SRV-007: on a phone the list itself says how many units have no plan', async () => {
  onNarrowScreen();
  await open();
  const table = await screen.findByRole('table', { name: 'Service plans' });
  const links = screen.getAllByRole('link', { name: '2 units have no plan.' });
  expect(links.map((link) => link.closest('p')?.nextElementSibling?.contains(table))).toContain(true);
});

test('SRV-007: the units without a plan are a press away, each with a way to get one', async () => {
  const { person } = await open({}, { state: 'none' });
  expect((await screen.findByRole('link', { name: '2 units have no plan.' })).getAttribute('href')).toBe(
    '/user/service?state=none',
  );
  const table = within(screen.getByRole('table', { name: 'Without a plan' }));
  expect(table.getAllByRole('link').map((link) => link.textContent)).toEqual(['Släp', 'Truck']);
  await person.type(screen.getByRole('searchbox'), 'truck');
  await waitFor(() => expect(table.queryByText('Släp')).toBeNull());
  await person.click(table.getByRole('button', { name: 'Add a plan for Truck' }));
  expect(await screen.findByRole('dialog')).toBeDefined();
});

const noPlans = (km: number | null = null) => ({
  plans: [],
  now: { day: '2026-11-22', km, hours: null },
  per_day: { km: null, hours: null },
  currency: 'SEK',
  can: { edit: true, record: true },
});
const sheet = () => within(screen.getByRole('dialog'));

test('SRV-007, 13b: the unit of a new plan stays in sight, can be changed, and is told when it is added', async () => {
  const { person, send } = await open({
    'maintenance.plans': () => noPlans(84_000),
    'maintenance.save-plan': () => ({ ...noPlans(84_000), plans: [servicePlan({ id: 31 })] }),
    'maintenance.remove-plan': () => noPlans(),
  });
  await person.click(await screen.findByRole('button', { name: 'Add a plan' }));
  expect(sheet().getByRole('textbox', { name: 'Distance' }), 'the whole form is there from the start').toBeDefined();
  await person.click(sheet().getByRole('button', { name: 'Save' }));
  expect(sheet().getByRole('alert').textContent).toBe('Choose at least one unit.');
  await person.click(sheet().getByRole('checkbox', { name: 'Truck · ABC129' }));
  await person.click(sheet().getByRole('checkbox', { name: 'Truck · ABC129' }));
  await person.click(sheet().getByRole('checkbox', { name: 'Släp · ABC128' }));
  await person.type(sheet().getByRole('textbox', { name: 'Distance' }), '15 000');
  await waitFor(() => expect(sheet().getByRole('textbox', { name: 'Odometer' })).toHaveProperty('value', '84\u202f000'));
  expect(sheet().getByRole('checkbox', { name: 'Släp · ABC128' })).toHaveProperty('checked', true);
  await person.click(sheet().getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The plan was added for Släp')).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(send.requests.find(({ id }) => id === 'maintenance.remove-plan')?.params).toEqual({
      imei: '350000000000008',
      id: 31,
    }),
  );
});

test('SRV-007, 13b: an undo that fails says so, though the form is closed', async () => {
  const { person } = await open({
    'maintenance.plans': () => noPlans(84_000),
    'maintenance.save-plan': () => ({ ...noPlans(84_000), plans: [servicePlan({ id: 31 })] }),
    'maintenance.remove-plan': () => {
      throw new ApiError(500, 'SomethingWentWrong');
    },
  });
  await person.click(await screen.findByRole('button', { name: 'Add a plan' }));
  await person.click(sheet().getByRole('checkbox', { name: 'Släp · ABC128' }));
  await person.type(sheet().getByRole('textbox', { name: 'Time' }), '12');
  await person.click(sheet().getByRole('button', { name: 'Save' }));
  await person.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText(/Something went wrong/)).toBeDefined();
});

test('SRV-007: who may not add plans is not asked to', async () => {
  const member = fakeSend({ 'maintenance.overview': () => data() });
  await renderScreen(<Page first={{}} />, { send: member, user: signedInUser({ IsAdmin: false }) });
  await screen.findByRole('table');
  expect(screen.queryByRole('button', { name: 'Add a plan' })).toBeNull();
});

test('SRV-007, 13b: all units without a plan get one at once, each from its own odometer; who got none is told with the reason', async () => {
  const saved: unknown[] = [];
  const { person, send } = await open(
    {
      'maintenance.plans': ({ params, query }) => {
        const km = params['imei'] === '350000000000008' ? 1000 : 2000;
        return {
          ...noPlans(km),
          ...(query['on'] === '2026-11-01' ? { then: { day: '2026-11-01', km: km - 300, hours: null } } : {}),
        };
      },
      'maintenance.save-plan': ({ params, body }) => {
        saved.push([params['imei'], (body as { last_done_km: number }).last_done_km]);
        if (params['imei'] === '350000000000009') throw new ApiError(409, 'TooManyPlans');
        return { ...noPlans(), plans: [servicePlan({ id: 31 })] };
      },
    },
    { state: 'none' },
  );
  await person.click(await screen.findByRole('button', { name: 'Add a plan for all 2' }));
  expect(sheet().getByRole('group', { name: 'Units: 2 chosen' })).toBeDefined();
  expect(sheet().getByText(/^Each unit counts from what its own meters showed on that day\./)).toBeDefined();
  await person.type(sheet().getByRole('textbox', { name: 'Distance' }), '15 000');
  expect(sheet().queryByRole('textbox', { name: 'Odometer' })).toBeNull();
  await person.click(sheet().getByRole('spinbutton', { name: /^day/ }));
  await person.keyboard('01');
  expect(sheet().getByRole('region', { name: 'What the plan comes to' }).textContent).toContain(
    '2 units get the plan. It is first due 15\u202f000\u00a0km after 2026-11-01.',
  );
  await person.click(sheet().getByRole('button', { name: 'Add 2 plans' }));
  expect(await sheet().findByText('1 unit got no plan:')).toBeDefined();
  expect(sheet().getByText(/^Truck: .*at most 50 service plans/)).toBeDefined();
  expect(sheet().getByRole('group', { name: 'Units: 1 chosen' }), 'what is left to do stays chosen').toBeDefined();
  expect(screen.getByText('The plan was added for Släp')).toBeDefined();
  expect(saved).toEqual([
    ['350000000000008', 700],
    ['350000000000009', 1700],
  ]);
  expect(send.requests.filter(({ id }) => id === 'maintenance.overview').length, 'the list is asked again').toBeGreaterThan(1);
});

test('SRV-002: a plan for many says before it is saved how each stands at once, and asks for the readings that nobody knows', async () => {
  const saved: unknown[] = [];
  const { person } = await open(
    {
      'maintenance.plans': ({ params, query }) => ({
        ...noPlans(20_000),
        ...(query['on'] === undefined
          ? {}
          : { then: { day: query['on'], km: params['imei'] === '350000000000008' ? 4000 : null, hours: null } }),
      }),
      'maintenance.save-plan': ({ params, body }) => {
        const { interval_km, interval_months, last_done_km } = body as Record<string, unknown>;
        saved.push([params['imei'], interval_km, interval_months, last_done_km]);
        return { ...noPlans(), plans: [servicePlan({ id: 31 })] };
      },
    },
    { state: 'none' },
  );
  await person.click(await screen.findByRole('button', { name: 'Add a plan for all 2' }));
  await person.type(sheet().getByRole('textbox', { name: 'Distance' }), '15 000');
  await person.click(sheet().getByRole('spinbutton', { name: /^day/ }));
  await person.keyboard('01');
  const reading = await sheet().findByRole('textbox', { name: 'Truck' });
  expect(
    sheet().getByText(/of 1 unit showed then is not known\. Enter it, count in months, or leave the unit out/),
  ).toBeDefined();
  const outcome = () => sheet().getByRole('region', { name: 'What the plan comes to' }).textContent;
  expect(outcome(), 'no promise to one that would get none').toMatch(/1 unit gets the plan\..*OverdueSläpReading missingTruck/);
  await person.click(sheet().getByRole('button', { name: 'Add 2 plans' }));
  expect(reading.getAttribute('aria-invalid')).toBe('true');
  expect(saved).toEqual([]);
  await person.type(reading, '200 000');
  expect(sheet().getByText(/^Truck: 200.000.km is about ten times what the meter shows now, 20.000.km/)).toBeDefined();
  await person.clear(reading);
  await person.type(sheet().getByRole('textbox', { name: 'Time' }), '12');
  await person.click(sheet().getByRole('checkbox', { name: 'Count units without a reading by time alone' }));
  expect(outcome()).toMatch(/2 units get the plan\..*OverdueSläp.*In orderTruckBy time aloneTruck/);
  await person.click(sheet().getByRole('button', { name: 'Add 2 plans' }));
  await waitFor(() =>
    expect(saved).toEqual([
      ['350000000000008', 15_000, 12, 4000],
      ['350000000000009', null, 12, null],
    ]),
  );
});

test('SRV-002: the units of a plan are chosen by their department, and those that have none at once', async () => {
  const unplanned = [
    { ...row(7, 'Henger').unit, department: 'Bygg' },
    { ...row(8, 'Släp').unit, department: 'Bygg' },
    { ...row(9, 'Truck').unit, department: 'Lager' },
  ];
  const { person } = await open({ 'maintenance.overview': () => data({ unplanned }), 'maintenance.plans': () => noPlans(1000) });
  await person.click(await screen.findByRole('button', { name: 'Add a plan' }));
  await person.click(sheet().getByRole('checkbox', { name: 'Only units without a plan' }));
  expect(sheet().queryByRole('checkbox', { name: /Grävare/ })).toBeNull();
  await person.selectOptions(sheet().getByRole('combobox', { name: 'Department' }), 'Bygg');
  await person.click(sheet().getByRole('checkbox', { name: 'Select all (2)' }));
  expect(sheet().getByRole('group', { name: 'Units: 2 chosen' })).toBeDefined();
});

test('SRV-002, 13b: the plan of a boat is in nautical miles, without the inspection that boats do not have, and says when it is due soon', async () => {
  const boat = { ...row(8, 'Vindila').unit, kind: 'boat' as const };
  const { person, send } = await open({
    'maintenance.overview': () => data({ unplanned: [boat] }),
    'maintenance.plans': () => noPlans(1852),
    'maintenance.save-plan': () => noPlans(),
  });
  await person.click(await screen.findByRole('button', { name: 'Add a plan' }));
  const kinds = () => [...sheet().getByLabelText('What').querySelectorAll('option')].map(({ textContent }) => textContent);
  expect(kinds()).toContain('Inspection');
  expect(sheet().getByText(/“Due soon” begins 1.000.km, 25.h or 30 days ahead/)).toBeDefined();
  await person.click(sheet().getByRole('checkbox', { name: 'Vindila · ABC128' }));
  expect(kinds()).not.toContain('Inspection');
  expect(sheet().getByText(/“Due soon” begins 540.nm, 25.h or 30 days ahead/)).toBeDefined();
  await person.type(sheet().getByRole('textbox', { name: 'Distance' }), '500');
  expect(await sheet().findByRole('textbox', { name: 'Reading of the log' })).toHaveProperty('value', '1\u202f000');
  const outcome = within(sheet().getByRole('region', { name: 'What the plan comes to' }));
  const told = (label: string) => outcome.getByText(label).nextElementSibling?.textContent;
  expect([told('Due'), told('Warns from')]).toEqual(['at 1\u202f500\u00a0nm', 'at 1\u202f400\u00a0nm']);
  expect(outcome.getByText('In order')).toBeDefined();
  await person.click(sheet().getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(send.requests.find(({ id }) => id === 'maintenance.save-plan')?.body).toMatchObject({
      interval_km: 926,
      last_done_km: 1852,
      // A fifth of so short an interval: the usual 540 nm would say “due soon” at once.
      warn_km: 185,
    }),
  );
});

test('SRV-007: the units to choose from are in the order of their numbers', async () => {
  const { person } = await open({
    'maintenance.overview': () => data({ rows: [], unplanned: [row(8, 'Bil 10').unit, row(9, 'Bil 9').unit] }),
  });
  await person.click(await screen.findByRole('button', { name: 'Add a plan' }));
  expect(
    within(sheet().getByRole('group', { name: 'Units' }))
      .getAllByRole('checkbox')
      .map((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
  ).toEqual(['Select all (2)', 'Bil 9 · ABC129', 'Bil 10 · ABC128']);
});

test('SRV-007: search and filters narrow the list, stand in the address and can be cleared', async () => {
  const { person } = await open({}, { state: 'attention' });
  await screen.findByRole('table');
  expect(names()).toEqual(['Grävare', 'Skåpbil']);
  await person.type(screen.getByRole('searchbox'), 'gravare xyz');
  expect(await screen.findByText('Nothing matches')).toBeDefined();
  expect(screen.getByRole('status', { name: '' }).textContent).toContain('"state":"attention"');
  await person.click(screen.getByRole('button', { name: 'Clear the filters' }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('SRV-007: the calendar shows a month, today first, and steps to the next', async () => {
  const { person } = await open({}, { view: 'calendar' });
  expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeDefined();
  expect(names()).toEqual(['Grävare']);
  await person.click(screen.getByRole('button', { name: 'Next month' }));
  expect(screen.getByRole('heading', { name: 'December 2026' })).toBeDefined();
  expect(names()).toEqual(['Skåpbil']);
  await person.click(screen.getByRole('button', { name: 'Today' }));
  expect(screen.getByRole('heading', { name: 'November 2026' })).toBeDefined();
});

test('SRV-007: a month is whole weeks from Monday, and years end', () => {
  const cells = monthCells('2026-11', ROWS);
  expect(cells).toHaveLength(42);
  expect(cells[0]).toMatchObject({ day: '2026-10-26', isInMonth: false });
  expect(
    cells.find(({ day }) => day === '2026-12-10'),
    'the page of November ends before',
  ).toBeUndefined();
  expect(cells.filter(({ rows }) => rows.length > 0).map(({ day }) => day)).toEqual(['2026-11-22']);
  expect(monthLater('2026-12', 1)).toBe('2027-01');
  expect(readServiceSearch({ month: '2026-13', view: 'x', state: 'drop', kind: 7, q: ' ' })).toEqual({});
});

test('SRV-007, SEC-013: the file has the rows that are shown, and no formula', async () => {
  const blobs: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`, revokeObjectURL: () => undefined }),
  );
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { person } = await open({ 'exports.record-list': () => ({}) }, { q: 'akes' });
  await person.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(blobs).toHaveLength(1));
  const lines = (await blobs[0]!.text()).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/^Åkes bil,ABC123,,'=cmd\(\),In order,2027-01-11,5000,,,/);
  click.mockRestore();
});

test('SRV-007: the address of the calendar is made, shown once, and ended', async () => {
  const { send, person } = await open({
    'maintenance.overview': () => data({ calendar_since: '2026-11-01T10:00:00Z' }),
    'maintenance.open-calendar': () => ({ path: '/api/service-calendar/secret.ics' }),
    'maintenance.close-calendar': () => ({}),
  });
  await person.click(await screen.findByRole('button', { name: 'Subscribe' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/You created an address on 2026-11-01/)).toBeDefined();
  await person.click(dialog.getByRole('button', { name: 'Create a new address' }));
  expect(await dialog.findByRole('textbox', { name: 'Address of the calendar' })).toHaveProperty(
    'value',
    `${location.origin}/api/service-calendar/secret.ics`,
  );
  await person.click(dialog.getByRole('button', { name: 'End the address' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(send.requests.map(({ id }) => id)).toContain('maintenance.close-calendar');
});

test('SRV-007: without any plan the page says what it is for and where to begin', async () => {
  await open({ 'maintenance.overview': () => data({ rows: [] }) });
  expect(await screen.findByText('Nothing to keep an eye on yet')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Show the units' })).toBeDefined();
});

test('SRV-004, SRV-007: a plan is marked as done from the list, which tells at which distance and hours it is due', async () => {
  const plan = { due_km: 75_000, due_hours: 1677, interval_hours: 100, last_done_hours: 1577, forecast_on: '2027-01-11' };
  const boat = row(1, 'Havsörn', { ...plan, due_on: '2027-01-11' });
  const { person, send } = await open({
    'maintenance.overview': () => data({ rows: [{ ...boat, unit: { ...boat.unit, kind: 'boat' } }] }),
    'maintenance.plans': () => ({ ...noPlans(), now: { day: '2026-11-22', km: 61_000, hours: 1600 }, plans: [boat.plan] }),
    'maintenance.record': () => ({ id: 7 }),
  });
  const line = within(await screen.findByRole('row', { name: /Havsörn/ }));
  expect(line.getByText(/^at 40.497.nm/)).toBeDefined();
  expect(line.getByText(/^at 1.677.h$/)).toBeDefined();
  await person.click(line.getByRole('button', { name: /^Mark as done: .*, Havsörn$/ }));
  const form = within(await screen.findByRole('dialog', { name: /^Havsörn: / }));
  await person.click(await form.findByRole('button', { name: 'Mark as done' }));
  await waitFor(() => expect(send.requests.filter(({ id }) => id === 'maintenance.record')).toHaveLength(1));
});
