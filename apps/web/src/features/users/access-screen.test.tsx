import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeAnswers, fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import {
  accessSet,
  countAccess,
  inverse,
  pairsOf,
  shownMatrix,
  stateOf,
  withAccess,
  type AccessSearch,
} from './public/access-model.ts';
import { AccessScreen } from './public/access-screen.tsx';

const nothing = (): void => undefined;

/** jsdom has no layout: the matrix is told how much of it is seen. */
beforeEach(() => {
  for (const name of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, value: 900 });
  HTMLElement.prototype.scrollTo = nothing;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing;
      unobserve = nothing;
      disconnect = nothing;
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const MATRIX = {
  users: [
    { id: 7, full_name: 'Anna Lindqvist', is_admin: true, department: '' },
    { id: 8, full_name: 'Bo Ek', is_admin: false, department: 'Norr' },
    { id: 9, full_name: 'Cilla Berg', is_admin: false, department: 'Syd' },
  ],
  units: [
    { id: 1, name: 'Skåpbil', registration_number: 'ABC 123', department: 'Norr', locked_by: null },
    { id: 2, name: 'Direktionsbil', registration_number: null, department: null, locked_by: 9 },
  ],
  access: [
    [8, 1],
    [9, 2],
  ] as [number, number][],
};

function Page() {
  const [search, setSearch] = useState<AccessSearch>({});
  return <AccessScreen search={search} onSearch={(patch) => setSearch((before) => ({ ...before, ...patch }))} />;
}
async function open(answers: FakeAnswers = {}) {
  const send = fakeSend({
    'users.access-matrix': () => MATRIX,
    'users.change-access': ({ body }) => ({
      given: body.give?.length ?? 0,
      taken: body.take?.length ?? 0,
      bookings: 0,
      refused: [],
    }),
    ...answers,
  });
  await renderScreen(<Page />, { send, user: signedInUser() });
  await screen.findByRole('grid');
  return send;
}
const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const changesOf = (send: Awaited<ReturnType<typeof open>>) =>
  send.requests.filter(({ id }) => id === 'users.change-access').map(({ body }) => body);

test('16, ADM-011: before access is taken away it says how many bookings go', async () => {
  const send = await open({ 'bookings.losses': () => ({ bookings: 1 }) });
  await userEvent.click(await box('Bo Ek, Skåpbil (ABC 123)'));
  expect(await screen.findByText('1 booking to come is cancelled, and its driver is told.')).toBeDefined();
  expect(send.requests.filter(({ id }) => id === 'bookings.losses').map(({ body }) => body)).toEqual([
    { losses: [{ user_id: 8, unit_id: 1 }], by_lock: false },
  ]);
});

test('ADM-012, LOCK-001: what is ticked is counted, saved in one call, and can be taken back', async () => {
  const send = await open();
  await userEvent.click(await box('Bo Ek, Skåpbil (ABC 123)'));
  await userEvent.click(await box('Bo Ek, Direktionsbil'));
  await userEvent.click(await box('Cilla Berg, Skåpbil (ABC 123)'));
  expect(screen.getByText('Not saved: 2 given, 1 taken away')).toBeDefined();
  expect(changesOf(send)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Saved: 2 given, 1 taken away')).toBeDefined();
  const give = [
    { user_id: 8, unit_id: 2 },
    { user_id: 9, unit_id: 1 },
  ];
  const take = [{ user_id: 8, unit_id: 1 }];
  expect(changesOf(send)).toEqual([{ give, take }]);
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(changesOf(send)).toEqual([
      { give, take },
      { give: take, take: give },
    ]),
  );
});

test('ADM-012: a box of a heading ticks its whole row or column; ticked twice nothing is left to save', async () => {
  await open();
  const all = await box('All users shown: Skåpbil (ABC 123)');
  expect(all.indeterminate).toBe(true);
  await userEvent.click(all);
  expect((await box('Cilla Berg, Skåpbil (ABC 123)')).checked).toBe(true);
  expect(screen.getByText('Not saved: 1 given, 0 taken away')).toBeDefined();
  await userEvent.click(await box('Cilla Berg, Skåpbil (ABC 123)'));
  expect(screen.queryByText(/Not saved/)).toBeNull();
});

test('LOCK-010, ROLE-001: administrators see all units, and whoever locked one keeps it: their boxes are fixed', async () => {
  await open();
  const admins = await box('Anna Lindqvist, Skåpbil (ABC 123)');
  expect([admins.checked, admins.getAttribute('aria-disabled')]).toEqual([true, 'true']);
  await userEvent.click(admins);
  expect(screen.queryByText(/Not saved/)).toBeNull();
  expect(screen.getByText(/Administrators see all of them/)).toBeDefined();
  const lockers = await box(/Cilla Berg, Direktionsbil.*keeps access/);
  expect([lockers.checked, lockers.getAttribute('aria-disabled')]).toEqual([true, 'true']);
});

test('ADM-012: each row says how many of the units shown its user has, as it will be', async () => {
  await open();
  expect(screen.getByText('1 of 2 units · Norr')).toBeDefined();
  await userEvent.click(await box('Bo Ek, Skåpbil (ABC 123)'));
  expect(screen.getByText('0 of 2 units · Norr')).toBeDefined();
});

test('ADM-012: what the server kept is told', async () => {
  await open({
    'users.change-access': () => ({
      given: 0,
      taken: 0,
      bookings: 0,
      refused: [{ user_id: 8, unit_id: 1, reason: 'UnlockFirst' }],
    }),
  });
  await userEvent.click(await box('Bo Ek, Skåpbil (ABC 123)'));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/1 access was not changed/)).toBeDefined();
});

test('ADM-012: arrows move between the boxes; one of them is in the order of Tab', async () => {
  await open();
  const all = await box('All shown');
  all.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
  await waitFor(async () => expect(document.activeElement).toBe(await box('Bo Ek, Skåpbil (ABC 123)')));
  const grid = within(screen.getByRole('grid'));
  expect(grid.getAllByRole<HTMLInputElement>('checkbox').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  await userEvent.keyboard(' ');
  expect(screen.getByText('Not saved: 0 given, 1 taken away')).toBeDefined();
});

test('ADM-012: of 300 users and 500 units only what is in view is drawn', async () => {
  const users = Array.from({ length: 300 }, (_, i) => ({ id: i + 1, full_name: `User ${i}`, is_admin: false, department: '' }));
  const units = Array.from({ length: 500 }, (_, i) => ({ ...MATRIX.units[0]!, id: i + 1, name: `Unit ${i}` }));
  await open({ 'users.access-matrix': () => ({ users, units, access: [] }) });
  expect(screen.getAllByRole('checkbox').length).toBeLessThan(900);
  expect(screen.getByText('300 users, 500 units')).toBeDefined();
});

test('ADM-012: a department filters either side, and all shown means only those', () => {
  const shown = shownMatrix(MATRIX, { team: 'Norr', what: 'abc123' });
  expect([shown.users.map(({ id }) => id), shown.units.map(({ id }) => id)]).toEqual([[8], [1]]);
  const base = accessSet(MATRIX);
  const pending = withAccess(base, new Map(), shown, false);
  expect(pairsOf(pending)).toEqual({ give: [], take: [{ user_id: 8, unit_id: 1 }] });
  expect(inverse(pairsOf(pending))).toEqual({ give: [{ user_id: 8, unit_id: 1 }], take: [] });
  expect(stateOf(countAccess(base, pending, shown).all)).toBe('none');
  expect(stateOf(countAccess(base, pending, { users: [MATRIX.users[0]!], units: MATRIX.units }).all)).toBe('fixed');
});
