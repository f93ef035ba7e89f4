import type { Trip } from '@spora/contract/trips/endpoints';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeSend, onNarrowScreen, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { hasUnsaved } from '../../lib/unsaved.ts';
import { keepColumns } from './column-state.ts';
import { USUAL_COLUMNS } from './columns.ts';
import { TripLogScreen } from './screen.tsx';
import { trip, tripPage } from './testing.ts';
import type { TripSearch } from './public/trip-search.ts';

beforeEach(() => keepColumns(USUAL_COLUMNS));
afterEach(cleanup);

let address: TripSearch = {};
function Log(): ReactNode {
  const [search, setSearch] = useState<TripSearch>({});
  address = search;
  return (
    <TripLogScreen
      search={search}
      onSearch={(patch) => setSearch((old) => ({ ...old, ...patch }))}
      onBack={() => undefined}
      renderMap={() => null}
      renderOdometerLink={({ imei }) => <a href={`/unit/${imei}`}>Correct</a>}
    />
  );
}
const unit = { id: 1, imei: '350000000000001', name: 'Skåpbil 7', registration_number: 'ABC 12D' } as never;
const three = [1, 2, 3].map((id) => trip({ id, purpose: `Besök ${id}`, driver_id: 7, driver: 'Anna Lindqvist' }));
async function open(answers: FakeAnswers = {}, trips: readonly Trip[] = three, over = {}) {
  const send = fakeSend({
    'units.list': () => ({ units: [unit] }),
    'trips.generate': () => {
      const page = tripPage(trips);
      return { ...page, totals: { ...page.totals, purpose_missing: 2, driver_missing: 0, odometer_gap: 1 } };
    },
    'trips.filter-choices': () => ({
      drivers: [{ id: 7, name: 'Anna Lindqvist' }],
      departments: ['Norr'],
      tags: [],
      projects: [],
      places: [],
    }),
    'trips.purposes': () => ({ purposes: [{ text: 'Byggmöte', source: 'same-ends' as const }] }),
    'trips.drivers': () => ({
      drivers: [
        { id: 7, name: 'Anna Lindqvist' },
        { id: 8, name: 'Bo Ek' },
      ],
    }),
    'trips.projects': () => ({ projects: ['Bron'] }),
    'places.list': () => ({ places: [], can: { add: false, for_all_units: false } }),
    'tracking.find-address': () => ({ addresses: [] }),
    'trips.update': ({ params, body }) => ({
      trip: { ...(trips.find(({ id }) => id === Number(params.id)) as Trip), ...body },
    }),
    ...answers,
  });
  await renderScreen(<Log />, { send, user: signedInUser(over) });
  const user = userEvent.setup();
  await screen.findByRole('table');
  const sent = (id: string) => send.requests.filter((each) => each.id === id).map(({ body }) => body);
  return { send, user, sent };
}
const purposes = (): HTMLElement[] => screen.getAllByRole('combobox', { name: /Purpose of the trip/ });
const ticks = (): HTMLElement[] => screen.getAllByRole('checkbox', { name: /Tick the trip/ });

test('TRIP-020: with the keyboard alone one writes purposes down the rows: Enter saves and goes on, Escape and the arrows change nothing', async () => {
  const { user, sent } = await open();
  purposes()[0]!.focus();
  await user.keyboard('!{Enter}');
  expect(document.activeElement).toBe(purposes()[1]);
  await user.keyboard('x{Escape}');
  purposes()[1]!.focus();
  await user.keyboard('{ArrowDown}?{Enter}');
  await waitFor(() => expect(sent('trips.update')).toMatchObject([{ purpose: 'Besök 1!' }, { purpose: 'Besök 3?' }]));
});

test('TRIP-020, CONST-059: the last twenty edits can be undone, the newest first, and no more', async () => {
  const { user, sent } = await open({}, [trip({ id: 1, purpose: 'a' })]);
  for (let n = 1; n <= 21; n++) {
    await user.tripleClick(purposes()[0]!);
    await user.paste(`v${n}`);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent('trips.update')).toHaveLength(n));
  }
  const button = await screen.findByRole('button', { name: 'Undo 20 changes' });
  await user.click(button);
  await waitFor(() => expect(sent('trips.update').at(-1)).toEqual({ purpose: 'v20', if_unchanged: { purpose: 'v21' } }));
  for (let n = 0; n < 19; n++) await user.click(screen.getByRole('button', { name: /^Undo \d+ change/ }));
  await waitFor(() => expect(sent('trips.update').at(-1)).toEqual({ purpose: 'v1', if_unchanged: { purpose: 'v2' } }));
  expect(screen.queryByRole('button', { name: /^Undo \d+ change/ })).toBeNull();
});

