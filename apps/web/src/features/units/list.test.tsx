import type { UnitRow } from '@spora/contract/units/endpoints';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, onNarrowScreen, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { unitColumns } from './column-state.ts';
import { FIRST_COLUMNS } from './list-model.ts';
import { BulkBar } from './components/bulk-bar.tsx';
import type { UnitSearch } from './list-model.ts';
import { unitRow } from './testing.ts';
import { UnitsScreen } from './units-screen.tsx';

/** The list is virtual: jsdom has no layout, so the scroller is given a height. */
beforeEach(() => {
  for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 640 });
  HTMLElement.prototype.scrollTo = () => undefined;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    },
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const fleet = [
  unitRow({ id: 1, name: 'Skåpbil Norr', registration_number: 'ABC123', department: 'Nord' }),
  unitRow({ id: 2, name: 'Båten', kind: 'boat', registration_number: null, locked_by: 'Maja Ek' }),
  unitRow({ id: 3, name: '=Formel', department: 'Syd', tags: ['Jour'] }),
];

function Page(props: { first: UnitSearch; onSearch: (search: UnitSearch) => void }) {
  const [search, setSearch] = useState(props.first);
  const change = (next: UnitSearch) => {
    setSearch(next);
    props.onSearch(next);
  };
  return <UnitsScreen search={search} onSearch={(patch) => change({ ...search, ...patch })} onClear={() => change({})} />;
}

async function open(rows: readonly UnitRow[] = fleet, isAdmin = true, answers: FakeAnswers = {}, first: UnitSearch = {}) {
  const searches: UnitSearch[] = [];
  const send = fakeSend({
    'units.rows': () => ({ units: [...rows], can: { add: isAdmin, bulk: isAdmin } }),
    'accounts.list-groups': () => ({ groups: [], can: { create: true, edit: true } }),
    ...answers,
  });
  const user = userEvent.setup();
  await renderScreen(<Page first={first} onSearch={(search) => searches.push(search)} />, { send, user: signedInUser() });
  return { send, user, searches };
}
const names = async () =>
  (await screen.findAllByRole('row')).flatMap((row) =>
    within(row)
      .queryAllByRole('link')
      .map((link) => link.textContent),
  );

test('NAV-015, UNIT-005, UNIT-019, LOCK-009: the units with their cells, the locked one marked, each leading to its page', async () => {
  await open();
  expect(await names()).toEqual(['=Formel', 'Båten', 'Skåpbil Norr']);
  const row = (await screen.findByRole('link', { name: 'Båten' })).closest<HTMLElement>('[role=row]')!;
  expect(within(row).getByText('Locked by Maja Ek')).toBeDefined();
  expect(within(row).getByText('At rest')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Båten' }).getAttribute('href')).toBe('/user/edit-terminal?imei=350000000000002');
});

test('MAP-033, UNIT-019: a unit that reports without a position is not said never to have connected', async () => {
  await open([
    unitRow({ id: 1, name: 'Garaget', state: null, last_contact_at: '2026-03-17T11:00:00Z' }),
    unitRow({ id: 2, name: 'Nya', state: null, last_contact_at: null }),
  ]);
  const stateOf = async (name: string) =>
    (await screen.findByRole('link', { name })).closest<HTMLElement>('[role=row]')?.textContent;
  expect(await stateOf('Garaget')).toContain('Connected, but no satellite position yet');
  expect(await stateOf('Nya')).toContain('Has never connected');
});

test('13-A, UNIT-019: on a phone a unit is told by its plate and who drives it; what is cut of a long row is the department', async () => {
  onNarrowScreen();
  await open([unitRow({ id: 1, registration_number: 'ABC123', driver: 'Amina Kvarnfors', department: 'Nord' })]);
  expect(await screen.findByText('ABC123 · Amina Kvarnfors · Nord')).toBeDefined();
});

test('UNIT-019, NAV-037: search forgives, columns sort, and both are told to the address', async () => {
  const { user, searches } = await open();
  await user.type(await screen.findByRole('searchbox'), 'baten');
  expect(await screen.findByText('1 of 3 units')).toBeDefined();
  expect(await names()).toEqual(['Båten']);
  await user.clear(screen.getByRole('searchbox'));
  await screen.findByText('3 units');
  await user.click(screen.getByRole('button', { name: 'Department', expanded: undefined }));
  expect(searches.at(-1)).toMatchObject({ sort: 'department' });
  expect(await names()).toEqual(['Skåpbil Norr', '=Formel', 'Båten']);
});

test('UNIT-019, SEC-013: the rows that are shown become a file whose formulas are harmless', async () => {
  let saved = '';
  vi.stubGlobal(
    'Blob',
    class {
      constructor(parts: string[]) {
        saved = parts.join('');
      }
    },
  );
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  const { user } = await open(fleet, true, { 'exports.record-list': () => ({}) });
  await user.type(await screen.findByRole('searchbox'), 'jour');
  await screen.findByText('1 of 3 units');
  await user.click(screen.getByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saved).not.toBe(''));
  expect(saved).toContain("'=Formel");
  expect(saved).not.toContain('Båten');
});

