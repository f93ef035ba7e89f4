import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { TripDetails } from './components/trip-details.tsx';
import { trip } from './testing.ts';
import type { TripEdits } from './use-trip-edits.ts';

afterEach(cleanup);

const NO_EDITS = { draftOf: () => undefined } as unknown as TripEdits;
const STAMPED = {
  id: 9,
  unit_id: 1,
  imei: null,
  unit_name: 'Skåpbil 7',
  registration_number: null,
  user_id: 7,
  user_name: 'Dag Driver',
  from: '2026-11-01',
  to: '2026-11-30',
  state: 'admin' as const,
  trips: 12,
  distance_m: 0,
  attested_with: [],
  user_attested_at: '2026-12-01T07:10:00Z',
  user_attested_by: 'Dag Driver',
  admin_attested_at: '2026-12-02T07:10:00Z',
  admin_attested_by: 'Eva Ek',
  reopened_at: null,
  reopened_by: null,
  reopened_reason: '',
  note: '',
};

async function show(isAdmin: boolean) {
  const before = {
    ...STAMPED,
    id: 8,
    state: 'reopened' as const,
    admin_attested_by: 'Ulf Ek',
    reopened_at: '2026-12-01T09:00:00Z',
  };
  const send = fakeSend({
    'attestation.history': () => ({ rows: [STAMPED, before] }),
    'trips.history': () => ({ changes: [] }),
  });
  const attested = trip({ id: 1, driver_id: 7, driver: 'Dag Driver', attested_by: 'admin', can: { edit: false, route: true } });
  await renderScreen(<TripDetails trip={attested} edits={NO_EDITS} map={null} />, {
    send,
    user: signedInUser({ IsAdmin: isAdmin, ID: isAdmin ? 1 : 7 }),
  });
  await screen.findByText(/Eva Ek/);
  return send;
}

test('ATT-004, ATT-009: an attested trip tells administrators who attested its period and when, and leads to where it is opened', async () => {
  const send = await show(true);
  expect(send.requests.find(({ id }) => id === 'attestation.history')).toMatchObject({ query: { unit_id: 1, user_id: 7 } });
  const period = screen.getByText(
    (_, element) => element?.tagName === 'P' && element.textContent === 'The period 2026-11-01 – 2026-11-30 is attested.',
  );
  expect(period.parentElement!.textContent).toMatch(/Driver: Dag Driver, 2026-12-01.*Administrator: Eva Ek, 2026-12-02/);
  expect(period.parentElement!.textContent, 'not who attested what was opened again').not.toMatch(/Ulf Ek/);
  expect(screen.queryByText(/An administrator can/)).toBeNull();
  const there = new URL(screen.getByRole('link', { name: 'Reopen it under Attest' }).getAttribute('href')!, location.href);
  expect(Object.fromEntries(there.searchParams)).toMatchObject({ view: 'status', month: '2026-11' });
  expect(there.search).toMatch(/unit=.*1.*/);
});

test('DRV-005: nobody is checked in from a trip that is attested, and its driver is told who opens it', async () => {
  await show(false);
  expect(screen.getByText(/An administrator can reopen it\./)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Reopen it under Attest' })).toBeNull();
  expect(screen.queryByRole('button', { name: /from this trip on/ })).toBeNull();
});

test('ATT-012, TRIP-035: of a trip that is only read its purpose, passengers, project, visit and note are read all the same', async () => {
  const written = { purpose: 'Service av pump', project: 'P-12', visited: 'Årsta Bygg', note: 'Grinden var låst' };
  const passengers = [
    { member_id: null, name: 'Lo Ek' },
    { member_id: 8, name: 'Eva Ek' },
  ];
  const read = trip({ id: 1, ...written, passengers, is_of_another: true, can: { edit: false, route: true } });
  await renderScreen(<TripDetails trip={read} edits={NO_EDITS} map={null} />, {
    send: fakeSend({ 'trips.history': () => ({ changes: [] }) }),
    user: signedInUser({ IsAdmin: false, ID: 7 }),
  });
  for (const text of [...Object.values(written), 'Lo Ek, Eva Ek']) expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('DRV-002: of a trip the way to check in says that it is about who drove from then on', async () => {
  for (const [IsAdmin, name] of [
    [true, 'Change the driver from this trip on'],
    [false, 'Check in from this trip on'],
  ] as const) {
    await renderScreen(<TripDetails trip={trip({ id: 1 })} edits={NO_EDITS} map={null} />, {
      send: fakeSend({ 'trips.history': () => ({ changes: [] }) }),
      user: signedInUser({ IsAdmin, ID: 7 }),
    });
    expect(screen.getByRole('button', { name })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull();
    cleanup();
  }
});
