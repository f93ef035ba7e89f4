import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SUMS, UNIT, beginInNovember, check, openAttestation } from './testing.tsx';
import { unitRow } from '../units/testing.ts';

beginInNovember();

const BOAT_OF_TWO = {
  totals: { ...SUMS, distance_m: 420_000, business_m: 300_000, private_m: 100_000 },
  units: [
    { ...UNIT, ...SUMS, distance_m: 382_960, private_m: 62_960 },
    { ...UNIT, ...SUMS, unit_id: 2, unit_name: 'Havsörn', distance_m: 37_040, business_m: 0, private_m: 37_040, other_m: 0 },
  ],
};

const withBoat = () => ({ units: [unitRow({ id: 1 }), unitRow({ id: 2, kind: 'boat' })] });

test('13-A1, ATT-010: what boats went is attested in nautical miles, beside what was driven on land', async () => {
  const { person } = await openAttestation(
    { 'attestation.check': () => check(BOAT_OF_TWO), 'units.list': withBoat },
    { isAdmin: false },
  );
  const boat = (await screen.findByText('Havsörn')).closest('li')!;
  await waitFor(() => expect(boat.textContent.replaceAll('\u00a0', ' ')).toContain('20.0 nm'));
  const text = document.body.textContent.replaceAll('\u00a0', ' ');
  for (const sum of ['Distance20.0 nm · 383.0 km', 'Business300.0 km', 'Private20.0 nm · 63.0 km']) expect(text).toContain(sum);
  await person.click(screen.getByRole('button', { name: 'Attest 12 trips' }));
  expect((await screen.findByRole('dialog')).textContent.replaceAll('\u00a0', ' ')).toContain('12 trips · 20.0 nm · 383.0 km');
});

test('13-A1, ATT-005: in the status of the fleet a boat has its own measure', async () => {
  await openAttestation({ 'units.list': withBoat }, { first: { view: 'status' } });
  const rows = await screen.findAllByRole('row');
  await waitFor(() => expect(rows.map(({ textContent }) => textContent).join()).toContain('nm'));
  const [car, boat] = rows.slice(1).map(({ textContent }) => textContent.replaceAll('\u00a0', ' '));
  expect(car).toContain('420.0 km');
  expect(boat).toContain('226.8 nm');
});
