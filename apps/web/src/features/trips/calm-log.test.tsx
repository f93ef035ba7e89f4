import type { Trip } from '@spora/contract/trips/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, onNarrowScreen, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { keepColumns } from './column-state.ts';
import { USUAL_COLUMNS } from './columns.ts';
import { TripLogScreen } from './screen.tsx';
import { trip, tripPage } from './testing.ts';
import { isOwnLog, type TripSearch } from './public/trip-search.ts';

beforeEach(() => {
  keepColumns(USUAL_COLUMNS);
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
});

let address: TripSearch = {};
let steps: (boolean | undefined)[] = [];
let backs = 0;
function Log(props: { first: TripSearch }): ReactNode {
  const [search, setSearch] = useState(props.first);
  address = search;
  return (
    <TripLogScreen
      search={search}
      onSearch={(patch, options) => {
        steps.push(options?.replace);
        setSearch((old) => ({ ...old, ...patch }));
      }}
      onBack={() => {
        backs += 1;
        setSearch(({ trip: _, ...old }) => old);
      }}
      renderMap={() => null}
      placesLink={<a href="/user/places">Name your places</a>}
      begin={<a href="/administration/add-terminal">Add a unit</a>}
    />
  );
}
const unit = (id: number) => ({ id, imei: `35000000000000${id}`, name: `Bil ${id}`, registration_number: null }) as never;
async function open(trips: readonly Trip[], answers: FakeAnswers = {}, first: TripSearch = {}, over = {}) {
  steps = [];
  backs = 0;
  const send = fakeSend({
    'units.list': () => ({ units: [unit(1), unit(2)] }),
    'trips.generate': () => tripPage(trips),
    'trips.filter-choices': () => ({ drivers: [], departments: [], tags: [], projects: [], places: [] }),
    'trips.purposes': () => ({ purposes: [] }),
    'trips.drivers': () => ({ drivers: [] }),
    ...answers,
  });
  await renderScreen(<Log first={first} />, { send, user: signedInUser(over) });
  const sent = (id: string) => send.requests.filter((each) => each.id === id).map(({ body }) => body);
  return { send, sent, user: userEvent.setup() };
}
/** A trip from one clock time to another, of 20 November. */
const instantAt = (clock: string): string => new Date(`2026-11-20T${clock}Z`).toISOString();
const at = (id: number, from: string, to: string, over: Partial<Trip> = {}): Trip => {
  const { start, stop } = trip({ id });
  return trip({
    id,
    start: { ...start, time: instantAt(from) },
    stop: stop && { ...stop, time: instantAt(to) },
    suggests_merge: true,
    purpose: 'Leverans',
    ...over,
  });
};
const ROUND = [
  at(4, '08:20', '08:25', { purpose: '' }),
  at(3, '08:10', '08:15'),
  at(2, '08:00', '08:05'),
  at(1, '06:00', '06:30', { suggests_merge: false }),
];
test('13-A2: trips with short stops between are one row that opens; its box ticks them all', async () => {
  const { user } = await open(ROUND);
  const round = await screen.findByRole('button', {
    name: /^3 trips with short stops, 09:00–09:25, Skåpbil 7$/,
    expanded: false,
  });
  expect(screen.queryAllByRole('button', { name: 'Short stop before' })).toEqual([]);
  expect(screen.getAllByRole('combobox', { name: /Purpose of the trip/ })).toHaveLength(1);
  expect(screen.getByText('1 without purpose')).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: 'Tick the 3 trips' }));
  expect(screen.getByText('3 trips ticked')).toBeDefined();
  await user.click(round);
  expect(screen.getAllByRole('combobox', { name: /Purpose of the trip/ })).toHaveLength(4);
  expect(screen.queryAllByRole('button', { name: 'Short stop before' })).toEqual([]);
});

test('NAV-038: the arrows go through rounds too, folded and unfolded', async () => {
  const { user } = await open(ROUND);
  const round = await screen.findByRole('checkbox', { name: 'Tick the 3 trips' });
  const single = screen.getByRole('checkbox', { name: /Tick the trip/ });
  round.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(single);
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(round);
  const head = screen.getByRole('button', { name: /^3 trips with short stops/ });
  await user.click(head);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.closest('[data-row]')).toBe(
    screen.getAllByRole('checkbox', { name: /Tick the trip/ })[0]?.closest('[data-row]'),
  );
});

