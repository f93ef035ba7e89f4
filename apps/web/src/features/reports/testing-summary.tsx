import type { SummaryFigures } from '@spora/contract/reports/endpoints';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { unitRow } from '../units/testing.ts';
import { readSummarySearch, type SummaryReport, type SummarySearch } from './summary-model.ts';
import { SummaryScreen } from './summary-screen.tsx';

export const none = { trips: 0, distance_m: 0, at_sea_m: 0, duration_s: 0, in_log: true };
/** What was driven in a month on business, and what follows from it; nothing is stated unless given. */
export const figures = (km: number, over: Partial<SummaryFigures> = {}): SummaryFigures => ({
  business: km === 0 ? none : { trips: 1, distance_m: km * 1000, at_sea_m: 0, duration_s: 3600, in_log: true },
  private: none,
  other: none,
  reimbursement: null,
  tolls: null,
  fuel_l: null,
  electricity_kwh: null,
  fuel_cost: null,
  co2_kg: null,
  ...over,
});
/** A vehicle and trips without a driver in two months. */
export const REPORT: SummaryReport = {
  time_zone: 'Europe/Stockholm',
  currency: 'SEK',
  months: ['2026-03', '2026-04'],
  first_month: '2019-05',
  rows: [
    {
      id: 7,
      name: '=Vagn 7',
      registration_number: 'ABC123',
      imei: '350000000000007',
      months: [figures(20), figures(0)],
      total: figures(20, { fuel_l: 1.25 }),
    },
    { id: null, name: '', registration_number: null, imei: null, months: [figures(0), figures(5)], total: figures(5) },
  ],
  totals: { months: [figures(20), figures(5)], total: figures(25) },
  towed: null,
  without_trips: [],
  reimbursement_rates: [],
};

/** Opens the summary as its page does; `address` is what it became. */
export async function open(answers: FakeAnswers = {}, first: SummarySearch = {}, user = signedInUser()) {
  const send = fakeSend({
    'reports.summary': () => REPORT,
    'units.list': () => ({ units: [unitRow({ id: 7, name: '=Vagn 7' }), unitRow({ id: 8, name: 'Vagn 8' })] }),
    'trips.filter-choices': () =>
      ({
        drivers: [
          { id: 3, name: 'Jonas Ek' },
          { id: 4, name: 'Mia Ek' },
        ],
      }) as never,
    ...answers,
  });
  let address = first;
  function Page() {
    const [search, setSearch] = useState(first);
    address = search;
    return (
      <SummaryScreen search={search} onSearch={(patch) => setSearch((before) => readSummarySearch({ ...before, ...patch }))} />
    );
  }
  await renderScreen(<Page />, { send, user });
  return { send, person: userEvent.setup(), address: () => address };
}

/** The log of the vehicle between two days. */
export const logOf = (from: string, to: string, type?: string): string =>
  `/user/create-triplog?period=custom&from=${from}&to=${to}${type ? `&type=${type}` : ''}&unit=350000000000007`;
