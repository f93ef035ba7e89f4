import type { AttestRow } from '@spora/contract/attestation/endpoints';
import type { DataOf } from '@spora/contract/endpoint-map';
import { cleanup } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import { beginAt, fakeSend, renderScreen, signedInUser, type FakeAnswers, type FakeSend } from '../../lib/testing.tsx';
import { tripPage } from '../trips/testing.ts';
import { readAttestSearch, type AttestSearch } from './model.ts';
import { AttestScreen } from './screen.tsx';

/** Each test of the file begins on a morning early in November, when October is there to be attested. */
export function beginInNovember(): void {
  beginAt('2026-11-03T09:00:00Z');
  beforeEach(() => localStorage.clear());
  afterEach(cleanup);
}

export const SUMS = { trips: 12, distance_m: 420_000, business_m: 300_000, private_m: 100_000, other_m: 20_000 };
export const UNIT = { unit_id: 1, imei: '350000000000001', unit_name: 'Skåpbil 7', registration_number: 'ABC123' };
export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };
export const check = (over: Partial<DataOf<'attestation.check'>> = {}): DataOf<'attestation.check'> => ({
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
export const row = (over: Partial<AttestRow> = {}): AttestRow => ({
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
export const ATTESTED = row({
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
export const status = (rows: AttestRow[]): DataOf<'attestation.status'> => ({
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
export async function openAttestation(answers: FakeAnswers = {}, { first = {}, isAdmin = true, user = {} }: Opened = {}) {
  const send = fakeSend({ ...ANSWERS, ...answers });
  await renderScreen(<Page first={first} />, {
    send,
    user: signedInUser({ IsAdmin: isAdmin, ...(isAdmin ? { ID: 1 } : {}), ...user }),
  });
  return { send, person: userEvent.setup({ advanceTimers: vi.advanceTimersByTime }) };
}
export const bodiesOf = (send: FakeSend, id: string): unknown[] =>
  send.requests.filter((request) => request.id === id).map((request) => (request as { body?: unknown }).body);

/** What holds the whole of a line whose dates are kept in one piece. */
export const line = (said: RegExp) => (_: string, element: Element | null) =>
  said.test(element?.textContent ?? '') && ![...(element?.children ?? [])].some((child) => said.test(child.textContent));

export const REOPENED = row({
  state: 'reopened',
  user_attested_at: '2026-11-01T07:10:00Z',
  user_attested_by: 'Dag Driver',
  reopened_at: '2026-11-02T07:10:00Z',
  reopened_by: 'Maja Lindholt',
  reopened_reason: 'Resorna den 6 saknar projekt',
  changed_trips: 0,
});
