import { userEvent } from '@testing-library/user-event';
import { useState, type ComponentType } from 'react';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { unitRow } from '../units/testing.ts';
import { type BenefitReport } from './benefit-model.ts';
import { BenefitScreen } from './benefit-screen.tsx';
import { readBenefitSearch } from './benefit-search.ts';
import { readFuelSearch, type FuelReport } from './fuel-model.ts';
import type { FuelScreen } from './fuel-screen.tsx';
import { ReportRunsWatch } from './public/runs-watch.tsx';

/** The sums of one driver with one unit over the period. */
export const sums = {
  business_m: 350_000,
  private_m: 150_000,
  other_m: 0,
  private_trips: 2,
  private_share: 0.3,
  fuel: 9,
  fuel_cost: 186,
  fuel_value: 223.2,
  tolls: null,
  value: 223.2,
  gaps: [],
};
/** One driver of a benefit car in one month. */
export const BENEFIT: BenefitReport = {
  time_zone: 'Europe/Stockholm',
  currency: 'SEK',
  months: ['2026-03'],
  rows: [
    {
      driver_id: 3,
      driver: 'Dag Driver',
      unit_id: 7,
      unit: 'Vagn 7',
      registration_number: 'ABC123',
      imei: '350000000000007',
      is_benefit_car: true,
      has_fuel_benefit: true,
      fuel_unit: 'l',
      months: [
        {
          ...sums,
          odometer_start_km: 50_000,
          odometer_end_km: 50_500,
          parts: [
            { private_m: 100_000, consumption_per_10km: 0.6, fuel_price: 20, benefit_factor: 1.2 },
            { private_m: 50_000, consumption_per_10km: 0.6, fuel_price: 22, benefit_factor: 1.2 },
          ],
        },
      ],
      total: sums,
      years: [
        {
          year: 2026,
          business_m: 12_100_000,
          private_m: 20_000,
          private_trips: 1,
          until: '2026-05-01',
          forecast_m: 36_500_000,
          line_km: 30_000,
          private_occasions_max: 10,
          private_km_max: 1000,
        },
      ],
    },
  ],
  totals: { months: [sums], total: sums },
  settings: [{ valid_from: '', benefit_factor: 1.2, reduced_line_km: 30_000 }],
};
/** What a unit used in a month. */
export const used = {
  distance_m: 100_000,
  at_sea_m: 0,
  fuel_l: 8,
  electricity_kwh: null,
  l_per_10km: 0.8,
  kwh_per_10km: null,
  cost: 160,
  source: 'measured' as const,
  measured_m: 100_000,
  filled_l: 80,
  charged_kwh: null,
  paid: [],
  unpriced_fillings: 1,
};
/** One unit in one month. */
export const FUEL: FuelReport = {
  time_zone: 'Europe/Stockholm',
  currency: 'SEK',
  months: ['2026-03'],
  rows: [{ id: 7, name: 'Vagn 7', registration_number: 'ABC123', imei: '350000000000007', months: [used], total: used }],
  totals: { months: [used], total: used },
  towed: null,
};

/** Opens one of the two reports as the page does, with its address; `searches` is what that became. */
export async function open(Screen: typeof BenefitScreen | typeof FuelScreen, answers: FakeAnswers = {}, asked: object = {}) {
  const read = Screen === BenefitScreen ? readBenefitSearch : readFuelSearch;
  const Shown = Screen as ComponentType<{ search: object; onSearch: (patch: object) => void }>;
  const searches: object[] = [];
  const send = fakeSend({
    'reports.benefit-value': () => BENEFIT,
    'reports.fuel': () => FUEL,
    'reports.runs': () => ({ runs: [] }),
    'reports.presets': () => ({ presets: [] }),
    'units.list': () => ({ units: [unitRow({ id: 7, name: 'Vagn 7' })] }),
    'trips.filter-choices': () => ({ drivers: [] }) as never,
    ...answers,
  });
  function Page() {
    const [search, setSearch] = useState(asked);
    return (
      <>
        <Shown
          search={search}
          onSearch={(patch) =>
            setSearch((before) => {
              const next = read({ ...before, ...patch });
              searches.push(next);
              return next;
            })
          }
        />
        <ReportRunsWatch />
      </>
    );
  }
  await renderScreen(<Page />, { send, user: signedInUser() });
  return { send, person: userEvent.setup(), searches };
}