test('TRIP-022: purposes are offered with where they are from, and one that is chosen is saved', async () => {
  const { user, sent } = await open({}, [trip({ id: 1 })]);
  await user.click(purposes()[0]!);
  const option = await screen.findByRole('option', { name: /Byggmöte/ });
  expect(option.textContent).toContain('same way');
  await user.click(option);
  await waitFor(() => expect(sent('trips.update')).toMatchObject([{ purpose: 'Byggmöte' }]));
});

test("TRIP-020: driver and passengers are edited in the row, too; a name that is a user's becomes the user", async () => {
  keepColumns([...USUAL_COLUMNS, { id: 'driver', widthPx: null }, { id: 'passengers', widthPx: null }]);
  const { user, sent } = await open({}, [trip({ id: 1 })]);
  await user.click(screen.getByRole('button', { name: /Driver of the trip/ }));
  await user.click(await screen.findByRole('option', { name: 'Bo Ek' }));
  await waitFor(() => expect(sent('trips.update')).toEqual([{ driver_id: 8 }]));
  await user.type(screen.getByRole('combobox', { name: /Passengers on the trip/ }), 'anna lindqvist, Gäst{Enter}');
  await waitFor(() =>
    expect(sent('trips.update').at(-1)).toEqual({
      passengers: [
        { member_id: 7, name: 'Anna Lindqvist' },
        { member_id: null, name: 'Gäst' },
      ],
    }),
  );
});

test('TRIP-021: a range ticked with shift is changed at once, and the summary says why one was not', async () => {
  const { user, sent } = await open({
    'trips.bulk-update': ({ body }) => ({
      results: body.trip_ids
        .map(Number)
        .map((id) =>
          id === 2
            ? { id, success: false as const, error: 'TripIsAttested' }
            : { id, success: true as const, trip: three[id - 1]! },
        ),
    }),
  });
  await user.click(ticks()[0]!);
  await user.keyboard('{Shift>}');
  await user.click(ticks()[2]!);
  await user.keyboard('{/Shift}');
  expect(screen.getByText('3 trips ticked')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Change' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change 3 trips' });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Project' }));
  await user.type(within(dialog).getByRole('combobox', { name: 'New value' }), 'Bron');
  await user.click(within(dialog).getByRole('button', { name: 'Change 3 trips' }));
  expect(await within(dialog).findByText('2 trips changed.')).toBeDefined();
  expect(within(dialog).getByText(/1 trip could not be changed:/)).toBeDefined();
  const seen = [1, 2, 3].map((id) => ({ id, project: '' }));
  expect(sent('trips.bulk-update')).toEqual([{ trip_ids: [1, 2, 3], changes: { project: 'Bron' }, seen }]);
});