test('UNIT-019, REP-007: what is a number is one in the file, its unit in the heading, boats in kilometres too', async () => {
  let saved = '';
  vi.stubGlobal(
    'Blob',
    class {
      constructor(parts: string[]) {
        saved = parts.join('');
      }
    },
  );
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = () => undefined;
  const numbers = { battery_v: 12.63, odometer_km: 1351.26, operating_hours: 3295.8 };
  const { user } = await open(
    [
      unitRow({ id: 1, name: 'Bil', ...numbers }),
      unitRow({ id: 2, name: 'Båten', kind: 'boat', odometer_km: 18.52, battery_v: null }),
    ],
    true,
    { 'exports.record-list': () => ({}) },
    { columns: 'battery,odometer,hours' },
  );
  await user.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => expect(saved).not.toBe(''));
  expect(saved.replace('\ufeff', '').trim().split('\r\n')).toEqual([
    'Name,Battery (V),Odometer (km),Hours (h),Locked by',
    'Båten,,18.5,,',
    'Bil,12.6,1351.3,3295.8,',
  ]);
});

test('UNIT-019: the list says whether columns go on beside what is in sight', async () => {
  Object.defineProperty(HTMLElement.prototype, 'scrollWidth', { configurable: true, value: 900 });
  try {
    await open();
    const table = await screen.findByRole('table');
    const [scroller, frame] = [table.parentElement!, table.parentElement!.parentElement!];
    expect([frame.dataset['before'], frame.dataset['after']]).toEqual(['false', 'true']);
    scroller.scrollLeft = 260;
    fireEvent.scroll(scroller);
    expect([frame.dataset['before'], frame.dataset['after']]).toEqual(['true', 'false']);
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollWidth');
  }
});