test('13-A2: a round says how long it was driven and which trips lack a purpose, tells both ends as one, and stands where it began', async () => {
  const oslo = { ...trip({ id: 1 }).start, address: 'Oslo', address_is_approximate: true };
  const near = (each: Trip): Trip => ({
    ...each,
    start: { ...oslo, time: each.start.time },
    stop: { ...oslo, time: each.stop!.time },
  });
  const other = at(9, '08:05', '08:06', { unit_id: 2, unit_name: 'Bil 2', suggests_merge: false });
  await open([...ROUND.slice(0, 2), other, ...ROUND.slice(2)].map(near));
  const round = (await screen.findByRole('button', { name: /^3 trips with short stops/ })).closest('[role=row]')!;
  expect(within(round as HTMLElement).getByText(/^1\sh 30\smin driving$/)).toBeDefined();
  expect(within(round as HTMLElement).getByText('around Oslo')).toBeDefined();
  expect(within(round as HTMLElement).getByText('1 without purpose')).toBeDefined();
  const rows = [...document.querySelectorAll('[role=row] [data-column="time"]')].map((cell) => cell.textContent?.slice(0, 5));
  expect(rows).toEqual(['09:05', '09:00', '07:00']);
  expect(document.querySelector('[data-row="1"]')?.textContent).toContain('around Oslo');
});

test('13-A2, TRIP-023: a folded round says how many of its trips the odometer differs for, and leaves it to these when it is opened', async () => {
  const { user } = await open(ROUND.map((each) => (each.id === 2 ? { ...each, has_odometer_gap: true } : each)));
  const sign = await screen.findByRole('button', { name: 'Odometer differs for 1 trip' });
  expect(sign.closest('[role=row]')?.textContent).toContain('3 trips with short stops');
  await user.click(sign);
  expect(await screen.findByText('Odometer differs for 1 trip. Open the row to see which.')).toBeDefined();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: /^3 trips with short stops/, expanded: false })).toBeDefined();
  await user.click(screen.getByRole('button', { name: /^3 trips with short stops/ }));
  expect(screen.queryByRole('button', { name: 'Odometer differs for 1 trip' })).toBeNull();
  expect(screen.getAllByRole('button', { name: 'Odometer differs' })).toHaveLength(1);
});

test('13-A2: a round without such a trip has no sign', async () => {
  await open(ROUND);
  await screen.findByText('3 trips with short stops');
  expect(screen.queryByRole('button', { name: /^Odometer differs/ })).toBeNull();
});