test('13-A2, TRIP-020: a change of many ends in a notice to undo; it is taken back where nobody else has changed it since, and how many were left is said', async () => {
  const { user, sent } = await open({
    'trips.bulk-update': ({ body }) => ({
      results: body.trip_ids
        .map(Number)
        .map((id) =>
          body.if_unchanged && id === 2
            ? { id, success: false as const, error: 'TripChangedMeanwhile' }
            : { id, success: true as const, trip: three[id - 1]! },
        ),
    }),
  });
  await user.click(ticks()[0]!);
  await user.click(ticks()[1]!);
  await user.click(screen.getByRole('button', { name: 'Change' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change 2 trips' });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Project' }));
  await user.type(within(dialog).getByRole('combobox', { name: 'New value' }), 'Bron');
  await user.click(within(dialog).getByRole('button', { name: 'Change 2 trips' }));
  // No second window: it is said where it can be taken back.
  expect(await screen.findByText('2 trips changed')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1 trip was changed in the meantime and left as it is.')).toBeDefined();
  expect(sent('trips.bulk-update').at(-1)).toEqual({
    trip_ids: [1, 2],
    changes: { project: '' },
    if_unchanged: { project: 'Bron' },
  });
});

test('TRIP-021, TRIP-034: everything that the filter leaves can be ticked, page after page', async () => {
  const { user } = await open({
    'trips.generate': ({ body }) => {
      const page = tripPage(body.page === 2 ? [trip({ id: 4 })] : three);
      const count = 2;
      return { ...page, totals: { ...page.totals, count: 4 }, page: { number: body.page ?? 1, size: 3, count } };
    },
  });
  await user.click(screen.getByRole('checkbox', { name: 'Tick all trips on the page' }));
  await user.click(screen.getByRole('button', { name: 'Tick all 4' }));
  expect(await screen.findByText('4 trips ticked')).toBeDefined();
});

/** Two pages of a log with four trips; a change of many answers each with what was changed. */
const TWO_PAGES: FakeAnswers = {
  'trips.generate': ({ body }) => {
    const page = tripPage(body.page === 2 ? [trip({ id: 4, purpose: '' })] : three);
    return { ...page, totals: { ...page.totals, count: 4 }, page: { number: body.page ?? 1, size: 3, count: 2 } };
  },
  'trips.bulk-update': ({ body }) => ({
    results: body.trip_ids.map(Number).map((id) => ({ id, success: true as const, trip: trip({ id }) })),
  }),
};
const changePurposeOfAll = async (user: ReturnType<typeof userEvent.setup>, purpose: string): Promise<HTMLElement> => {
  await user.click(screen.getByRole('checkbox', { name: 'Tick all trips on the page' }));
  await user.click(screen.getByRole('button', { name: 'Tick all 4' }));
  await screen.findByText('4 trips ticked');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change 4 trips' });
  await user.click(within(dialog).getByRole('checkbox', { name: 'Purpose' }));
  if (purpose) await user.type(within(dialog).getByRole('combobox', { name: 'New value' }), purpose);
  else await user.click(within(dialog).getByRole('checkbox', { name: 'Remove what is there' }));
  await user.click(within(dialog).getByRole('button', { name: 'Change 4 trips' }));
  return dialog;
};

test('TRIP-020, TRIP-021: a change of trips on other pages too is taken back as a whole', async () => {
  const { user, sent } = await open(TWO_PAGES);
  await changePurposeOfAll(user, 'Bron');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent('trips.bulk-update').slice(1)).toEqual(
      [1, 2, 3, 4].map((id) => ({
        trip_ids: [id],
        changes: { purpose: id === 4 ? '' : `Besök ${id}` },
        if_unchanged: { purpose: 'Bron' },
      })),
    ),
  );
});

test('TRIP-021: what many trips say is removed only where somebody says so, after a question that has the number', async () => {
  const { user, sent } = await open(TWO_PAGES);
  const dialog = await changePurposeOfAll(user, '');
  expect(await within(dialog).findByText('from 3 trips of 4')).toBeDefined();
  expect(sent('trips.bulk-update')).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Back' }));
  await user.click(within(dialog).getByRole('button', { name: 'Change 4 trips' }));
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent('trips.bulk-update')).toMatchObject([{ trip_ids: [1, 2, 3, 4], changes: { purpose: '' } }]));
});

test('TRIP-010, DEC-45: merging is offered for exactly two, and shows what becomes of them and what lies between', async () => {
  const { user, sent } = await open({
    'trips.preview-merge': () => ({
      start: { ...three[0]!.start, time: three[0]!.start.time! },
      stop: { ...three[2]!.stop!, time: three[2]!.stop!.time! },
      distance_m: 24_600,
      duration_s: 3600,
      average_kmh: 24.6,
      fuel: 1.5,
      fuel_unit: 'kWh',
      co2_kg: 3.75,
      purpose: 'Besök 1',
      note: '',
      between: [
        { id: 2, start: three[1]!.start.time!, stop: three[1]!.stop!.time!, distance_m: 12_300 },
        { id: 9, start: '2026-11-19T23:00:00Z', stop: '2026-11-19T23:00:00Z', distance_m: 4_000 },
      ],
    }),
    'trips.merge': () => ({ trip: three[0]! }),
  });
  await user.click(ticks()[0]!);
  expect(screen.queryByRole('button', { name: 'Merge' })).toBeNull();
  await user.click(ticks()[2]!);
  await user.click(screen.getByRole('button', { name: 'Merge' }));
  const dialog = await screen.findByRole('dialog', { name: 'Merge' });
  expect(await within(dialog).findByText(/There are 2 trips between them/)).toBeDefined();
  const between = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent.replaceAll(/\s/g, ' '));
  expect(between[1], 'TRIP-032: of a private trip of somebody else no time is told').toBe('Private trip · 4.0 km');
  expect(within(dialog).getByText('Besök 1')).toBeDefined();
  for (const text of ['25 km/h', 'Electricity (estimate)', '1.50 kWh', '3.75 kg'])
    expect(within(dialog).getByText(text)).toBeDefined();
  await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(sent('trips.merge')).toEqual([{ trip_ids: [1, 3] }]));
});

