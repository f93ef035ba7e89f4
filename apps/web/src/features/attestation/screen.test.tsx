import type { AttestRow } from '@spora/contract/attestation/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CATALOGUES } from '@spora/messages/catalogues';
import { createTranslate } from '@spora/messages/translate';
import { ApiError } from '../../lib/api-error.ts';
import { fakeSend, onNarrowScreen, renderScreen, signedInUser, type FakeAnswers, type FakeSend } from '../../lib/testing.tsx';
import { batchOf, matterSearch, readAttestSearch, viewOf, type AttestSearch } from './model.ts';
import { AttestScreen } from './screen.tsx';
import { trip, tripPage } from '../trips/testing.ts';
import { unitRow } from '../units/testing.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-03T09:00:00Z') });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const SUMS = { trips: 12, distance_m: 420_000, business_m: 300_000, private_m: 100_000, other_m: 20_000 };
const UNIT = { unit_id: 1, imei: '350000000000001', unit_name: 'Skåpbil 7', registration_number: 'ABC123' };
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
const check = (over: Partial<DataOf<'attestation.check'>> = {}): DataOf<'attestation.check'> => ({
  ...OCTOBER,
  is_over: true,
  totals: SUMS,
  units: [{ ...UNIT, ...SUMS }],
  attested_trips: 0,
  matters: [],
  is_without_user: false,
  can: { attest: true },
  ...over,
});
const NO_STAMPS = {
  user_attested_at: null,
  user_attested_by: null,
  admin_attested_at: null,
  admin_attested_by: null,
  reopened_at: null,
  reopened_by: null,
  reopened_reason: '',
  note: '',
};
const row = (over: Partial<AttestRow> = {}): AttestRow => ({
  attestation_id: null,
  ...UNIT,
  department: 'Norr',
  user_id: 7,
  user_name: 'Dag Driver',
  ...OCTOBER,
  ...SUMS,
  late_trips: 0,
  changed_trips: null,
  matters: [],
  attested_with: [],
  state: 'open',
  ...NO_STAMPS,
  reminded_at: null,
  remind_from: null,
  can: { attest: true, reopen: false, remind: true },
  ...over,
});
const ATTESTED = row({
  attestation_id: 41,
  user_id: 8,
  user_name: 'Eva Ek',
  unit_id: 2,
  unit_name: 'Lastbil',
  state: 'user',
  user_attested_at: '2026-11-01T07:10:00Z',
  user_attested_by: 'Eva Ek',
  can: { attest: true, reopen: true, remind: false },
});
const status = (rows: AttestRow[]): DataOf<'attestation.status'> => ({
  month: '2026-10',
  rows,
  counts: { open: 1, user: 1, admin: 0, reopened: 0, lacking: 0 },
  choices: {
    departments: ['Norr'],
    users: [
      { id: 7, name: 'Dag Driver' },
      { id: 8, name: 'Eva Ek' },
    ],
    units: [{ id: 1, name: 'Skåpbil 7' }],
  },
  left_out: { not_driven: 0, not_attested: 0 },
});
const ANSWERS: FakeAnswers = {
  'attestation.last': () => ({ rows: [], period: OCTOBER }),
  'attestation.check': () => check(),
  'attestation.attest': () => ({ attested: [{ id: 9, unit_id: 1, trips: 12 }], state: 'user' }),
  'attestation.status': () => status([row(), ATTESTED]),
  'attestation.history': () => ({ rows: [] }),
  'attestation.proposals': () => ({ proposals: [] }),
  'trips.generate': () => tripPage([]),
};