/** Of one unit, every ten minutes, the newest first. */
const long = (count: number): Trip[] =>
  Array.from({ length: count }, (_, i) => {
    const clock = (minutes: number): string =>
      `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const from = (count - i) * 10;
    return at(count - i, clock(from), clock(from + 5));
  });
test('13-A2: where rounds leave few rows of a hundred trips the page is filled by one question more', async () => {
  const asked: (number | undefined)[] = [];
  const answer = ({ body }: { body: { page_size?: number | undefined; page?: number | undefined } }) => {
    asked.push(body.page_size);
    const trips = long(120);
    const size = body.page_size ?? 100;
    return { ...tripPage(trips.slice(0, size)), page: { number: body.page ?? 1, size, count: Math.ceil(900 / size) } };
  };
  await open([], { 'trips.generate': answer });
  expect(await screen.findByRole('button', { name: /^120 trips with short stops/ })).toBeDefined();
  expect(asked).toEqual([100, 500]);
});

test('13-A2: whoever looks for single trips gets the usual page, and a page of single trips is left as it is', async () => {
  const single = tripPage(long(90).map((each) => ({ ...each, suggests_merge: false })));
  const { sent } = await open([], { 'trips.generate': () => ({ ...single, page: { number: 1, size: 100, count: 9 } }) });
  await screen.findByRole('table');
  expect(sent('trips.generate')).toHaveLength(1);
  cleanup();
  const found = await open(
    [],
    { 'trips.generate': () => ({ ...tripPage(ROUND), page: { number: 1, size: 100, count: 9 } }) },
    { matter: 'purpose' },
  );
  await screen.findByRole('table');
  expect(found.sent('trips.generate').map((body) => (body as { page_size: number }).page_size)).not.toContain(500);
});

test('13-A1: the log of a boat is in nautical miles and knots, and asks nobody what a private trip was for', async () => {
  const boat = { id: 1, imei: '350000000000001', name: 'Havsörn', kind: 'boat', registration_number: null } as never;
  const sail = trip({ id: 1, type: 'private', distance_m: 18_520, max_speed_kmh: 18.52, average_kmh: 9.26 });
  await open([sail], { 'units.list': () => ({ units: [boat] }) }, { trip: 1 });
  const details = await screen.findByRole('complementary', { name: 'Trip' });
  expect(await within(details).findByText(/^10\.0\skn$/)).toBeDefined();
  expect(within(details).getByText(/^5\.0\skn$/)).toBeDefined();
  expect(document.querySelector('[data-row="1"]')?.textContent).toContain('10.0\u00a0nm');
  expect(screen.queryByText(/km/)).toBeNull();
  expect(screen.queryByRole('combobox', { name: /Purpose of the trip/ })).toBeNull();
  expect(within(details).queryByText('Project')).toBeNull();
});

test('13-A1: a boat beside a car: each trip in its own measure, and sums tell both parts, with the unit named once', async () => {
  const units = [
    { id: 1, imei: '350000000000001', name: 'Havsörn', kind: 'boat', registration_number: null },
    { id: 2, imei: '350000000000002', name: 'Bil 2', kind: 'vehicle', registration_number: null },
  ] as never;
  await open([trip({ id: 1, distance_m: 18_520 }), trip({ id: 2, unit_id: 2, distance_m: 10_000 })], {
    'units.list': () => ({ units }),
    'trips.generate': () => {
      const page = tripPage([trip({ id: 1, distance_m: 18_520 }), trip({ id: 2, unit_id: 2, distance_m: 10_000 })]);
      const totals = {
        ...page.totals,
        by_type: { business: 28_520, private: 0, other: 0 },
        at_sea: { business: 18_520, private: 0, other: 0 },
      };
      return { ...page, totals };
    },
  });
  await waitFor(() => expect(document.querySelector('[data-row="1"]')?.textContent).toContain('10.0\u00a0nm'));
  expect(document.querySelector('[data-row="2"]')?.textContent).toContain('10.0\u00a0km');
  const both = '10.0 nm · 10.0 km';
  const plain = (text: string | null | undefined): string => (text ?? '').replaceAll('\u00a0', ' ');
  expect(plain(screen.getByRole('heading', { level: 2 }).closest('[role=row]')?.textContent), 'the day').toContain(both);
  const foot = plain(screen.getByRole('rowheader', { name: '2 trips' }).parentElement?.textContent);
  expect(foot).toContain(`Business ${both}`);
  expect(foot).toMatch(new RegExp(`nm = nautical miles${both}$`));
});

test.each<[string, Trip[]]>([
  ['two trips', ROUND.slice(1)],
  ['another driver', [at(4, '08:20', '08:25', { driver_id: 9 }), ...ROUND.slice(1)]],
  ['another type', [at(4, '08:20', '08:25', { type: 'private' }), ...ROUND.slice(1)]],
  ['another unit', [at(4, '08:20', '08:25', { unit_id: 2 }), ...ROUND.slice(1)]],
  ['a longer stop', [at(4, '08:31', '08:35'), ...ROUND.slice(1)]],
  ['somebody else’s private trip', [at(4, '08:20', '08:25', { is_masked: true }), ...ROUND.slice(1)]],
])('13-A2: %s: no round, every trip has its row', async (_, trips) => {
  await open(trips);
  await screen.findByRole('table');
  expect(screen.queryByText(/trips with short stops/)).toBeNull();
  expect(document.querySelectorAll('[data-row]')).toHaveLength(trips.length);
});

test('TRIP-034: the head of a day that goes on on the next page tells the whole day, and nothing where that is not known', async () => {
  const trips = [at(2, '09:00', '09:20'), at(1, '08:00', '08:30', { suggests_merge: false })];
  const cut = { ...tripPage(trips), page: { number: 1, size: 2, count: 4 } };
  const whole = { day: '2026-11-20', count: 7, distance_m: 71_852, at_sea_m: 1852, duration_s: 7200, fuel_l: null };
  const cut_days = [{ ...whole, electricity_kwh: null, co2_kg: null }];
  const head = async () =>
    (await screen.findByRole('heading', { level: 2, name: /20 November/ }))
      .closest('[role=row]')!
      .textContent.replaceAll('\u00a0', ' ');
  await open(trips, { 'trips.generate': () => ({ ...cut, cut_days }) });
  expect(await head()).toMatch(/continues on the next page7 trips2 h1.0 nm · 70.0 km$/);
  cleanup();
  await open(trips, { 'trips.generate': () => cut });
  expect(await head()).toMatch(/continues on the next page$/);
});

test('13-A2: whoever looks for single trips sees them: nothing is folded under a matter, and the chosen trip is never hidden', async () => {
  await open(ROUND, {}, { matter: 'purpose' });
  await screen.findByRole('table');
  expect(document.querySelectorAll('[data-row]')).toHaveLength(4);
  cleanup();
  await open(ROUND, {}, { trip: 3 });
  await screen.findByRole('table');
  expect(document.querySelector('[data-row="3"]')?.getAttribute('data-selected')).toBe('true');
});

test('TRIP-020, 13-A2: while trips without a driver are gone through, who drove is chosen in the row', async () => {
  const sent: unknown[] = [];
  const answers: FakeAnswers = {
    'trips.drivers': () => ({ drivers: [{ id: 7, name: 'Anna Lind' }] }),
    'trips.update': ({ body }) => {
      sent.push(body);
      return { trip: trip({ id: 1, driver: 'Anna Lind', driver_id: 7 }) };
    },
  };
  const { user } = await open([trip({ id: 1, driver: null, driver_id: null })], answers, { matter: 'driver' });
  await user.click(await screen.findByRole('button', { name: /^Driver of the trip .*: No driver$/ }));
  await user.click(await screen.findByRole('option', { name: 'Anna Lind' }));
  await waitFor(() => expect(sent).toMatchObject([{ driver_id: 7 }]));
  cleanup();
  await open([trip({ id: 1, driver: null, driver_id: null })], answers);
  await screen.findByRole('table');
  expect(screen.queryByRole('button', { name: /: No driver$/ })).toBeNull();
});

test('13-A2: ticking moves nothing: what is ticked takes the place of the sums under the list', async () => {
  const { user } = await open(ROUND.slice(3));
  const table = await screen.findByRole('table');
  const before = [...(table.parentElement?.children ?? [])].indexOf(table);
  expect(screen.getByRole('rowheader', { name: '1 trip' })).toBeDefined();
  await user.click(screen.getByRole('checkbox', { name: /Tick the trip/ }));
  const bar = screen.getByRole('region', { name: 'Ticked trips' });
  expect(screen.queryByRole('rowheader', { name: '1 trip' })).toBeNull();
  expect([...(table.parentElement?.children ?? [])].indexOf(table)).toBe(before);
  expect(table.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('13-A2: how much is to do in the period does not change with the filters; its link leads to that and can be undone', async () => {
  const { user, sent } = await open([trip({ id: 1 })], {
    'trips.generate': ({ body }) => {
      const page = tripPage([trip({ id: 1 })]);
      const isWhole = !body.search && !body.purpose_missing && (body.imeis ?? []).length === 0;
      return { ...page, totals: { ...page.totals, purpose_missing: isWhole ? 76 : 1, driver_missing: isWhole ? 3 : 0 } };
    },
  });
  await screen.findByRole('button', { name: 'Purpose missing 76' });
  await user.type(screen.getByRole('searchbox', { name: /Search/ }), 'Hamnen');
  await waitFor(() =>
    expect(sent('trips.generate')).toContainEqual(expect.objectContaining({ search: 'Hamnen', page_size: 100 })),
  );
  await waitFor(() => expect(sent('trips.generate')).toContainEqual(expect.objectContaining({ search: '', page_size: 1 })));
  expect(await screen.findByRole('button', { name: 'Purpose missing 1' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: '79 to do in all trips of the period' }));
  expect(address.q).toBeUndefined();
  expect(await screen.findByRole('button', { name: 'Purpose missing 76' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Driver missing 3' })).toBeDefined();
  expect(screen.queryByRole('button', { name: /whole period/ })).toBeNull();
  expect(await screen.findByText('The other filters are taken away')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(address).toMatchObject({ q: 'Hamnen' });
  expect(address.matter).toBeUndefined();
});

test('13-A2: where the log is narrowed, what is to do in that stands before what is to do in the period, and its chip keeps the filter', async () => {
  const { user } = await open([trip({ id: 1 })], {
    'trips.generate': ({ body }) => {
      const page = tripPage([trip({ id: 1 })]);
      const isWhole = !body.search && !body.purpose_missing;
      return { ...page, totals: { ...page.totals, purpose_missing: isWhole ? 76 : 1, driver_missing: isWhole ? 3 : 0 } };
    },
  });
  expect(await screen.findByRole('group', { name: 'To do' })).toBeDefined();
  await user.type(screen.getByRole('searchbox', { name: /Search/ }), 'Hamnen');
  const here = await screen.findByRole('group', { name: 'To do in this selection' });
  expect(within(here).getAllByRole('button')).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: /^(Purpose|Driver) missing/ }), 'no matter stands twice').toHaveLength(1);
  expect(screen.getByRole('button', { name: '79 to do in all trips of the period' })).toBeDefined();
  await user.click(within(here).getByRole('button', { name: 'Purpose missing 1' }));
  expect(address).toMatchObject({ q: 'Hamnen', matter: 'purpose' });
  expect(await screen.findByRole('button', { name: '76 to do in all trips of the period' })).toBeDefined();
  await user.click(await screen.findByRole('button', { name: 'Purpose missing 1', pressed: true }));
  expect(address).toMatchObject({ q: 'Hamnen' });
  expect(address.matter).toBeUndefined();
});

test('TRIP-018: a search or a filter that leaves nothing is named, with how many trips the period has, and is taken away from there', async () => {
  const { user } = await open([], {
    'trips.generate': ({ body }) => {
      const isWhole = !body.search && (body.types ?? []).length === 0;
      const page = tripPage(isWhole ? [trip({ id: 1 }), trip({ id: 2 })] : []);
      return { ...page, totals: { ...page.totals, count: isWhole ? 2 : 0, purpose_missing: isWhole ? 2 : 0 } };
    },
  });
  await user.type(screen.getByRole('searchbox', { name: /Search/ }), 'solrosen');
  expect(await screen.findByText('Nothing matches “solrosen”')).toBeDefined();
  expect(screen.getByText(/^The period has 2 trips\. The search looks for all of the words in purpose/)).toBeDefined();
  expect(screen.getByText('Nothing to do in this selection')).toBeDefined();
  await user.click(screen.getAllByRole('button', { name: 'Clear the search' }).at(-1)!);
  expect(address.q).toBeUndefined();
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: /Search/ }).value).toBe('');
  cleanup();
  await open(
    [],
    {
      'trips.generate': ({ body }) => ({
        ...tripPage([]),
        totals: { ...tripPage([]).totals, count: body.types?.length ? 0 : 9 },
      }),
    },
    { type: 'private' },
  );
  expect(await screen.findByText('No trips match the filters')).toBeDefined();
  expect(screen.getByText('The period has 9 trips, but none of them matches.')).toBeDefined();
});

test('13-A2: the details tell the unit and the driver, and Escape closes them from anywhere but a field', async () => {
  const { user } = await open([trip({ id: 1, driver: 'Bo Ek', driver_id: 8 })], {}, { trip: 1 });
  const panel = within(await screen.findByRole('complementary', { name: 'Trip' }));
  expect(panel.getByText('Skåpbil 7 · Bo Ek')).toBeDefined();
  screen.getByRole('searchbox', { name: /Search/ }).focus();
  await user.keyboard('{Escape}');
  expect(address.trip).toBe(1);
  screen.getByRole('checkbox', { name: /Tick the trip/ }).focus();
  await user.keyboard('{Escape}');
  expect(address.trip).toBeUndefined();
});

test('TRIP-018: on a phone yesterday is one press away, and the same press leads back; a wide log has its period alone', async () => {
  await open(ROUND);
  await screen.findAllByRole('row');
  expect(screen.queryByRole('button', { name: 'Yesterday' })).toBeNull();
  cleanup();
  onNarrowScreen();
  const { user } = await open(ROUND);
  await user.click(await screen.findByRole('button', { name: 'Yesterday' }));
  expect(address.period).toBe('yesterday');
  expect(screen.getByRole('button', { name: 'Yesterday' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'Yesterday' }));
  expect(address.period).toBeUndefined();
});

test('13-A2: on a phone a trip is an entry of the history, and closing it goes back to the log', async () => {
  onNarrowScreen();
  const { user } = await open([trip({ id: 1 })]);
  await user.click(await screen.findByRole('button', { name: /Trip$/ }));
  expect(steps).toEqual([false]);
  const sheet = await screen.findByRole('dialog', { name: /Skåpbil 7/ });
  await user.click(within(sheet).getAllByRole('button', { name: 'Close' })[0]!);
  expect(backs).toBe(1);
});

test('13-A2, decision 0086: merging warns of the minutes between and of a purpose that is not shown, and can be taken back', async () => {
  const pair = [at(2, '10:00:05', '10:20', { purpose: 'Möte' }), at(1, '07:00', '08:47:50', { purpose: 'Besök' })];
  const { user, sent } = await open(pair, {
    'trips.preview-merge': () => ({
      start: { ...pair[1]!.start, time: pair[1]!.start.time! },
      stop: { ...pair[0]!.stop!, time: pair[0]!.stop!.time! },
      distance_m: 24_600,
      duration_s: 7620,
      average_kmh: null,
      fuel: null,
      fuel_unit: 'l',
      co2_kg: null,
      purpose: 'Besök',
      note: '',
      between: [],
    }),
    'trips.merge': () => ({ trip: trip({ id: 1 }) }),
    'trips.unmerge': () => ({ trips: pair }),
  });
  await screen.findByRole('table');
  await user.click(screen.getByRole('checkbox', { name: 'Tick all trips on the page' }));
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge' }));
  const warning = await dialog.findByRole('note');
  expect(warning.textContent).toMatch(/^The gap between the trips is 1\sh\s13\smin\./);
  expect(warning.textContent).toContain('“Möte” is not shown');
  expect(warning.textContent).not.toContain('Besök');
  expect(dialog.getByText('Driving time')).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('trips.unmerge')).toEqual([{ trip_id: 1 }]));
});

test('13-A2: a trip that is added is of the unit that the log is of', async () => {
  const { user } = await open([trip({ id: 1 })], {}, { unit: '350000000000002' });
  await user.click(await screen.findByRole('button', { name: 'Add trip' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add trip' }));
  expect(dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Unit' }).value).toBe('350000000000002');
  const start = dialog.getByLabelText<HTMLInputElement>('Start time');
  expect(start.type).toBe('text');
  await user.type(start, '1745');
  await user.tab();
  expect(start.value).toBe('17:45');
});

test('13-A2, TRIP-028: in a driver’s own log a colleague who is on the road is none of theirs', async () => {
  const driving = (id: number, driver_id: number) =>
    trip({
      id,
      driver_id,
      unit_name: `Bil ${id}`,
      is_ongoing: true,
      stop: null,
      end_rule: 'open',
      can: { edit: false, route: true },
    });
  const answers = { 'trips.generate': () => tripPage([trip({ id: 1 })], [driving(8, 7), driving(9, 3)]) };
  await open([], answers, {}, { IsAdmin: false });
  expect(await screen.findByRole('button', { name: '1 trip in progress' })).toBeDefined();
  cleanup();
  await open([], answers, { whose: 'all' }, { IsAdmin: false });
  expect(await screen.findByRole('button', { name: '2 trips in progress' })).toBeDefined();
});

test('13-A2: a driver’s log opens on the own trips and keeps whose it is; everybody’s are one choice away', async () => {
  const { user, sent } = await open([trip({ id: 1 })], {}, {}, { IsAdmin: false });
  await screen.findByRole('table');
  expect(sent('trips.generate')[0]).toMatchObject({ driver_ids: [7] });
  await user.click(screen.getByRole('button', { name: /Trip$/ }));
  expect(address).toMatchObject({ trip: 1, whose: 'mine' });
  await user.click(screen.getByRole('button', { name: /Whose trips/ }));
  await user.click(await screen.findByRole('option', { name: 'Everyone’s trips' }));
  await waitFor(() => expect(sent('trips.generate').at(-1)).not.toHaveProperty('driver_ids'));
  cleanup();
  const admin = await open([trip({ id: 1 })]);
  await screen.findByRole('table');
  expect(admin.sent('trips.generate')[0]).not.toHaveProperty('driver_ids');
  expect(screen.queryByRole('button', { name: /Whose trips/ })).toBeNull();
  expect([isOwnLog({ trip: 4 }), isOwnLog({ unit: '350000000000002' }), isOwnLog({ trip: 4, whose: 'mine' })]).toEqual([
    false,
    false,
    true,
  ]);
});

test('13-A2: the log of an account without units has a button to begin', async () => {
  await open([], { 'units.list': () => ({ units: [] }) });
  expect(await screen.findByRole('link', { name: 'Add a unit' })).toBeDefined();
});

test('13-A4: without a geocoder the log says once, to whom it concerns, that a tax log needs street addresses and how to get them', async () => {
  localStorage.clear();
  const without = { 'accounts.map-config': () => ({ providers: [], has_street_addresses: false }) };
  const note = { name: 'A tax log needs street addresses' };
  const { user } = await open([trip({ id: 1 })], without);
  const said = within(await screen.findByRole('complementary', note));
  expect(
    said.getByText(/wants to see where each trip began and ended, so ask your supplier to turn on street addresses/),
  ).toBeDefined();
  expect(said.queryByText(/GEOCODER|docs\/|server/i), 'in words of whoever uses the log, not of whoever runs it').toBeNull();
  expect(said.getByRole('link', { name: 'Name your places' })).toBeDefined();
  await user.click(said.getByRole('button', { name: 'Do not show again' }));
  expect(screen.queryByRole('complementary', note)).toBeNull();
  cleanup();
  await open([trip({ id: 1 })], without);
  await screen.findByRole('table');
  expect(screen.queryByRole('complementary', note)).toBeNull();
});

test.each<[string, Trip, boolean, Partial<{ IsAdmin: boolean }>]>([
  ['an installation with a geocoder', trip({ id: 1 }), true, {}],
  ['a driver, who can do nothing about it', trip({ id: 1 }), false, { IsAdmin: false }],
  ['private trips, of which no tax log tells', trip({ id: 1, type: 'private' }), false, {}],
])('13-A4: %s hears nothing of it', async (_, one, has, over) => {
  localStorage.clear();
  const { send } = await open([one], { 'accounts.map-config': () => ({ providers: [], has_street_addresses: has }) }, {}, over);
  await screen.findByRole('table');
  if (has) await waitFor(() => expect(send.requests.some(({ id }) => id === 'accounts.map-config')).toBe(true));
  expect(screen.queryByRole('complementary')).toBeNull();
});

test('13-A2: a session that ends keeps what was typed into the log, for the same user alone', async () => {
  const refused = {
    'trips.update': () => {
      throw new ApiError(401, 'SessionExpired');
    },
  };
  const { user } = await open([trip({ id: 1 }), trip({ id: 2 })], refused);
  const purposes = await screen.findAllByRole('combobox', { name: /Purpose of the trip/ });
  await user.type(purposes[0]!, 'Leverans{Enter}');
  await screen.findByText(/Not saved/);
  await user.type(purposes[1]!, 'Möte i ha');
  cleanup();
  await open([trip({ id: 1 }), trip({ id: 2 })], {}, {}, { ID: 8 });
  const others = await screen.findAllByRole<HTMLInputElement>('combobox', { name: /Purpose of the trip/ });
  expect(others.map(({ value }) => value)).toEqual(['', '']);
});

test('13-A2: what was typed stands there again, marked as not saved, and is sent on request', async () => {
  const saved: FakeAnswers = { 'trips.update': ({ params, body }) => ({ trip: trip({ id: Number(params.id), ...body }) }) };
  const { user } = await open([trip({ id: 1 })]);
  await user.type(await screen.findByRole('combobox', { name: /Purpose of the trip/ }), 'Möte i ha');
  cleanup();
  const again = await open([trip({ id: 1 })], saved);
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: /Purpose of the trip/ });
  expect(field.value).toBe('Möte i ha');
  await again.user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(again.sent('trips.update')).toMatchObject([{ purpose: 'Möte i ha' }]));
  cleanup();
  await open([trip({ id: 1 })]);
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: /Purpose of the trip/ })).value).toBe('');
});