test('TRIP-009, TRIP-010: a merged trip bears a badge that opens to its two, and can be divided', async () => {
  const part = (id: number, hour: string) => ({
    id,
    start: `2026-11-20T${hour}:10:00Z`,
    stop: `2026-11-20T${hour}:30:00Z`,
    distance_m: 6000,
  });
  const merged = trip({ id: 1, parts: [part(1, '07'), part(2, '09')] });
  const { user, sent } = await open(
    { 'trips.unmerge': () => ({ trips: [trip({ id: 1 }), trip({ id: 2 })] }), 'trips.merge': () => ({ trip: merged }) },
    [merged],
  );
  await user.click(screen.getByRole('button', { name: 'Merged from 2 trips' }));
  expect(within(screen.getByRole('list', { name: 'Merged from 2 trips' })).getAllByRole('listitem')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: /Trip$/ }));
  const asked = sent('tolls.of-trips').length;
  await user.click(screen.getByRole('button', { name: 'Split' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Split' }));
  await waitFor(() => expect(sent('trips.unmerge')).toEqual([{ trip_id: 1 }]));
  await waitFor(() => expect(sent('tolls.of-trips').length, 'tolls are those of the first alone').toBeGreaterThan(asked));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent('trips.merge')).toEqual([{ trip_ids: [1, 2] }]));
});