function Page(props: { first: AttestSearch }) {
  const [search, setSearch] = useState(props.first);
  return (
    <>
      <output>{JSON.stringify(search)}</output>
      <AttestScreen search={search} onSearch={(patch) => setSearch((before) => readAttestSearch({ ...before, ...patch }))} />
    </>
  );
}
interface Opened {
  readonly first?: AttestSearch;
  readonly isAdmin?: boolean;
  readonly user?: Parameters<typeof signedInUser>[0];
}
async function open(answers: FakeAnswers = {}, { first = {}, isAdmin = true, user = {} }: Opened = {}) {
  const send = fakeSend({ ...ANSWERS, ...answers });
  await renderScreen(<Page first={first} />, {
    send,
    user: signedInUser({ IsAdmin: isAdmin, ...(isAdmin ? { ID: 1 } : {}), ...user }),
  });
  return { send, person: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}
const bodiesOf = (send: FakeSend, id: string): unknown[] =>
  send.requests.filter((request) => request.id === id).map((request) => (request as { body?: unknown }).body);

/** What holds the whole of a line whose dates are kept in one piece. */
const line = (said: RegExp) => (_: string, element: Element | null) =>
  said.test(element?.textContent ?? '') && ![...(element?.children ?? [])].some((child) => said.test(child.textContent));

test('ATT-011, ATT-002, CONST-033: a driver sees last month with its totals and attests it by saying so twice, with a note', async () => {
  const { send, person } = await open({}, { isAdmin: false });
  const button = await screen.findByRole('button', { name: 'Attest 12 trips' });
  const running = { from: '2026-11-01', to: '2026-11-30' };
  expect(bodiesOf(send, 'attestation.check')).toEqual([OCTOBER, running]);
  expect(screen.getByText('Nothing is missing.')).toBeDefined();
  await person.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Attest October 2026?' }));
  expect(bodiesOf(send, 'attestation.attest'), 'one press seals nothing').toEqual([]);
  expect(dialog.getByText(/12 trips · 420\.0\skm/)).toBeDefined();
  expect(dialog.getByText('Nothing is missing.')).toBeDefined();
  expect(dialog.getByText(/can only be changed if an administrator/)).toBeDefined();
  expect(dialog.getByLabelText<HTMLInputElement>('Note').maxLength).toBe(100);
  await person.type(dialog.getByLabelText('Note'), 'Allt stämmer');
  await person.click(dialog.getByRole('button', { name: 'Attest 12 trips in October 2026' }));
  expect(await screen.findByText('Attested')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodiesOf(send, 'attestation.attest')).toEqual([{ ...OCTOBER, note: 'Allt stämmer' }]);
  expect(screen.queryByRole('tab', { name: 'Corrections' })).toBeNull();
});

test('ATT-010: whoever attests with something open is told what once more, may think better of it, and days that are no month are named', async () => {
  const days = { from: '2026-10-01', to: '2026-10-15' };
  const gap = {
    kind: 'odometer-gap' as const,
    unit_id: 1,
    imei: UNIT.imei,
    unit_name: UNIT.unit_name,
    count: 2,
    trip_ids: [4, 5],
  };
  const { send, person } = await open(
    { 'attestation.check': () => check({ ...days, matters: [{ ...gap, is_blocking: false }] }) },
    { isAdmin: false, first: days },
  );
  await person.click(await screen.findByRole('button', { name: 'Attest 12 trips' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/The odometer does not match 2 trips · Skåpbil 7/)).toBeDefined();
  expect(dialog.getByRole('button', { name: 'Attest 12 trips 2026-10-01 – 2026-10-15' })).toBeDefined();
  await person.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodiesOf(send, 'attestation.attest')).toEqual([]);
});

test('TRIP-003, TRIP-004: the totals to attest bear each type’s mark; the third has the account’s name and colour', async () => {
  await open({}, { isAdmin: false, user: { OtherTripType: 'Jour', OtherTripColour: '#8a1c1c' } });
  const terms = await screen.findAllByRole('term');
  expect(terms.map((term) => [term.textContent.trim(), term.querySelector('[data-type]')?.getAttribute('data-type')])).toEqual([
    ['Trips', undefined],
    ['Distance', undefined],
    ['Business', 'business'],
    ['Private', 'private'],
    ['Jour', 'other'],
  ]);
});

test('ATT-009, ATT-011: a month that is attested says how far, by whom and when, and leads to its trips, as an open one does', async () => {
  const done = row({
    attestation_id: 41,
    state: 'admin',
    user_attested_at: '2026-11-01T07:10:00Z',
    user_attested_by: 'Dag Driver',
    admin_attested_at: '2026-11-02T12:30:00Z',
    admin_attested_by: 'Eva Ek',
  });
  const { send } = await open(
    {
      'attestation.check': () => check({ totals: { ...SUMS, trips: 0 }, units: [], attested_trips: 12, can: { attest: false } }),
      'attestation.status': () => status([done, row({ from: '2026-10-20', attestation_id: null })]),
    },
    { isAdmin: false },
  );
  expect(await screen.findByText('12 trips are attested. Nothing is left in this period.')).toBeDefined();
  expect(await screen.findByText(/^420\.0\skm$/)).toBeDefined();
  expect(screen.getByText(line(/^Driver: Dag Driver, 2026-11-01 08:10$/))).toBeDefined();
  expect(screen.getByText(line(/^Administrator: Eva Ek, 2026-11-02 13:30$/))).toBeDefined();
  expect(screen.getAllByText('Skåpbil 7'), 'what is not attested is not told of').toHaveLength(1);
  const link = screen.getByRole('link', { name: 'Show the trips in the log' }).getAttribute('href');
  expect(link).toContain('from=2026-10-01&to=2026-10-31');
  expect(link).not.toContain('attested=');
  expect(send.requests.find(({ id }) => id === 'attestation.status')).toMatchObject({ query: { month: '2026-10', user_id: 7 } });
});

test('ATT-009, ATT-011: a driver’s own attesting says that the administrator’s is still to come', async () => {
  const done = row({
    attestation_id: 41,
    state: 'user',
    user_attested_at: '2026-11-01T07:10:00Z',
    user_attested_by: 'Dag Driver',
  });
  await open(
    {
      'attestation.check': () => check({ totals: { ...SUMS, trips: 0 }, units: [], attested_trips: 12, can: { attest: false } }),
      'attestation.status': () => status([done]),
    },
    { isAdmin: false },
  );
  expect(await screen.findByText('You have attested 12 trips as driver. An administrator has still to attest.')).toBeDefined();
  expect(screen.queryByText(/Nothing is left/)).toBeNull();
});

test('ATT-011: an attested period of several months tells no figures, which would be those of its first month', async () => {
  const { send } = await open(
    {
      'attestation.check': () => check({ totals: { ...SUMS, trips: 0 }, units: [], attested_trips: 30, can: { attest: false } }),
    },
    { first: { view: 'mine', from: '2026-09-15', to: '2026-10-31' }, isAdmin: false },
  );
  expect(await screen.findByText('30 trips are attested. Nothing is left in this period.')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Show the trips in the log' }).getAttribute('href');
  expect(link).toContain('from=2026-09-15&to=2026-10-31');
  expect(screen.queryByText(/420/)).toBeNull();
  expect(send.requests.filter(({ id }) => id === 'attestation.status')).toEqual([]);
});

test('on a phone the first name is not under rows of choices: filters are one press away, and what is set is counted', async () => {
  onNarrowScreen();
  const { person } = await open({}, { first: { unit: '1' } });
  const button = await screen.findByRole('button', { name: /^Filters?.*1/ });
  expect(screen.queryByRole('button', { name: /All drivers/ })).toBeNull();
  await person.click(button);
  expect(screen.getByRole('button', { name: /All drivers/ })).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Attested by driver 1' }));
  expect(within(screen.getByRole('group', { name: 'State' })).getByRole('button', { pressed: true }).textContent).toMatch(/ 1$/);
});

test('ATT-010: open matters lead to the log, and one that is required blocks the button', async () => {
  const matter = {
    kind: 'purpose-missing' as const,
    unit_id: 1,
    imei: UNIT.imei,
    unit_name: UNIT.unit_name,
    count: 2,
    trip_ids: [4, 5],
  };
  await open(
    { 'attestation.check': () => check({ matters: [{ ...matter, is_blocking: true }], can: { attest: false } }) },
    { isAdmin: false },
  );
  const line = within((await screen.findByText(/2 business trips have no purpose/)).closest('li')!);
  expect(line.getByText('Required')).toBeDefined();
  expect(line.getByRole('link', { name: 'Show' }).getAttribute('href')).toContain('matter=purpose');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Attest 12 trips' }).disabled).toBe(true);
  expect(screen.getByText('First complete what is marked as required.')).toBeDefined();
});

test('issue 13, 4: the trips without a purpose stand where one attests, and each is settled with one press; the month is judged again', async () => {
  const at = (id: number, start: string, stop: string) =>
    trip({
      id,
      driver_id: 7,
      start: { ...trip({ id }).start, time: `2026-10-20T${start}:00Z` },
      stop: { ...trip({ id }).start, time: `2026-10-20T${stop}:00Z` },
    });
  const trips = [at(1, '06:00', '06:20'), { ...at(2, '06:30', '07:00'), suggests_merge: true }, at(3, '12:00', '12:30')];
  const { send, person } = await open(
    {
      'trips.generate': () => tripPage(trips),
      'trips.purposes': () => ({
        purposes: [
          { text: 'Till bygget', source: 'own' },
          { text: 'Hem', source: 'account' },
        ],
      }),
      'trips.update': ({ params, body }) => ({
        trip: { ...trips.find(({ id }) => id === Number(params.id))!, purpose: body.purpose ?? '' },
      }),
      'trips.set-type': () => ({ results: [{ id: 3, success: true, trip: { ...trips[2]!, type: 'private' } }] }),
    },
    { isAdmin: false },
  );
  expect(await screen.findByRole('heading', { name: 'Trips without a purpose' })).toBeDefined();
  expect(bodiesOf(send, 'trips.generate')).toEqual([
    { ...OCTOBER, driver_ids: [7], purpose_missing: true, attested: 'no', descending: false },
  ]);
  const cards = () => screen.queryAllByRole('article').map((card) => card.dataset['trip']);
  expect(cards()).toEqual(['1', '2', '3']);
  const checks = (): number =>
    bodiesOf(send, 'attestation.check').filter((body) => JSON.stringify(body) === JSON.stringify(OCTOBER)).length;
  expect(checks()).toBe(1);
  const first = within(screen.getByRole('group', { name: 'Suggested purposes for the trip at 08:00' }));
  await person.click(await first.findByRole('button', { name: 'Till bygget' }));
  await waitFor(() => expect(cards()).toEqual(['2', '3']));
  expect(screen.getByRole('button', { name: '08:00–08:20 · Business · Till bygget' })).toBeDefined();
  expect(document.activeElement).toBe(screen.getAllByRole('article')[0]);
  await waitFor(() => expect(checks()).toBe(2));

  await person.click(
    within(screen.getByRole('group', { name: 'Type of the trip at 14:00' })).getByRole('button', { name: 'Private' }),
  );
  await waitFor(() => expect(cards()).toEqual(['2']));
  expect(screen.getByRole('button', { name: 'Merge with the trip at 08:00' })).toBeDefined();

  await person.type(screen.getByRole('textbox', { name: 'Purpose of the trip at 08:30' }), 'Leverans{Enter}');
  await waitFor(() => expect(cards()).toEqual([]));
  await person.click(screen.getByRole('button', { name: '14:00–14:30 · Private' }));
  expect(cards()).toEqual(['3']);
});

test('ERR-035: already attested is said where the button is, and the note stays', async () => {
  const { person } = await open(
    {
      'attestation.attest': () => {
        throw new ApiError(409, 'AttestAlready');
      },
    },
    { isAdmin: false },
  );
  await person.click(await screen.findByRole('button', { name: 'Attest 12 trips' }));
  await person.type(await screen.findByLabelText('Note'), 'x');
  await person.click(screen.getByRole('button', { name: 'Attest 12 trips in October 2026' }));
  expect(await screen.findByText('These trips are already attested.')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('x');
});

test('ATT-013, DEC-47: an administrator attests chosen rows after a warning, and hears of each that was refused', async () => {
  const { send, person } = await open({
    'attestation.attest-batch': () => ({
      results: [
        { row: 0, success: false, error: 'AttestOpenMatters' },
        { row: 1, success: true, id: 41, without_user: false },
      ],
    }),
  });
  await person.click(await screen.findByLabelText('Choose all 2 that are waiting'));
  await person.click(screen.getByRole('button', { name: 'Attest 2' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('1 of them has not been attested by the driver.')).toBeDefined();
  await person.click(dialog.getByRole('button', { name: 'Attest 2 periods' }));
  expect(await screen.findByText(/Something is still missing in this period/)).toBeDefined();
  expect(screen.getByText('1 period attested')).toBeDefined();
  expect(bodiesOf(send, 'attestation.attest-batch')).toEqual([
    {
      rows: [
        { attestation_id: null, unit_id: 1, user_id: 7, ...OCTOBER },
        { attestation_id: 41, unit_id: 2, user_id: 8, ...OCTOBER },
      ],
      note: '',
    },
  ]);
});

test('ATT-010, ATT-013, DEC-47: attesting many tells of each whose it is, how much and what is missing, and how much all of it is', async () => {
  const missing = row({ matters: [{ kind: 'purpose-missing', count: 1, is_blocking: true }] });
  const { person } = await open({ 'attestation.status': () => status([missing, ATTESTED]) });
  await person.click(await screen.findByLabelText('Choose all 2 that are waiting'));
  const there = screen.getByRole('link', { name: /^1 business trip has no purpose/ }).getAttribute('href')!;
  const asked = [...new URLSearchParams(there.split('?')[1]).keys()].toSorted();
  expect(asked, 'to these trips, and nothing else').toEqual(['drivers', 'from', 'matter', 'period', 'to', 'unit']);
  await person.click(screen.getByRole('button', { name: 'Attest 2' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/^24 trips · 840\.0\skm$/)).toBeDefined();
  expect(dialog.getByText(/^1 of them is not done yet/)).toBeDefined();
  expect(dialog.getByText('1 open, 1 attested by the driver.')).toBeDefined();
  expect(dialog.getByRole('link', { name: '1 business trip has no purpose' }).getAttribute('href')).toBe(there);
  expect(dialog.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
    expect.stringMatching(
      /^Dag Driver · Skåpbil 712 trips · 420\.0\skm1 business trip has no purpose \(required\)The driver has not attested this\.$/,
    ),
    expect.stringMatching(/^Eva Ek · Lastbil12 trips · 420\.0\skm$/),
  ]);
});

test('ATT-010, ATT-013: the status tells what is missing with the way to it, and whose driving needs no attestation', async () => {
  const missing = row({ matters: [{ kind: 'purpose-missing', count: 1, is_blocking: false }] });
  const leftOut = { not_driven: 46, not_attested: 2 };
  await open({
    'attestation.status': () => ({ ...status([missing, row({ user_id: 9, user_name: 'Ulf Ek' })]), left_out: leftOut }),
  });
  const link = await screen.findByRole('link', { name: '1 business trip has no purpose' });
  const address = new URL(link.getAttribute('href')!, location.href).searchParams;
  expect(Object.fromEntries(address)).toMatchObject({ ...OCTOBER, matter: 'purpose', unit: UNIT.imei });
  expect(screen.getAllByText('Nothing is missing.')).toHaveLength(1);
  expect(
    screen.getByText(
      /46 units have no trips in October 2026 other than any private ones\. Attestation is switched off for 2 units\./,
    ),
  ).toBeDefined();
});

test('TRIP-032: that others’ private driving is in no figure is said of every list, also a narrowed one, and of a period that shows no trip', async () => {
  const said = 'Trips and distances leave out what other drivers drove privately.';
  await open({}, { first: { state: 'open' } });
  expect(await screen.findByText(said)).toBeDefined();
  expect(screen.queryByText('No trips other than any private ones.')).toBeNull();
  cleanup();
  const none = { ...ATTESTED, trips: 0, distance_m: 0 };
  await open({ 'attestation.status': () => status([none, { ...none, attestation_id: 42, user_id: 1 }]) });
  expect(await screen.findAllByText('No trips other than any private ones.'), 'not of one’s own').toHaveLength(1);
  cleanup();
  await open({}, { isAdmin: false, first: { view: 'status' } });
  expect(await screen.findByRole('button', { name: 'Open 1' })).toBeDefined();
  expect(screen.queryByText(said), 'members see their own alone').toBeNull();
});

test('ATT-005: a driver has the months of their own and the history; the list of everybody is for administrators', async () => {
  const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
  await open({}, { isAdmin: false });
  expect(tabs()).toEqual(['My trips', 'History']);
  cleanup();
  await open({}, { isAdmin: false, first: { view: 'status' } });
  expect(tabs(), 'where an address asks for it').toContain('Status');
  cleanup();
  await open({});
  expect(tabs()).toContain('Status');
});

test('ATT-010: what the unit lacks is said of the unit on a driver’s row, and the row without a driver leads to just its trips', async () => {
  const matters: AttestRow['matters'] = [{ kind: 'driver-missing', count: 3, is_blocking: false }];
  await open({
    'attestation.status': () => status([row({ matters }), row({ matters, user_id: null, user_name: null, trips: 3 })]),
  });
  expect(await screen.findAllByRole('link', { name: '3 trips of the unit have no driver' })).toHaveLength(2);
  expect(screen.getByRole('link', { name: /^12 trips/ }).getAttribute('href')).toContain('drivers=7');
  expect(screen.getByRole('link', { name: /^3 trips, / }).getAttribute('href')).toContain('matter=driver');
});

test('ATT-009: days are told where they are not the month, and what was opened again says that it was attested', async () => {
  const again = row({
    state: 'reopened',
    user_attested_at: '2026-11-01T07:10:00Z',
    user_attested_by: 'Eva Ek',
    reopened_at: '2026-11-02T07:10:00Z',
  });
  await open({ 'attestation.status': () => status([again]) });
  expect(await screen.findByText(line(/^Was attested by the driver Eva Ek, /))).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: 'Period' })).toBeNull();
  cleanup();
  await open({ 'attestation.status': () => status([again, row({ user_id: 9, from: '2026-10-21' })]) });
  expect(await screen.findByRole('columnheader', { name: 'Period' })).toBeDefined();
});

test('ATT-014: who was reminded less than a day ago is counted beside those who would be', async () => {
  const waits = row({ user_id: 9, user_name: 'Ulf Ek', remind_from: '2026-11-03T12:00:00Z' });
  const { person } = await open({ 'attestation.status': () => status([row(), waits]) });
  await person.click(await screen.findByLabelText('Choose all 2 that are waiting'));
  expect(screen.getByRole('button', { name: 'Remind 1' })).toBeDefined();
  expect(screen.getByText('1 was reminded less than a day ago.')).toBeDefined();
  expect(screen.getByText(/Dag Driver\.$/).textContent, 'not to whom it does not go').not.toContain('Ulf Ek');
});

test('ATT-014: whom a reminder goes to is said before it is sent, also of all that are chosen, on a phone as on a wide screen', async () => {
  onNarrowScreen();
  const { person } = await open({ 'attestation.status': () => status([row(), row({ user_id: 9, user_name: 'Ulf Ek' })]) });
  await person.click(await screen.findByLabelText('Choose all 2 that are waiting'));
  expect(screen.getByRole('button', { name: 'Remind 2' })).toBeDefined();
  expect(screen.getByText(/Dag Driver, Ulf Ek\.$/)).toBeDefined();
});

test('DEC-47, ATT-010: an administrator who attests one period is told whose, how much and what is open before it is sealed', async () => {
  const { send, person } = await open({
    'attestation.check': () =>
      check({
        matters: [
          {
            kind: 'purpose-missing',
            unit_id: 1,
            imei: null,
            unit_name: UNIT.unit_name,
            count: 3,
            trip_ids: [],
            is_blocking: false,
          },
        ],
      }),
    'attestation.attest-batch': () => ({ results: [{ row: 0, success: true, id: 41, without_user: true }] }),
  });
  await person.click(await screen.findByLabelText('Choose Dag Driver, Skåpbil 7'));
  await person.click(screen.getByRole('button', { name: 'Attest 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Attest October 2026?' }));
  expect(dialog.getByText(/Dag Driver · Skåpbil 7 · 12 trips/)).toBeDefined();
  const missing = (await dialog.findByRole('link', { name: /^3 business trips have no purpose/ })).getAttribute('href')!;
  expect(Object.fromEntries(new URLSearchParams(missing.split('?')[1])), 'the way to them').toMatchObject({
    ...OCTOBER,
    matter: 'purpose',
    drivers: '7',
  });
  expect(dialog.getByText('The driver has not attested this.')).toBeDefined();
  expect(dialog.getByText('Any private trips that Dag Driver drove are attested too, but are not counted here.')).toBeDefined();
  expect(bodiesOf(send, 'attestation.check')).toContainEqual({ unit_id: 1, user_id: 7, ...OCTOBER });
  await person.click(dialog.getByRole('button', { name: 'Attest October 2026' }));
  expect(
    await screen.findByText('Dag Driver, Skåpbil 7: October 2026 is attested. It can be opened again on its row.'),
  ).toBeDefined();
});

test('ATT-007, ATT-014: a reminder that cannot be sent says to contact support', async () => {
  const { send, person } = await open({
    'attestation.remind': () => {
      throw new ApiError(409, 'AttestReminderFailed');
    },
  });
  await person.click(await screen.findByLabelText('Choose Dag Driver, Skåpbil 7'));
  await person.click(screen.getByRole('button', { name: 'Remind 1' }));
  expect(await screen.findByText('The reminder could not be sent. Contact support.')).toBeDefined();
  expect(bodiesOf(send, 'attestation.remind')).toEqual([{ rows: [{ user_id: 7, ...OCTOBER }] }]);
});

test('ERR-043, ATT-014: of who was reminded within a day it is said when, and when again; after a call that came too soon the button waits', async () => {
  const remindedAt = (hours: number) =>
    row({
      reminded_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
      remind_from: new Date(Date.now() + (24 - hours) * 3_600_000).toISOString(),
    });
  const bar = async (rows: AttestRow[], names: string[]) => {
    const { person } = await open({ 'attestation.status': () => status(rows) });
    for (const name of names) await person.click(await screen.findByLabelText(`Choose ${name}, Skåpbil 7`));
    return within(screen.getByRole('region', { name: /chosen$/ }));
  };
  // 10:00 in the zone of the account.
  const today = await bar([remindedAt(2)], ['Dag Driver']);
  expect(today.getByText('Reminded today at 08:00. Can be reminded again tomorrow at 08:00.')).toBeDefined();
  expect(today.queryByRole('button', { name: /^Remind/ }), 'no button that reminds nobody').toBeNull();
  expect(today.queryByText(/try again/)).toBeNull();
  cleanup();
  const yesterday = await bar([remindedAt(22)], ['Dag Driver']);
  expect(yesterday.getByText('Reminded yesterday at 12:00. Can be reminded again today at 12:00.')).toBeDefined();
  cleanup();
  const both = await bar([remindedAt(2), { ...remindedAt(1), user_id: 8, user_name: 'Eva Ek' }], ['Dag Driver', 'Eva Ek']);
  expect(both.getByText('Those chosen have been reminded already. Can be reminded again tomorrow at 08:00.')).toBeDefined();
  cleanup();
  const one = await bar([remindedAt(2), row({ user_id: 8, user_name: 'Eva Ek' })], ['Dag Driver', 'Eva Ek']);
  expect(one.getByRole('button', { name: 'Remind 1' })).toBeDefined();
  expect(one.getByText(/reminded/).textContent).toBe('1 was reminded less than a day ago.');
  cleanup();
  const { person: other } = await open({
    'attestation.remind': () => {
      throw new ApiError(429, 'TooManyRequests', { retryAfterS: 60 });
    },
  });
  await other.click(await screen.findByLabelText('Choose Dag Driver, Skåpbil 7'));
  await other.click(screen.getByRole('button', { name: 'Remind 1' }));
  expect(await screen.findByText(/You can try again in (01:00|00:5\d)\./)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remind 1' }).disabled).toBe(true);
});

test('ATT-013, DEC-47: each row that may be attested has a button of its own, which asks first; members have none', async () => {
  const done = row({ user_id: 9, user_name: 'Ulf Ek', state: 'admin', can: { attest: false, reopen: true, remind: false } });
  const { send, person } = await open({
    'attestation.status': () => status([row(), done]),
    'attestation.attest-batch': () => ({ results: [{ row: 0, success: true, id: 41, without_user: true }] }),
  });
  await person.click(await screen.findByRole('button', { name: 'Attest' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Attest October 2026?' }));
  expect(dialog.getByText(/^Dag Driver · Skåpbil 7 · 12 trips/)).toBeDefined();
  await person.click(dialog.getByRole('button', { name: 'Attest October 2026' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodiesOf(send, 'attestation.attest-batch')).toEqual([
    { rows: [{ attestation_id: null, unit_id: 1, user_id: 7, ...OCTOBER }], note: '' },
  ]);
  cleanup();
  await open({}, { isAdmin: false, first: { view: 'status' } });
  await screen.findByRole('rowheader', { name: 'Dag Driver' });
  expect(screen.queryByRole('button', { name: 'Attest' })).toBeNull();
});

test('ATT-013, 13-A2: whoever attests from the keyboard goes on at the next row, although the button they pressed is gone', async () => {
  let isDone = false;
  const done = row({ attestation_id: 41, state: 'admin', can: { attest: false, reopen: false, remind: false } });
  const { person } = await open({
    'attestation.status': () => status([isDone ? done : row(), row({ user_id: 9, user_name: 'Ulf Ek', unit_id: 3 })]),
    'attestation.attest-batch': () => {
      isDone = true;
      return { results: [{ row: 0, success: true, id: 41, without_user: true }] };
    },
  });
  const [first] = await screen.findAllByRole('button', { name: 'Attest' });
  first!.focus();
  await person.keyboard('{Enter}');
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Attest October/ }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Attest' })).toHaveLength(1));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Attest' })));
});

test('ATT-013: of a month that goes on it is said when it can be attested, and that a row misses nothing so far', async () => {
  const waiting = row({ from: '2026-11-01', to: '2026-11-30', can: { attest: false, reopen: false, remind: false } });
  await open({ 'attestation.status': () => ({ ...status([waiting]), month: '2026-11' }) }, { first: { month: '2026-11' } });
  expect(await screen.findByText('It can be attested when the month is over, from 2026-12-01.')).toBeDefined();
  expect(screen.getByText('Nothing is missing.')).toBeDefined();
  cleanup();
  await open();
  expect(await screen.findByText('Choose rows to attest several at once or to remind drivers.')).toBeDefined();
  expect(screen.queryByText(/when the month is over/)).toBeNull();
});

test('ATT-013: on a phone the states with their counts stand there, to be pressed, before the filters are opened', async () => {
  onNarrowScreen();
  await open();
  const states = within(await screen.findByRole('group', { name: 'State' }));
  expect(states.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Open 1', 'Attested by driver 1']);
  await userEvent.click(states.getByRole('button', { name: 'Open 1' }));
  expect(screen.getByText('{"state":"open"}'), 'one press, as on a wide screen').toBeDefined();
});

test('DEC-47: of their own driving an administrator is not told of a driver who has not attested', async () => {
  const own = row({ user_id: 1, user_name: 'Anna Admin', can: { attest: true, reopen: false, remind: false } });
  const { person } = await open({ 'attestation.status': () => status([own, row({ unit_id: 3 })]) });
  const [first] = await screen.findAllByRole('button', { name: 'Attest' });
  await person.click(first!);
  expect(await screen.findByText('You have not attested this yourself, as its driver.')).toBeDefined();
  expect(screen.queryByText('The driver has not attested this.')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(screen.getByLabelText('Choose all 2 that are waiting'));
  await person.click(screen.getByRole('button', { name: 'Attest 2' }));
  const lines = within(await screen.findByRole('dialog')).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => /(?:You have|The driver has) not/.exec(textContent)?.[0])).toEqual([
    'You have not',
    'The driver has not',
  ]);
});

test('TRIP-032: that others’ private trips are left out is said once, beside the figures of what one attests, and not of one’s own driving', async () => {
  const own = row({ user_id: 1, user_name: 'Anna Admin', unit_id: 3 });
  const { person } = await open({ 'attestation.status': () => status([own, row()]) });
  await person.click(await screen.findByLabelText('Choose all 2 that are waiting'));
  expect(screen.queryByText(/are not counted here/), 'not on the page as well').toBeNull();
  await person.click(screen.getByRole('button', { name: 'Attest 2' }));
  const beside = async (figures: RegExp) => (await screen.findByText(figures)).parentElement!.textContent;
  expect(await beside(/^24 trips/)).toContain('are not counted here');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  const [ofOwn, ofOther] = screen.getAllByRole('button', { name: 'Attest' });
  await person.click(ofOther!);
  expect(await beside(/^Dag Driver · .*12 trips/)).toContain('are not counted here');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(ofOwn!);
  expect(await beside(/^Anna Admin · .*12 trips/)).not.toContain('are not counted here');
});

test('DEC-47: the sum of what is attested is that of the distances that stand below it', async () => {
  const rows = [1_863_400, 1_036_600, 1_036_600].map((distance_m, i) => row({ unit_id: i + 2, user_id: i + 2, distance_m }));
  const { person } = await open({ 'attestation.status': () => status(rows) });
  await person.click(await screen.findByLabelText('Choose all 3 that are waiting'));
  await person.click(screen.getByRole('button', { name: 'Attest 3' }));
  const dialog = within(await screen.findByRole('dialog'));
  const km = dialog
    .getAllByRole('listitem')
    .map(({ textContent }) => /· (\d\s\d+)\skm/.exec(textContent)?.[1]?.replace(/\s/, ''));
  expect(km).toEqual(['1863', '1037', '1037']);
  expect(dialog.getByText(/^36 trips · 3\s937\skm$/)).toBeDefined();
});

test('ATT-009, DEC-47: of a period that was opened again it is not said that its driver never attested it', async () => {
  const again = row({
    state: 'reopened',
    user_attested_at: '2026-11-01T07:10:00Z',
    user_attested_by: 'Dag Driver',
    reopened_at: '2026-11-02T07:10:00Z',
  });
  const { person } = await open({ 'attestation.status': () => status([again]) });
  await person.click(await screen.findByRole('button', { name: 'Attest' }));
  expect(await screen.findByText('The driver has not attested this again.')).toBeDefined();
  expect(screen.queryByText('The driver has not attested this.')).toBeNull();
});

const REOPENED = row({
  state: 'reopened',
  user_attested_at: '2026-11-01T07:10:00Z',
  user_attested_by: 'Dag Driver',
  reopened_at: '2026-11-02T07:10:00Z',
  reopened_by: 'Maja Lindholt',
  reopened_reason: 'Resorna den 6 saknar projekt',
  changed_trips: 0,
});

test('ATT-015: a row that was opened again tells what was asked, whether anything was changed since and what is missing now', async () => {
  const matters = [{ kind: 'purpose-missing' as const, count: 1, is_blocking: false }];
  const told = async (over: Partial<AttestRow>) => {
    cleanup();
    await open({ 'attestation.status': () => status([{ ...REOPENED, ...over }]) });
    return (await screen.findByText('Resorna den 6 saknar projekt')).closest('td')!.textContent;
  };
  // What the reason asks for may be something that is not looked for, as a project.
  const found = 'No trip lacks a purpose or a driver. For anything else, look at the trips.';
  expect(await told({})).toMatch(new RegExp(`No trip has been changed since. ${found}$`));
  expect(await told({ changed_trips: 3 })).toMatch(new RegExp(`3 trips have been changed since. ${found}$`));
  const lacking = await told({ changed_trips: 1, matters });
  expect(lacking).toMatch(/1 business trip has no purpose.*1 trip has been changed since\.$/);
});

test('ATT-015: a period that was opened again says why before it is attested once more, and not that nothing is missing', async () => {
  const { person } = await open({ 'attestation.status': () => status([REOPENED]) });
  await person.click(await screen.findByRole('button', { name: 'Attest' }));
  const one = within(await screen.findByRole('dialog'));
  expect(await one.findByText('The driver has not attested this again.')).toBeDefined();
  expect(one.getByText(/^Maja Lindholt opened the period again /)).toBeDefined();
  expect(one.getByText('Resorna den 6 saknar projekt')).toBeDefined();
  expect(one.queryByText('Nothing is missing.')).toBeNull();
  cleanup();
  const { person: other } = await open({ 'attestation.status': () => status([REOPENED, ATTESTED]) });
  await other.click(await screen.findByLabelText('Choose all 2 that are waiting'));
  await other.click(screen.getByRole('button', { name: 'Attest 2' }));
  const many = within(await screen.findByRole('dialog'));
  expect(many.getByText('1 of them was opened again: see below why.')).toBeDefined();
  expect(many.getByText('Resorna den 6 saknar projekt')).toBeDefined();
});

test('ATT-015: its driver reads the reason where they attest it again, and once more before it is sealed', async () => {
  const mine = { ...REOPENED, user_id: signedInUser().ID };
  const { person } = await open({ 'attestation.status': () => status([mine]) }, { isAdmin: false });
  expect(await screen.findByText('Resorna den 6 saknar projekt')).toBeDefined();
  expect(screen.queryByText('Nothing is missing.')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Attest 12 trips' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Resorna den 6 saknar projekt')).toBeDefined();
  expect(dialog.queryByText('Nothing is missing.')).toBeNull();
});

test('ATT-009: what was missing when it was attested, and that its driver had not attested, stay with the row and in the history', async () => {
  const late = {
    attestation_id: 43,
    state: 'admin' as const,
    admin_attested_at: '2026-11-02T07:10:00Z',
    admin_attested_by: 'Maja Lindholt',
    attested_with: [{ kind: 'purpose-missing' as const, count: 1 }],
    can: { attest: false, reopen: true, remind: false },
  };
  await open({ 'attestation.status': () => status([row(late)]) });
  expect(await screen.findByText('Attested with 1 business trip without a purpose.')).toBeDefined();
  expect(screen.getByText('The driver had not attested it.')).toBeDefined();
  cleanup();
  await open({ 'attestation.status': () => status([row({ ...late, user_name: 'Maja Lindholt' })]) });
  expect(await screen.findByText('Attested with 1 business trip without a purpose.')).toBeDefined();
  expect(screen.queryByText('The driver had not attested it.'), 'who drove attested').toBeNull();
});

test('ATT-013: those that miss something are counted beside the states and shown alone, in the address', async () => {
  const lacking = row({ matters: [{ kind: 'purpose-missing', count: 2, is_blocking: false }] });
  const counts = { ...status([]).counts, lacking: 13 };
  const { send, person } = await open({ 'attestation.status': () => ({ ...status([lacking, ATTESTED]), counts }) });
  await person.click(await screen.findByRole('button', { name: 'Something missing 13' }));
  expect(screen.getByText('{"missing":"yes"}')).toBeDefined();
  await waitFor(() =>
    expect(send.requests.filter(({ id }) => id === 'attestation.status').at(-1)?.query).toMatchObject({ lacking: 'true' }),
  );
  await person.click(screen.getByRole('button', { name: 'Open 1' }));
  expect(screen.getByText('{"state":"open"}')).toBeDefined();
});

test('ATT-013: of several those that are ready are attested alone, and the others stay', async () => {
  const lacking = row({ unit_id: 3, unit_name: 'Bil 3', matters: [{ kind: 'purpose-missing', count: 2, is_blocking: false }] });
  const { send, person } = await open({
    'attestation.status': () => status([lacking, row(), ATTESTED]),
    'attestation.attest-batch': () => ({
      results: [
        { row: 0, success: true, id: 1, without_user: true },
        { row: 1, success: true, id: 2, without_user: false },
      ],
    }),
  });
  await person.click(await screen.findByRole('checkbox', { name: 'Choose all 3 that are waiting' }));
  await person.click(screen.getByRole('button', { name: 'Attest 3' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/cannot be changed unless the period is opened again/)).toBeDefined();
  // `ATTESTED` has its driver's own; what the button takes is said, not only what is chosen.
  const ready = dialog.getByText(/^Ready means that nothing is missing and that it was not opened again\./);
  expect(ready.textContent).toContain('Of the 2 that are ready, 1 has not been attested by the driver.');
  const { DOCUMENT_POSITION_FOLLOWING: below } = Node;
  expect(ready.compareDocumentPosition(dialog.getByRole('list')) & below, 'in sight, above a long list').toBe(below);
  await person.click(dialog.getByRole('button', { name: 'Attest the 2 that are ready' }));
  await screen.findByText(/^2 periods attested/);
  const [body] = bodiesOf(send, 'attestation.attest-batch') as { rows: { unit_id: number }[] }[];
  expect(body?.rows.map(({ unit_id }) => unit_id)).toEqual([1, 2]);
  // ATT-015 asks for a reason: the way back leads to the rows.
  await person.click(screen.getByRole('button', { name: 'Show attested' }));
  expect(screen.getByText('{"state":"admin"}')).toBeDefined();
});

test('ATT-013, ATT-015: what was opened again and not attested since is not among those that are ready', async () => {
  const { send, person } = await open({
    'attestation.status': () => status([{ ...REOPENED, unit_id: 4 }, row(), ATTESTED]),
    'attestation.attest-batch': () => ({ results: [] }),
  });
  await person.click(await screen.findByRole('checkbox', { name: 'Choose all 3 that are waiting' }));
  await person.click(screen.getByRole('button', { name: 'Attest 3' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Attest all 3' })).toBeDefined();
  await person.click(dialog.getByRole('button', { name: 'Attest the 2 that are ready' }));
  await waitFor(() => expect(bodiesOf(send, 'attestation.attest-batch')).toHaveLength(1));
  const [body] = bodiesOf(send, 'attestation.attest-batch') as { rows: { unit_id: number }[] }[];
  expect(body?.rows.map(({ unit_id }) => unit_id)).toEqual([1, 2]);
});

test('ATT-013: a question about a period stays open when the list that it was asked from has become empty', async () => {
  let rows = [row()];
  const { person } = await open({ 'attestation.status': () => status(rows) });
  await person.click(await screen.findByRole('button', { name: 'Attest' }));
  const dialog = await screen.findByRole('dialog');
  rows = [];
  vi.setSystemTime(new Date('2026-11-03T09:02:00Z'));
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('No trips to attest this month');
  expect(dialog.isConnected).toBe(true);
  cleanup();
});

test('ATT-015: opening a period again asks for a reason', async () => {
  const { send, person } = await open({ 'attestation.unattest': () => ({ state: 'reopened' }) });
  await person.click(await screen.findByRole('button', { name: 'Open again' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').maxLength).toBe(100);
  await person.type(dialog.getByLabelText('Reason'), 'Fel förare');
  await person.click(dialog.getByRole('button', { name: 'Open the period' }));
  await waitFor(() => expect(bodiesOf(send, 'attestation.unattest')).toEqual([{ id: 41, reason: 'Fel förare' }]));
});

test('ATT-013: of several the states are told in the plural, and the dates of a question are in one piece', async () => {
  await open({
    'attestation.status': () => ({
      ...status([row(), ATTESTED]),
      counts: { open: 3, user: 1, admin: 0, reopened: 0, lacking: 0 },
    }),
  });
  expect(createTranslate('sv', CATALOGUES.sv)('AttestStates-open', { count: 3 })).toBe('Öppna 3');
  expect(await screen.findByRole('button', { name: 'Open 3' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Open again' }));
  const lead = within(await screen.findByRole('dialog')).getByText(/can change the trips/);
  expect([...lead.querySelectorAll('.unbroken')].map(({ textContent }) => textContent)).toEqual(['2026-10-01', '2026-10-31']);
});

test('ATT-005, ATT-013: states with their counts narrow the list, in the address; members choose nothing', async () => {
  const { person } = await open();
  expect(await screen.findByText(line(/Driver: Eva Ek, 2026-11-01 08:10/))).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Open 1' }));
  expect(screen.getByText('{"state":"open"}')).toBeDefined();
  cleanup();
  await open({}, { isAdmin: false, first: { view: 'status' } });
  expect(await screen.findByRole('rowheader', { name: 'Dag Driver' })).toBeDefined();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('ATT-005, ATT-015: the history tells who opened a period, when and why, is narrowed by month and driver and leads to the trips', async () => {
  const {
    can: _can,
    department: _department,
    late_trips: _late,
    changed_trips: _changed,
    reminded_at: _at,
    remind_from: _from,
    attestation_id: _id,
    ...rest
  } = row();
  const old = {
    ...rest,
    id: 3,
    state: 'reopened' as const,
    trips: null,
    distance_m: null,
    reopened_at: '2026-11-02T10:00:00Z',
    reopened_by: 'Anna',
    reopened_reason: 'Fel ärende',
  };
  await open({ 'attestation.history': () => ({ rows: [old] }) }, { first: { view: 'history' } });
  expect(await screen.findByText(line(/^Opened by Anna, 2026-11-02 11:00$/))).toBeDefined();
  expect(screen.getByText('Fel ärende')).toBeDefined();
  expect(screen.getByRole('rowheader').textContent, 'a month by its name').toMatch(/^October 2026/);
  cleanup();
  const september = { from: '2026-09-01', to: '2026-09-30' };
  const rows = [
    old,
    { ...old, id: 2, user_id: 8, user_name: 'Eva Ek', ...september, state: 'admin' as const, trips: 5, distance_m: 61_200 },
  ];
  const { send, person } = await open(
    {
      'attestation.history': ({ query }) => ({
        rows: rows.filter(({ user_id }) => !query?.user_id || user_id === query.user_id),
      }),
    },
    { first: { view: 'history' } },
  );
  const link = await screen.findByRole('link', { name: /^Show the trips: Dag Driver, Skåpbil 7/ });
  expect(Object.fromEntries(new URL(link.getAttribute('href')!, location.href).searchParams)).toMatchObject({
    ...OCTOBER,
    unit: UNIT.imei,
    drivers: '7',
  });
  const names = () =>
    screen.getAllByRole('link', { name: /^Show (the|5) trips/ }).map(({ textContent }) => /: ([^,]+)/.exec(textContent)?.[1]);
  expect(names()).toEqual(['Dag Driver', 'Eva Ek']);
  const told = screen.getAllByRole('rowheader').map(({ textContent }) => /·.*$/.exec(textContent)?.[0]);
  expect(told, 'how far, as far as it is attested').toEqual([undefined, '· 61.2\u00a0km']);
  await person.click(screen.getByRole('button', { name: /All drivers/ }));
  await person.click(await screen.findByRole('option', { name: 'Eva Ek' }));
  await waitFor(() => expect(names()).toEqual(['Eva Ek']));
  expect(send.requests.filter(({ id }) => id === 'attestation.history').at(-1)).toMatchObject({ query: { user_id: 8 } });
  await person.click(screen.getByRole('button', { name: /All months/ }));
  await person.click(await screen.findByRole('option', { name: 'October 2026' }));
  await person.click(await screen.findByRole('button', { name: 'Clear the filters' }));
  await waitFor(() => expect(names()).toHaveLength(2));
});

test('TRIP-029: a proposed correction is kept as attested, or the period is opened for it with a reason', async () => {
  const proposal = {
    id: 5,
    ...UNIT,
    trip_id: 77,
    attestation_id: 41,
    user_name: 'Dag Driver',
    day: '2026-10-12',
    start: null,
    stop: null,
    distance_m: 24_133,
    attested_distance_m: 24_040,
    attested_start: null,
    attested_stop: null,
    found_at: '2026-11-02T10:00:00Z',
  };
  const { send, person } = await open(
    {
      'attestation.proposals': () => ({ proposals: [proposal] }),
      'attestation.dismiss-proposal': () => ({}),
      'attestation.reopen-for-proposal': () => ({}),
    },
    { first: { view: 'proposals' } },
  );
  expect(await screen.findByRole('tab', { name: 'Corrections (1)' })).toBeDefined();
  expect(screen.getByText(/Attested: 24.0 km. Would be: 24.1 km./)).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Keep as attested' }));
  expect(await screen.findByText('The trip stays as attested')).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Open the period' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.type(dialog.getByLabelText('Reason'), 'Sena positioner');
  await person.click(dialog.getByRole('button', { name: 'Open the period' }));
  await waitFor(() => expect(bodiesOf(send, 'attestation.reopen-for-proposal')).toEqual([{ reason: 'Sena positioner' }]));
});

test('13-A7: whoever is alone in an account begins with their own trips, without a place for corrections while there are none', async () => {
  await open({ 'attestation.proposals': () => ({ proposals: [] }) }, { user: { IsAlone: true } });
  await screen.findByRole('tab', { name: 'My trips' });
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['My trips', 'Status', 'History']);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('My trips');
});

test('13-A7: whoever is alone and has nothing to attest is told what it is for, and that who drives privately needs none of it', async () => {
  const none = { ...SUMS, trips: 0, distance_m: 0, business_m: 0, private_m: 0, other_m: 0 };
  const answers: FakeAnswers = {
    'attestation.check': () => check({ totals: none, units: [] }),
    'attestation.status': () => status([]),
    'units.list': () => ({ units: [unitRow({ id: 1 })] }),
  };
  for (const view of ['mine', 'status'] as const) {
    await open(answers, { first: { view }, user: { IsAlone: true } });
    expect(await screen.findByText(/If you only drive privately, you can skip it\.$/), view).toBeDefined();
    cleanup();
    await open(answers, { first: { view } });
    expect(await screen.findByText(view === 'mine' ? 'No trips to attest' : 'No trips to attest this month')).toBeDefined();
    expect(screen.queryByText(/drive privately/), 'a company asks for it').toBeNull();
    cleanup();
  }
});

test('ATT-014: the link of a reminder opens one’s own period; what is not understood in an address is left out', () => {
  const search = readAttestSearch({ from: '2026-10-01', to: '2026-10-31', month: '2026-13', user: 'x', state: 'lost' });
  expect(search).toEqual(OCTOBER);
  expect(viewOf(search, true)).toBe('mine');
  expect(viewOf({}, true)).toBe('status');
  expect(viewOf({}, false)).toBe('mine');
  expect(viewOf({}, true, true), 'nobody else’s month').toBe('mine');
  expect(viewOf({ view: 'proposals' }, false)).toBe('mine');
  expect(readAttestSearch({ from: '2026-10-31', to: '2026-10-01' })).toEqual({});
});

test('ATT-010, ATT-013: a matter of one trip opens it; somebody with two units is reminded of a period once', () => {
  expect(matterSearch({ kind: 'ongoing', imei: null, trip_ids: [4] }, OCTOBER)).toEqual({
    period: 'custom',
    ...OCTOBER,
    trip: 4,
  });
  const { attest, remind, withoutUser } = batchOf([row(), row({ unit_id: 3 }), ATTESTED], 0);
  expect([attest.length, remind.length, withoutUser.length]).toEqual([3, 1, 2]);
});

test('13-A6: the month is told by its name, and states that nobody is in are not offered', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'October 2026' })).toBeDefined();
  const states = await screen.findByRole('group', { name: 'State' });
  expect(
    within(states)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Open 1', 'Attested by driver 1']);
});

test('13-A6: a driver’s month says what the month that goes on has so far, and no type that was not driven', async () => {
  await open(
    {
      'attestation.check': ({ body }) =>
        body.from === '2026-11-01'
          ? check({ ...body, is_over: false, totals: { ...SUMS, trips: 3, distance_m: 41_000 } })
          : check({ totals: { ...SUMS, other_m: 0 } }),
    },
    { first: { view: 'mine' } },
  );
  expect(await screen.findByRole('heading', { name: 'October 2026' })).toBeDefined();
  expect((await screen.findByText(/^November 2026 so far: 3 trips, 41\.0\skm\./)).textContent).toContain(
    'when the month is over',
  );
  expect(screen.getAllByText('Private')).toHaveLength(1);
  expect(screen.queryByText('Other')).toBeNull();
});

test('ATT-011: a month without trips does not send on to other months, of which there may be none that is over', async () => {
  const none = check({ totals: { ...SUMS, trips: 0 } });
  await open({ 'attestation.check': () => ({ ...none, attested_trips: 0 }) }, { first: { view: 'mine' } });
  expect(await screen.findByText('You have no trips on these days.')).toBeDefined();
});

const BOAT_OF_TWO = {
  totals: { ...SUMS, distance_m: 420_000, business_m: 300_000, private_m: 100_000 },
  units: [
    { ...UNIT, ...SUMS, distance_m: 382_960, private_m: 62_960 },
    { ...UNIT, ...SUMS, unit_id: 2, unit_name: 'Havsörn', distance_m: 37_040, business_m: 0, private_m: 37_040, other_m: 0 },
  ],
};
const withBoat = () => ({ units: [unitRow({ id: 1 }), unitRow({ id: 2, kind: 'boat' })] });

test('13-A1, ATT-010: what boats went is attested in nautical miles, beside what was driven on land', async () => {
  const { person } = await open({ 'attestation.check': () => check(BOAT_OF_TWO), 'units.list': withBoat }, { isAdmin: false });
  const boat = (await screen.findByText('Havsörn')).closest('li')!;
  await waitFor(() => expect(boat.textContent.replaceAll('\u00a0', ' ')).toContain('20.0 nm'));
  const text = document.body.textContent.replaceAll('\u00a0', ' ');
  for (const sum of ['Distance20.0 nm · 383.0 km', 'Business300.0 km', 'Private20.0 nm · 63.0 km']) expect(text).toContain(sum);
  await person.click(screen.getByRole('button', { name: 'Attest 12 trips' }));
  expect((await screen.findByRole('dialog')).textContent.replaceAll('\u00a0', ' ')).toContain('12 trips · 20.0 nm · 383.0 km');
});

test('13-A1, ATT-005: in the status of the fleet a boat has its own measure', async () => {
  await open({ 'units.list': withBoat }, { first: { view: 'status' } });
  const rows = await screen.findAllByRole('row');
  await waitFor(() => expect(rows.map(({ textContent }) => textContent).join()).toContain('nm'));
  const [car, boat] = rows.slice(1).map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
  expect(car).toContain('420.0 km');
  expect(boat).toContain('226.8 nm');
});

test('13-A5: where there is no unit there is nothing to attest, and a way to add one', async () => {
  await open({
    'attestation.status': () => ({ ...status([]), counts: { open: 0, user: 0, admin: 0, reopened: 0, lacking: 0 } }),
    'units.list': () => ({ units: [] }),
  });
  expect((await screen.findByRole('link', { name: 'Add a unit' })).getAttribute('href')).toContain('add-terminal');
});

test('ATT-013: on a phone the choices of department, driver and unit stand behind one button', async () => {
  onNarrowScreen();
  await open({}, { first: { view: 'status' } });
  const fold = await screen.findByRole('button', { name: 'Filters' });
  expect(screen.queryByRole('button', { name: /All drivers/ })).toBeNull();
  await userEvent.click(fold);
  expect(screen.getByRole('button', { name: /All drivers/ })).toBeDefined();
});
