import type { AttestRow } from '@spora/contract/attestation/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CATALOGUES } from '@spora/messages/catalogues';
import { createTranslate } from '@spora/messages/translate';
import { ApiError } from '../../lib/api-error.ts';
import { onNarrowScreen } from '../../lib/testing.tsx';
import { ATTESTED, OCTOBER, UNIT, beginInNovember, bodiesOf, line, openAttestation, row, status } from './testing.tsx';

beginInNovember();

test('on a phone the first name is not under rows of choices: filters are one press away, and what is set is counted', async () => {
  onNarrowScreen();
  const { person } = await openAttestation({}, { first: { unit: '1' } });
  const button = await screen.findByRole('button', { name: /^Filters?.*1/ });
  expect(screen.queryByRole('button', { name: /All drivers/ })).toBeNull();
  await person.click(button);
  expect(screen.getByRole('button', { name: /All drivers/ })).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Attested by driver 1' }));
  expect(within(screen.getByRole('group', { name: 'State' })).getByRole('button', { pressed: true }).textContent).toMatch(/ 1$/);
});

test('ATT-010, ATT-013: the status tells what is missing with the way to it, and whose driving needs no attestation', async () => {
  const missing = row({ matters: [{ kind: 'purpose-missing', count: 1, is_blocking: false }] });
  const leftOut = { not_driven: 46, not_attested: 2 };
  await openAttestation({
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

test('ATT-013: when the last of those that were gone through is attested, that is said, and what comes next', async () => {
  const counts = { open: 0, user: 0, admin: 3, reopened: 0, lacking: 0 };
  await openAttestation(
    { 'attestation.status': () => ({ ...status([]), counts }) },
    { first: { state: 'user', month: '2026-10' } },
  );
  expect(await screen.findByText('All of October 2026 is attested.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Show attested' })).toBeDefined();
  expect(screen.queryByText('Nothing matches the filters')).toBeNull();
  cleanup();
  const { person } = await openAttestation(
    { 'attestation.status': () => ({ ...status([]), counts: { ...counts, open: 2, reopened: 1 } }) },
    { first: { state: 'user' } },
  );
  await person.click(await screen.findByRole('button', { name: 'Show the 3 that are waiting' }));
  expect(screen.queryByText(/is attested\.$/)).toBeNull();
  await waitFor(() => expect(screen.queryByRole('button', { pressed: true })).toBeNull());
});

test('TRIP-032: that others’ private driving is in no figure is said of every list, also a narrowed one, and of a period that shows no trip', async () => {
  const said = 'Trips and distances leave out what other drivers drove privately.';
  await openAttestation({}, { first: { state: 'open' } });
  expect(await screen.findByText(said)).toBeDefined();
  expect(screen.queryByText('No trips other than any private ones.')).toBeNull();
  cleanup();
  const none = { ...ATTESTED, trips: 0, distance_m: 0 };
  await openAttestation({ 'attestation.status': () => status([none, { ...none, attestation_id: 42, user_id: 1 }]) });
  expect(await screen.findAllByText('No trips other than any private ones.'), 'not of one’s own').toHaveLength(1);
  cleanup();
  await openAttestation({}, { isAdmin: false, first: { view: 'status' } });
  expect(await screen.findByRole('button', { name: 'Open 1' })).toBeDefined();
  expect(screen.queryByText(said), 'members see their own alone').toBeNull();
});

test('ATT-005: a driver has the months of their own and the history; the list of everybody is for administrators', async () => {
  const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);
  await openAttestation({}, { isAdmin: false });
  expect(tabs()).toEqual(['My trips', 'History']);
  cleanup();
  await openAttestation({}, { isAdmin: false, first: { view: 'status' } });
  expect(tabs(), 'where an address asks for it').toContain('Status');
  cleanup();
  await openAttestation({});
  expect(tabs()).toContain('Status');
});

test('ATT-010: what the unit lacks is said of the unit on a driver’s row, and the row without a driver leads to just its trips', async () => {
  const matters: AttestRow['matters'] = [{ kind: 'driver-missing', count: 3, is_blocking: false }];
  await openAttestation({
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
  await openAttestation({ 'attestation.status': () => status([again]) });
  expect(await screen.findByText(line(/^Was attested by the driver Eva Ek, /))).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: 'Period' })).toBeNull();
  cleanup();
  await openAttestation({ 'attestation.status': () => status([again, row({ user_id: 9, from: '2026-10-21' })]) });
  expect(await screen.findByRole('columnheader', { name: 'Period' })).toBeDefined();
});

test('ATT-014: who was reminded less than a day ago is counted beside those who would be', async () => {
  const waits = row({ user_id: 9, user_name: 'Ulf Ek', remind_from: '2026-11-03T12:00:00Z' });
  const { person } = await openAttestation({ 'attestation.status': () => status([row(), waits]) });
  await person.click(await screen.findByLabelText('Choose all 2 that are waiting'));
  expect(screen.getByRole('button', { name: 'Remind 1' })).toBeDefined();
  expect(screen.getByText('1 was reminded less than a day ago.')).toBeDefined();
  expect(screen.getByText(/Dag Driver\.$/).textContent, 'not to whom it does not go').not.toContain('Ulf Ek');
});

test('ATT-014: whom a reminder goes to is said before it is sent, also of all that are chosen, on a phone as on a wide screen', async () => {
  onNarrowScreen();
  const { person } = await openAttestation({
    'attestation.status': () => status([row(), row({ user_id: 9, user_name: 'Ulf Ek' })]),
  });
  await person.click(await screen.findByLabelText('Choose all 2 that are waiting'));
  expect(screen.getByRole('button', { name: 'Remind 2' })).toBeDefined();
  expect(screen.getByText(/Dag Driver, Ulf Ek\.$/)).toBeDefined();
});

test('ATT-007, ATT-014: a reminder that cannot be sent says to contact support', async () => {
  const { send, person } = await openAttestation({
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
    const { person } = await openAttestation({ 'attestation.status': () => status(rows) });
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
  const { person: other } = await openAttestation({
    'attestation.remind': () => {
      throw new ApiError(429, 'TooManyRequests', { retryAfterS: 60 });
    },
  });
  await other.click(await screen.findByLabelText('Choose Dag Driver, Skåpbil 7'));
  await other.click(screen.getByRole('button', { name: 'Remind 1' }));
  expect(await screen.findByText(/You can try again in (01:00|00:5\d)\./)).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Remind 1' }).disabled).toBe(true);
});

test('ATT-013: of a month that goes on it is said when it can be attested, and that a row misses nothing so far', async () => {
  const waiting = row({ from: '2026-11-01', to: '2026-11-30', can: { attest: false, reopen: false, remind: false } });
  await openAttestation(
    { 'attestation.status': () => ({ ...status([waiting]), month: '2026-11' }) },
    { first: { month: '2026-11' } },
  );
  expect(await screen.findByText('It can be attested when the month is over, from 2026-12-01.')).toBeDefined();
  expect(screen.getByText('Nothing is missing.')).toBeDefined();
  cleanup();
  await openAttestation();
  expect(await screen.findByText('Choose rows to attest several at once or to remind drivers.')).toBeDefined();
  expect(screen.queryByText(/when the month is over/)).toBeNull();
});

test('ATT-013: on a phone the states with their counts stand there, to be pressed, before the filters are opened', async () => {
  onNarrowScreen();
  await openAttestation();
  const states = within(await screen.findByRole('group', { name: 'State' }));
  expect(states.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Open 1', 'Attested by driver 1']);
  await userEvent.click(states.getByRole('button', { name: 'Open 1' }));
  expect(screen.getByText('{"state":"open"}'), 'one press, as on a wide screen').toBeDefined();
});

test('ATT-013: those that miss something are counted beside the states and shown alone, in the address', async () => {
  const lacking = row({ matters: [{ kind: 'purpose-missing', count: 2, is_blocking: false }] });
  const counts = { ...status([]).counts, lacking: 13 };
  const { send, person } = await openAttestation({ 'attestation.status': () => ({ ...status([lacking, ATTESTED]), counts }) });
  await person.click(await screen.findByRole('button', { name: 'Something missing 13' }));
  expect(screen.getByText('{"missing":"yes"}')).toBeDefined();
  await waitFor(() =>
    expect(send.requests.filter(({ id }) => id === 'attestation.status').at(-1)?.query).toMatchObject({ lacking: 'true' }),
  );
  await person.click(screen.getByRole('button', { name: 'Open 1' }));
  expect(screen.getByText('{"state":"open"}')).toBeDefined();
});

test('ATT-013: a question about a period stays open when the list that it was asked from has become empty', async () => {
  let rows = [row()];
  const { person } = await openAttestation({ 'attestation.status': () => status(rows) });
  await person.click(await screen.findByRole('button', { name: 'Attest' }));
  const dialog = await screen.findByRole('dialog');
  rows = [];
  vi.setSystemTime(new Date('2026-11-03T09:02:00Z'));
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('No trips to attest this month');
  expect(dialog.isConnected).toBe(true);
  cleanup();
});

test('ATT-013: of several the states are told in the plural, and the dates of a question are in one piece', async () => {
  await openAttestation({
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
  const { person } = await openAttestation();
  expect(await screen.findByText(line(/Driver: Eva Ek, 2026-11-01 08:10/))).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Open 1' }));
  expect(screen.getByText('{"state":"open"}')).toBeDefined();
  cleanup();
  await openAttestation({}, { isAdmin: false, first: { view: 'status' } });
  expect(await screen.findByRole('rowheader', { name: 'Dag Driver' })).toBeDefined();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('13-A6: the month is told by its name, and states that nobody is in are not offered', async () => {
  await openAttestation();
  expect(await screen.findByRole('heading', { name: 'October 2026' })).toBeDefined();
  const states = await screen.findByRole('group', { name: 'State' });
  expect(
    within(states)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Open 1', 'Attested by driver 1']);
});

test('13-A5: where there is no unit there is nothing to attest, and a way to add one', async () => {
  await openAttestation({
    'attestation.status': () => ({ ...status([]), counts: { open: 0, user: 0, admin: 0, reopened: 0, lacking: 0 } }),
    'units.list': () => ({ units: [] }),
  });
  expect((await screen.findByRole('link', { name: 'Add a unit' })).getAttribute('href')).toContain('add-terminal');
});

test('ATT-013: on a phone the choices of department, driver and unit stand behind one button', async () => {
  onNarrowScreen();
  await openAttestation({}, { first: { view: 'status' } });
  const fold = await screen.findByRole('button', { name: 'Filters' });
  expect(screen.queryByRole('button', { name: /All drivers/ })).toBeNull();
  await userEvent.click(fold);
  expect(screen.getByRole('button', { name: /All drivers/ })).toBeDefined();
});
