import type { AttestRow } from '@spora/contract/attestation/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signedInUser } from '../../lib/testing.tsx';
import { ATTESTED, OCTOBER, REOPENED, UNIT, beginInNovember, bodiesOf, line, openAttestation, row, status } from './testing.tsx';

beginInNovember();

test('ATT-009, DEC-47: of a period that was opened again it is not said that its driver never attested it', async () => {
  const again = row({
    state: 'reopened',
    user_attested_at: '2026-11-01T07:10:00Z',
    user_attested_by: 'Dag Driver',
    reopened_at: '2026-11-02T07:10:00Z',
  });
  const { person } = await openAttestation({ 'attestation.status': () => status([again]) });
  await person.click(await screen.findByRole('button', { name: 'Attest' }));
  expect(await screen.findByText('The driver has not attested this again.')).toBeDefined();
  expect(screen.queryByText('The driver has not attested this.')).toBeNull();
});

test('ATT-015: a row that was opened again tells what was asked, whether anything was changed since and what is missing now', async () => {
  const matters = [{ kind: 'purpose-missing' as const, count: 1, is_blocking: false }];
  const told = async (over: Partial<AttestRow>) => {
    cleanup();
    await openAttestation({ 'attestation.status': () => status([{ ...REOPENED, ...over }]) });
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
  const { person } = await openAttestation({ 'attestation.status': () => status([REOPENED]) });
  await person.click(await screen.findByRole('button', { name: 'Attest' }));
  const one = within(await screen.findByRole('dialog'));
  expect(await one.findByText('The driver has not attested this again.')).toBeDefined();
  expect(one.getByText(/^Maja Lindholt opened the period again /)).toBeDefined();
  expect(one.getByText('Resorna den 6 saknar projekt')).toBeDefined();
  expect(one.queryByText('Nothing is missing.')).toBeNull();
  cleanup();
  const { person: other } = await openAttestation({ 'attestation.status': () => status([REOPENED, ATTESTED]) });
  await other.click(await screen.findByLabelText('Choose all 2 that are waiting'));
  await other.click(screen.getByRole('button', { name: 'Attest 2' }));
  const many = within(await screen.findByRole('dialog'));
  expect(many.getByText('1 of them was opened again: see below why.')).toBeDefined();
  expect(many.getByText('Resorna den 6 saknar projekt')).toBeDefined();
});

test('ATT-015: its driver reads the reason where they attest it again, and once more before it is sealed', async () => {
  const mine = { ...REOPENED, user_id: signedInUser().ID };
  const { person } = await openAttestation({ 'attestation.status': () => status([mine]) }, { isAdmin: false });
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
  await openAttestation({ 'attestation.status': () => status([row(late)]) });
  expect(await screen.findByText('Attested with 1 business trip without a purpose.')).toBeDefined();
  expect(screen.getByText('The driver had not attested it.')).toBeDefined();
  cleanup();
  await openAttestation({ 'attestation.status': () => status([row({ ...late, user_name: 'Maja Lindholt' })]) });
  expect(await screen.findByText('Attested with 1 business trip without a purpose.')).toBeDefined();
  expect(screen.queryByText('The driver had not attested it.'), 'who drove attested').toBeNull();
});

test('ATT-015: opening a period again asks for a reason', async () => {
  const { send, person } = await openAttestation({ 'attestation.unattest': () => ({ state: 'reopened' }) });
  await person.click(await screen.findByRole('button', { name: 'Open again' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').maxLength).toBe(100);
  await person.type(dialog.getByLabelText('Reason'), 'Fel förare');
  await person.click(dialog.getByRole('button', { name: 'Open the period' }));
  await waitFor(() => expect(bodiesOf(send, 'attestation.unattest')).toEqual([{ id: 41, reason: 'Fel förare' }]));
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
  await openAttestation({ 'attestation.history': () => ({ rows: [old] }) }, { first: { view: 'history' } });
  expect(await screen.findByText(line(/^Opened by Anna, 2026-11-02 11:00$/))).toBeDefined();
  expect(screen.getByText('Fel ärende')).toBeDefined();
  expect(screen.getByRole('rowheader').textContent, 'a month by its name').toMatch(/^October 2026/);
  cleanup();
  const september = { from: '2026-09-01', to: '2026-09-30' };
  const rows = [
    old,
    { ...old, id: 2, user_id: 8, user_name: 'Eva Ek', ...september, state: 'admin' as const, trips: 5, distance_m: 61_200 },
  ];
  const { send, person } = await openAttestation(
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
  const { send, person } = await openAttestation(
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