test('TRIP-019: columns are shown, ordered, resized and kept; sums per type stand under the list', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Driver' }));
  await user.click(screen.getByRole('checkbox', { name: 'Note' }));
  await user.click(screen.getByRole('button', { name: 'Move Driver to the left' }));
  await user.keyboard('{Escape}');
  const names = screen.getAllByRole('columnheader').map((each) => each.textContent);
  expect(names.slice(1)).toEqual(['Time', 'Route', 'Distance', 'Unit', 'Type', 'Driver', 'Purpose']);
  screen.getByRole('separator', { name: 'Width of Unit' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(localStorage.getItem('view.trip-columns')).toContain('unit:');
  expect(screen.getByRole('rowheader', { name: '3 trips' })).toBeDefined();
});

test('NFR-004: the handles of the columns are one stop of Tab, and the arrows up and down go among them', async () => {
  const { user } = await open();
  const handles = screen.getAllByRole('separator');
  expect(handles.filter(({ tabIndex }) => tabIndex === 0)).toEqual([handles[0]]);
  handles[0]!.focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
  expect(document.activeElement).toBe(handles[1]);
  expect(handles.filter(({ tabIndex }) => tabIndex === 0)).toEqual([handles[1]]);
  await user.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(handles[0]);
});

test('TRIP-019: where the browser takes the pointer over, a column follows it no more', async () => {
  await open();
  const handle = screen.getByRole('separator', { name: 'Width of Unit' });
  handle.setPointerCapture = () => undefined;
  fireEvent.pointerDown(handle, { clientX: 100 });
  fireEvent.pointerMove(handle, { clientX: 240 });
  const drawn = localStorage.getItem('view.trip-columns');
  expect(drawn).toContain('unit:');
  fireEvent.pointerCancel(handle);
  fireEvent.pointerMove(handle, { clientX: 300 });
  expect(localStorage.getItem('view.trip-columns')).toBe(drawn);
});

test('TRIP-018, TRIP-023: open matters are counted, filter when pressed, and more filters go into the address', async () => {
  const { user, sent } = await open();
  await user.click(screen.getByRole('button', { name: /Purpose missing 2/ }));
  await waitFor(() => expect(sent('trips.generate')).toContainEqual(expect.objectContaining({ purpose_missing: true })));
  expect(address).toMatchObject({ matter: 'purpose' });
  expect(screen.getByRole('button', { name: /Odometer differs 1/ })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Outside working hours' }));
  await user.type(screen.getByRole('textbox', { name: 'Distance from' }), '5{Enter}');
  await waitFor(() => expect(address).toMatchObject({ hours: 'outside', min: 5 }));
  await waitFor(() =>
    expect(sent('trips.generate')).toContainEqual(expect.objectContaining({ outside_working_hours: true, min_distance_m: 5000 })),
  );
});

test('TRIP-018, DEC-55: a distance is filtered to tenths of a kilometre, and what is no number says so and changes nothing', async () => {
  const { user, sent } = await open();
  await user.click(screen.getByRole('button', { name: 'More filters' }));
  const most = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Distance to' });
  await user.type(most, '0,4{Enter}');
  await waitFor(() => expect(address).toMatchObject({ max: 0.4 }));
  expect(most.value).toBe('0.4');
  await waitFor(() => expect(sent('trips.generate')).toContainEqual(expect.objectContaining({ max_distance_m: 400 })));
  await user.clear(most);
  await user.type(most, '20000{Enter}');
  expect(await screen.findByText(/^Enter a reasonable number/)).toBeDefined();
  await user.clear(most);
  await user.type(most, 'two{Enter}');
  expect(await screen.findByText(/^Enter a reasonable number/)).toBeDefined();
  expect([most.value, most.getAttribute('aria-invalid')]).toEqual(['two', 'true']);
  expect(address).toMatchObject({ max: 0.4 });
});

test('TRIP-023, TRIP-024, TRIP-025: the row says what is missing, which rule decided the type, and that it ends the next day', async () => {
  const stop = { ...trip({ id: 1 }).stop!, time: '2026-11-21T01:00:00Z' };
  await open({}, [
    trip({ id: 1, stop, type_rule: 'place-both', is_manual: true, attested_by: 'admin', can: { edit: false, route: true } }),
  ]);
  const row = within(screen.getAllByRole('row')[2]!);
  for (const name of ['Purpose missing', 'Entered by hand', 'Attested by administrator', 'Ends the next day'])
    expect(row.getByRole('button', { name })).toBeDefined();
  expect(row.getByText('By its places')).toBeDefined();
  expect(row.queryByRole('combobox')).toBeNull();
});

test('TRIP-024, TRIP-030: a trip entered by hand and a type that somebody changed are told in words of their own', async () => {
  await open({}, [trip({ id: 1, type_rule: 'edit', is_manual: true }), trip({ id: 2, type_rule: 'edit' })]);
  const [, , first, second] = screen.getAllByRole('row');
  expect(within(first!).getByText('Entered by hand')).toBeDefined();
  expect(within(second!).getByText('Type changed')).toBeDefined();
});

test('12-A8: the log says above its rows which attested trip and which field is not as sealed', async () => {
  const of = { unit_name: 'Volvo', from: '2026-11-01', to: '2026-11-30' };
  await open(
    {
      'attestation.altered': () => ({
        altered: [
          { ...of, trip_id: 1, day: '2026-11-20', what: 'field', field: 'start_address' },
          { ...of, trip_id: 2, day: '2026-11-21', what: 'missing', field: null },
          { ...of, trip_id: null, day: null, what: 'field', field: 'trips' },
        ],
      }),
    },
    [trip({ id: 1, attested_by: 'user', can: { edit: false, route: true } })],
  );
  const alert = await screen.findByRole('alert');
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Volvo · Trip of 2026-11-20 (number 1) · Start address is not as it was when it was sealed',
    'Volvo · Trip of 2026-11-21 (number 2) · was sealed and is missing',
    'Volvo · 2026-11-01 to 2026-11-30 · The period itself · Number of trips is not as it was when it was sealed',
  ]);
});