test('UNIT-019: columns are put in order, from the keyboard too; one that is chosen is moved into sight, and all come back', async () => {
  // What is open above the page takes it out of reach.
  const heads = () =>
    screen
      .getAllByRole('columnheader', { hidden: true })
      .flatMap(({ dataset }) => (dataset['column'] ? [dataset['column']] : []));
  Object.defineProperty(HTMLElement.prototype, 'scrollWidth', { configurable: true, value: 900 });
  try {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(screen.getByRole('checkbox', { name: 'Subscription' }));
    expect(heads().at(-1)).toBe('subscription');
    expect(screen.getByRole('table', { hidden: true }).parentElement!.scrollLeft, 'it is seen').toBe(900);
    const earlier = screen.getByRole('button', { name: 'Move Subscription to the left' });
    earlier.focus();
    for (const _ of FIRST_COLUMNS) await user.keyboard('{Enter}');
    expect(document.activeElement, 'it is moved on from where it is').toBe(earlier);
    expect(heads().slice(0, 3)).toEqual(['name', 'subscription', 'registration']);
    expect(earlier.getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Move Plate to the right' }));
    expect(heads().slice(0, 4)).toEqual(['name', 'subscription', 'state', 'registration']);
    cleanup();
    await open();
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    expect(heads().slice(0, 4), 'they are kept').toEqual(['name', 'subscription', 'state', 'registration']);
    await user.click(screen.getByRole('button', { name: 'Back to the original' }));
    expect(heads()).toEqual(['name', ...FIRST_COLUMNS]);
    expect(screen.queryByRole('button', { name: 'Back to the original' })).toBeNull();
  } finally {
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollWidth');
  }
});

test('UNIT-019: whoever may add none and sees none is not told of a first unit', async () => {
  await open([], false);
  expect(await screen.findByRole('heading', { name: 'No units yet' })).toBeDefined();
  expect(screen.queryByText('Your first unit')).toBeNull();
});

test('UNIT-013: on a phone what can be done with the chosen units is in a menu, and the bar is one line', async () => {
  onNarrowScreen(['(width < 768px)']);
  await renderScreen(<BulkBar imeis={['350000000000001']} onClear={() => undefined} />, { send: fakeSend({}) });
  const bar = within(screen.getByRole('region', { name: '1 unit chosen' }));
  expect(bar.getAllByRole('button')).toHaveLength(2);
  await userEvent.click(bar.getByRole('button', { name: 'Change chosen' }));
  expect(screen.getAllByRole('menuitem')).toHaveLength(6);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Tags' }));
  expect(await screen.findByRole('combobox', { name: 'Tags' })).toBeDefined();
});

test('UNIT-013, UNIT-014: many units are changed after a preview of each, and what is refused is told', async () => {
  const { user, send } = await open(fleet, true, {
    'units.bulk': () => ({
      units: [
        { imei: '350000000000003', name: '=Formel', before: 'Jour', after: 'Jour, Vinter', had: ['Jour'], refused: null },
        { imei: '350000000000001', name: 'Skåpbil Norr', before: 'Vinter', after: 'Vinter', had: ['Vinter'], refused: null },
        { imei: '350000000000002', name: 'Båten', before: '', after: '', had: [], refused: 'UnitLocked' },
      ],
    }),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Choose all that are shown' }));
  const bar = screen.getByRole('region', { name: '3 units chosen' });
  await user.click(within(bar).getByRole('button', { name: 'Tags' }));
  await user.click(screen.getByRole('button', { name: 'See what changes' }));
  expect(screen.getByText('Enter a name.')).toBeDefined();
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'Vinter');
  await user.click(screen.getByRole('button', { name: 'See what changes' }));
  expect(await screen.findByText('1 unit will be changed.')).toBeDefined();
  expect(screen.getByText('Jour, Vinter')).toBeDefined();
  expect(screen.getByText('Access to this unit has been locked.')).toBeDefined();
  expect(screen.getByText('1 unit stays as it is.')).toBeDefined();
  const bulk = () => send.requests.filter(({ id }) => id === 'units.bulk').map(({ body }) => body);
  expect(bulk()).toMatchObject([{ action: 'add', values: ['Vinter'], commit: false }]);
  await user.click(screen.getByRole('button', { name: 'Change 1 unit' }));
  expect(await screen.findByText('1 unit was changed.')).toBeDefined();
  expect(bulk()).toMatchObject([{}, { commit: true, imeis: expect.arrayContaining(['350000000000003']) as string[] }]);
});

test('UNIT-013, UNIT-019: who may not edit many has neither boxes nor ways to add', async () => {
  await open(fleet, false);
  await screen.findByRole('link', { name: 'Båten' });
  expect(screen.queryAllByRole('checkbox')).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull();
});

test('UNIT-008: a tracker is replaced, or moved to another vehicle, by the number of the vehicle; where none bears it that is said', async () => {
  const { user, send } = await open(fleet, true, {
    'units.replace': () => {
      throw new ApiError(404, 'NoActiveVehicle');
    },
    'units.change-car': () => ({ imei: '350000000000033', unit_id: 9 }),
  });
  await screen.findByText('Skåpbil Norr');
  const choose = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Change car or tracker' }));
    await user.click(await screen.findByRole('menuitem', { name }));
    return within(await screen.findByRole('dialog', { name }));
  };
  const replace = await choose('Replace the tracker');
  await user.click(replace.getByRole('button', { name: 'Replace the tracker' }));
  expect(replace.getByText('Enter the registration number.')).toBeDefined();
  await user.type(replace.getByLabelText('Registration number'), 'abc 123');
  await user.type(replace.getByLabelText('IMEI of the new tracker'), '350000000000033');
  await user.click(replace.getByRole('button', { name: 'Replace the tracker' }));
  expect((await replace.findByRole('alert')).textContent).toContain('No unit in use has this registration number');
  expect(send.requests.find(({ id }) => id === 'units.replace')?.body).toEqual({
    current_registration_number: 'abc 123',
    new_imei: '350000000000033',
  });
  // NAV-039: what is typed is not thrown away by a press.
  await user.click(replace.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('dialog')).toBeDefined();
  await user.clear(replace.getByLabelText('Registration number'));
  await user.clear(replace.getByLabelText('IMEI of the new tracker'));
  await user.click(replace.getByRole('button', { name: 'Cancel' }));
  const car = await choose('Change car');
  await user.type(car.getByLabelText('Registration number of the old vehicle'), 'ABC123');
  await user.type(car.getByLabelText('Name of the new vehicle'), 'Skåpbil 2');
  await user.type(car.getByLabelText('Registration number of the new vehicle'), 'NYA999');
  await user.click(car.getByRole('button', { name: 'Move the tracker' }));
  await waitFor(() =>
    expect(send.requests.find(({ id }) => id === 'units.change-car')?.body).toMatchObject({
      current_registration_number: 'ABC123',
      name: 'Skåpbil 2',
      registration_number: 'NYA999',
    }),
  );
});

test('ERR-036: a list that could not be fetched says so and is fetched again', async () => {
  let isDown = true;
  const { user } = await open(fleet, true, {
    'units.rows': () => {
      if (isDown) throw new ApiError(500, 'SomethingWentWrong');
      return { units: fleet, can: { add: true, bulk: true } };
    },
  });
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  isDown = false;
  await user.click(again);
  await waitFor(async () => expect(await names()).toContain('Båten'));
});

test('UNIT-019, MODE-008: a column tells how units report, what the tracker confirmed and what it is asked', async () => {
  await open([
    unitRow({ id: 1, name: 'Båda', mode: '24h', requested_mode: '1h' }),
    unitRow({ id: 2, name: 'Bekräftad', mode: 'realtime-5' }),
  ]);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Reporting' }));
  await user.keyboard('{Escape}');
  const cells = (await screen.findAllByRole('row')).flatMap((row) =>
    within(row)
      .queryAllByRole('cell')
      .filter((cell) => cell.dataset['column'] === 'mode')
      .map((cell) => cell.textContent),
  );
  expect(cells).toEqual(['Once a day · Changing to “Every hour”', 'Every 5 minutes while it moves']);
});

test('UNIT-019, STORE-010: the columns that somebody chose are there the next time, unless an address names others', async () => {
  const heads = () =>
    screen.getAllByRole('columnheader').flatMap(({ dataset, textContent }) => (dataset['column'] ? [textContent] : []));
  const { user, searches } = await open();
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  for (const name of ['IMEI', 'Battery']) await user.click(await screen.findByRole('checkbox', { name }));
  await user.keyboard('{Escape}');
  expect(searches.at(-1)?.columns, 'a link tells them too').toBe('registration,state,contact,driver,department,tags,battery');
  const chosen = heads();
  expect(chosen).toContain('Battery');
  cleanup();
  await open();
  await screen.findByRole('button', { name: 'Columns' });
  expect(heads()).toEqual(chosen);
  expect(localStorage.getItem('view.unit-columns')).toContain('battery');
  cleanup();
  await renderScreen(<UnitsScreen search={{ columns: 'kind' }} onSearch={() => undefined} onClear={() => undefined} />, {
    send: fakeSend({ 'units.rows': () => ({ units: fleet, can: { add: false, bulk: false } }) }),
    user: signedInUser(),
  });
  await screen.findByRole('button', { name: 'Columns' });
  expect(heads()).toHaveLength(2);
  unitColumns.take('horoscope');
  expect(unitColumns.read(), 'what another version wrote is left').toContain('battery');
  unitColumns.take('');
  expect(unitColumns.read()).toBe('');
});
