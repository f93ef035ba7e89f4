import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keepFocusInLists } from '../../lib/keep-focus.ts';
import { ATTESTED, OCTOBER, REOPENED, UNIT, beginInNovember, bodiesOf, check, openAttestation, row, status } from './testing.tsx';

beginInNovember();

test('ATT-013, DEC-47: an administrator attests chosen rows after a warning, and hears of each that was refused', async () => {
  const { send, person } = await openAttestation({
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
  const { person } = await openAttestation({ 'attestation.status': () => status([missing, ATTESTED]) });
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

test('DEC-47, ATT-010: an administrator who attests one period is told whose, how much and what is open before it is sealed', async () => {
  const { send, person } = await openAttestation({
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

test('ATT-013, DEC-47: each row that may be attested has a button of its own, which asks first; members have none', async () => {
  const done = row({ user_id: 9, user_name: 'Ulf Ek', state: 'admin', can: { attest: false, reopen: true, remind: false } });
  const { send, person } = await openAttestation({
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
  await openAttestation({}, { isAdmin: false, first: { view: 'status' } });
  await screen.findByRole('rowheader', { name: 'Dag Driver' });
  expect(screen.queryByRole('button', { name: 'Attest' })).toBeNull();
});

test('ATT-013, 13-A2: whoever attests from the keyboard goes on at the next row, although the button they pressed is gone', async () => {
  let isDone = false;
  const done = row({ attestation_id: 41, state: 'admin', can: { attest: false, reopen: false, remind: false } });
  const { person } = await openAttestation({
    'attestation.status': () => status([isDone ? done : row(), row({ user_id: 9, user_name: 'Ulf Ek', unit_id: 3 })]),
    'attestation.attest-batch': () => {
      isDone = true;
      return { results: [{ row: 0, success: true, id: 41, without_user: true }] };
    },
  });
  const stop = keepFocusInLists(document);
  const [first] = await screen.findAllByRole('button', { name: 'Attest' });
  first!.focus();
  await person.keyboard('{Enter}');
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Attest October/ }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Attest' })).toHaveLength(1));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Attest' })));
  stop();
});

test('DEC-47: of their own driving an administrator is not told of a driver who has not attested', async () => {
  const own = row({ user_id: 1, user_name: 'Anna Admin', can: { attest: true, reopen: false, remind: false } });
  const { person } = await openAttestation({ 'attestation.status': () => status([own, row({ unit_id: 3 })]) });
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

test('ATT-013: of several those that are ready are attested alone, and the others stay', async () => {
  const lacking = row({ unit_id: 3, unit_name: 'Bil 3', matters: [{ kind: 'purpose-missing', count: 2, is_blocking: false }] });
  const { send, person } = await openAttestation({
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
  const { send, person } = await openAttestation({
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