test('TRIP-031: the history of a trip tells who changed what and marks what was late', async () => {
  const { user } = await open({
    'trips.history': () => ({
      changes: [
        { at: '2026-12-02T08:00:00Z', actor: 'Bo Ek', field: 'purpose', old_value: '', new_value: 'Möte', is_late: true },
        { at: '2026-11-20T09:00:00Z', actor: 'Bo Ek', field: 'type', old_value: '', new_value: 'private', is_late: false },
      ],
    }),
  });
  await user.click(screen.getAllByRole('button', { name: /Trip$/ })[0]!);
  await user.click(screen.getByRole('button', { name: 'Changes' }));
  expect(await screen.findByText(/Möte, before: nothing/)).toBeDefined();
  expect(screen.getByText(/Private, before: by rule/)).toBeDefined();
  expect(screen.getAllByText('Changed late')).toHaveLength(1);
});

test('TRIP-030, DEC-55: a trip is entered by hand in the zone of the account; what is missing or no number is said in its place', async () => {
  const { user, sent } = await open({ 'trips.add-manual': () => ({ trip: trip({ id: 9, is_manual: true }) }) });
  await user.click(screen.getByRole('button', { name: 'Add trip' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add trip' }));
  const fill = async (name: RegExp | string, text: string): Promise<void> => {
    const field = dialog.getByLabelText(name);
    await user.clear(field);
    await user.type(field, text);
  };
  for (const [name, typed] of [
    [/^year/, '2026'],
    [/^month/, '11'],
    [/^day/, '10'],
  ] as const) {
    dialog.getByRole('spinbutton', { name }).focus();
    await user.keyboard(typed);
  }
  await fill('Start time', '23:30');
  await fill('Stop time', '00:15');
  await fill('Start address', 'Hamnen');
  await user.click(dialog.getByRole('button', { name: 'Add trip' }));
  expect(dialog.getAllByText('Fill in this field.')).toHaveLength(2);
  await fill('Stop address', 'Lagret');
  await fill('Distance', '12,5');
  await fill('Odometer at start (optional)', '84 500 km');
  await user.click(dialog.getByRole('button', { name: 'Add trip' }));
  const odometer = dialog.getByLabelText<HTMLInputElement>('Odometer at start (optional)');
  expect(odometer.getAttribute('aria-invalid')).toBe('true');
  expect(dialog.getByText(/^The odometer is a number of kilometres/)).toBeTruthy();
  expect(sent('trips.add-manual')).toEqual([]);
  await fill('Odometer at start (optional)', '84 500');
  await fill('Stop time', '25:99');
  await user.click(dialog.getByRole('button', { name: 'Add trip' }));
  const stop = dialog.getByLabelText<HTMLInputElement>('Stop time');
  expect([stop.value, stop.getAttribute('aria-invalid')], 'stays, and is told').toEqual(['25:99', 'true']);
  expect(sent('trips.add-manual')).toEqual([]);
  await fill('Stop time', '00:15');
  await user.click(dialog.getByRole('button', { name: 'Add trip' }));
  await waitFor(() =>
    expect(sent('trips.add-manual')).toMatchObject([
      {
        start: '2026-11-10T22:30:00.000Z',
        stop: '2026-11-10T23:15:00.000Z',
        distance_m: 12_500,
        start_odometer_km: 84_500,
        driver_id: 7,
      },
    ]),
  );
});

test('NAV-039: a trip half typed is not closed by Escape without a question; with nothing typed it is', async () => {
  const { user } = await open();
  const opened = async () => {
    await user.click(screen.getByRole('button', { name: 'Add trip' }));
    return within(await screen.findByRole('dialog', { name: 'Add trip' }));
  };
  await opened();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const dialog = await opened();
  await user.type(dialog.getByLabelText('Start address'), 'Hamnen');
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(hasUnsaved()).toBe(true);
  expect(dialog.getByLabelText('Start address')).toHaveProperty('value', 'Hamnen');
});

test('NAV-039: a text for many trips is not thrown away by Escape without a question; what is only ticked is', async () => {
  const { user } = await open();
  await user.click(screen.getAllByRole('checkbox', { name: /^Tick/ })[0]!);
  const opened = async () => {
    await user.click(screen.getByRole('button', { name: 'Change' }));
    return within(await screen.findByRole('dialog'));
  };
  await user.click((await opened()).getByRole('checkbox', { name: 'Purpose' }));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const dialog = await opened();
  await user.click(dialog.getByRole('checkbox', { name: 'Purpose' }));
  await user.type(dialog.getByRole('combobox', { name: 'New value' }), 'Bron');
  await user.keyboard('{Escape}');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(hasUnsaved()).toBe(true);
  expect(dialog.getByRole('combobox', { name: 'New value' })).toHaveProperty('value', 'Bron');
});

test('TRIP-033: with basic subscriptions alone the log is read only: no types, purposes, ticks or matters, and no sums per type', async () => {
  await open({}, three, { userHasOnlyBasSubscription: true });
  expect(screen.getAllByRole('row').length).toBeGreaterThan(3);
  expect(screen.queryAllByRole('combobox')).toEqual([]);
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  for (const name of [/Type/, /Add trip/, /Purpose missing/, /Columns/])
    expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryAllByText('Purpose missing')).toEqual([]);
  expect(screen.queryAllByRole('cell', { name: /^(Business|Private)/ })).toEqual([]);
});

test('TRIP-004, TRIP-019: the sums under the log bear the mark of each type, the third one in the account’s colour and with its name', async () => {
  await open({}, three, { OtherTripType: 'Jour', OtherTripColour: '#8a1c1c' });
  const cell = (await screen.findAllByRole('cell', { name: /^Jour / })).at(-1)!;
  expect(cell.querySelector('[data-type="other"]')).not.toBeNull();
});

test('13-A2, NFR-003: on a phone the filters are a sheet behind one button that tells how many are set; it says what they leave', async () => {
  onNarrowScreen();
  const { user } = await open();
  expect(screen.queryByRole('searchbox', { name: /Search/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.type(screen.getByRole('searchbox', { name: /Search/ }), 'bridge');
  expect(screen.getByRole('checkbox', { name: /Outside working hours/ })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Show 3 trips' }));
  expect(await screen.findByRole('button', { name: 'Filters: 1' })).toBeTruthy();
});

test('TRIP-023: an opened trip tells by how much its odometer differs, before its fields, and leads to where that is corrected', async () => {
  const gap = trip({ id: 1, distance_m: 2400, has_odometer_gap: true, tracker_distance_m: 1600 });
  const { user } = await open({}, [gap, trip({ id: 2 })]);
  await user.click(screen.getAllByRole('button', { name: /, Trip$/ })[0]!);
  const told = within(await screen.findByRole('region', { name: 'Odometer differs' }));
  expect(told.getByText(/0\.8/)).toBeDefined();
  expect(told.getByRole('link', { name: 'Correct' }).getAttribute('href')).toBe('/unit/350000000000001');
  await user.click(screen.getAllByRole('button', { name: /, Trip$/ })[1]!);
  expect(screen.queryByRole('region', { name: 'Odometer differs' })).toBeNull();
});

test('13-A2: an empty purpose takes no line of a card, but one that must be there does, and one whose change was not saved', async () => {
  const { user } = await open({ 'trips.update': () => Promise.reject(new Error('offline')) }, [
    trip({ id: 1, unit_id: 1, type: 'other' }),
    trip({ id: 2, unit_id: 2, type: 'business' }),
    trip({ id: 3, unit_id: 3, type: 'other', purpose: 'Hem' }),
  ]);
  const mayGo = (): boolean[] => purposes().map((field) => field.matches('[data-may-stay-empty="true"]:placeholder-shown'));
  expect(mayGo()).toEqual([true, false, false]);
  await user.clear(purposes()[2]!);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: /again/i })).toBeDefined());
  expect(mayGo()).toEqual([true, false, false]);
});

test('TRIP-036: the heading of a day says that it is a day off of the company, and which', async () => {
  const day = three[0]!.day;
  await open({
    'days-off.list': () => ({
      year: Number(day.slice(0, 4)),
      today: day,
      country: 'se',
      days: [{ day, holiday: null, kind: 'own', name: 'Klämdag', is_off: true, is_own: true, is_open: true }],
      first_day: day,
      last_day: day,
      units_with_hours: 1,
      can: { edit: false },
    }),
  });
  expect(await screen.findByText('Day off: Klämdag')).toBeTruthy();
});
