import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers } from '../../lib/testing.tsx';
import { OCTOBER, SUMS, UNIT, beginInNovember, bodiesOf, check, line, openAttestation, row, status } from './testing.tsx';
import { trip, tripPage } from '../trips/testing.ts';
import { unitRow } from '../units/testing.ts';

beginInNovember();

test('ATT-011, ATT-002, CONST-033: a driver sees last month with its totals and attests it by saying so twice, with a note', async () => {
  const { send, person } = await openAttestation({}, { isAdmin: false });
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
  const { send, person } = await openAttestation(
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
  await openAttestation({}, { isAdmin: false, user: { OtherTripType: 'Jour', OtherTripColour: '#8a1c1c' } });
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
  const { send } = await openAttestation(
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
  await openAttestation(
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
  const { send } = await openAttestation(
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

test('ATT-010: open matters lead to the log, and one that is required blocks the button', async () => {
  const matter = {
    kind: 'purpose-missing' as const,
    unit_id: 1,
    imei: UNIT.imei,
    unit_name: UNIT.unit_name,
    count: 2,
    trip_ids: [4, 5],
  };
  await openAttestation(
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
  const { send, person } = await openAttestation(
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
  const { person } = await openAttestation(
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

test('TRIP-032: that others’ private trips are left out is said once, beside the figures of what one attests, and not of one’s own driving', async () => {
  const own = row({ user_id: 1, user_name: 'Anna Admin', unit_id: 3 });
  const { person } = await openAttestation({ 'attestation.status': () => status([own, row()]) });
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
  const { person } = await openAttestation({ 'attestation.status': () => status(rows) });
  await person.click(await screen.findByLabelText('Choose all 3 that are waiting'));
  await person.click(screen.getByRole('button', { name: 'Attest 3' }));
  const dialog = within(await screen.findByRole('dialog'));
  const km = dialog
    .getAllByRole('listitem')
    .map(({ textContent }) => /· (\d\s\d+)\skm/.exec(textContent)?.[1]?.replace(/\s/, ''));
  expect(km).toEqual(['1863', '1037', '1037']);
  expect(dialog.getByText(/^36 trips · 3\s937\skm$/)).toBeDefined();
});

test('13-A7: whoever is alone in an account begins with their own trips, without a place for corrections while there are none', async () => {
  await openAttestation({ 'attestation.proposals': () => ({ proposals: [] }) }, { user: { IsAlone: true } });
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
    await openAttestation(answers, { first: { view }, user: { IsAlone: true } });
    expect(await screen.findByText(/If you only drive privately, you can skip it\.$/), view).toBeDefined();
    cleanup();
    await openAttestation(answers, { first: { view } });
    expect(await screen.findByText(view === 'mine' ? 'No trips to attest' : 'No trips to attest this month')).toBeDefined();
    expect(screen.queryByText(/drive privately/), 'a company asks for it').toBeNull();
    cleanup();
  }
});

test('13-A6: a driver’s month says what the month that goes on has so far, and no type that was not driven', async () => {
  await openAttestation(
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
  await openAttestation({ 'attestation.check': () => ({ ...none, attested_trips: 0 }) }, { first: { view: 'mine' } });
  expect(await screen.findByText('You have no trips on these days.')).toBeDefined();
});
