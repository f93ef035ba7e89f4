import type { InputOf } from '@spora/contract/endpoint-map';
import { markOf } from '@spora/contract/tolls/marks';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { fakeSend, renderScreen, signedInUser, type FakeAnswers } from '../../lib/testing.tsx';
import { unitRow } from '../units/testing.ts';
import { type Passage, type PassageDetails, type TollReport } from './model.ts';
import { readTollSearch, type TollSearch } from './search.ts';
import { TollsScreen } from './tolls-screen.tsx';

export const passage = (over: Partial<Passage> = {}): Passage => ({
  key: '7-a-1',
  at: '2026-03-10T08:10:00.000Z',
  unit: { id: 7, name: '=Vagn 7', registration_number: 'ABC123', imei: '350000000000007' },
  station_id: 'se-stockholm/skanstullsbron',
  station: 'Skanstullsbron',
  area: 'se-stockholm',
  price_table: 'inner-city',
  amount: 20,
  currency: 'SEK',
  rule: 'amount',
  trip_id: 4,
  trip_type: 'business',
  driver_id: 3,
  driver: 'Jonas Ek',
  is_uncertain: false,
  is_place_rough: false,
  as_of_year: null,
  price_year: null,
  is_estimate: false,
  is_free: false,
  is_withdrawn: false,
  reckoned: null,
  corrections: [],
  ...over,
});
export const sums = { currency: 'SEK', business: 20, private: 45, other: 0, without_trip: 0, total: 65 };
export const REPORT: TollReport = {
  time_zone: 'Europe/Stockholm',
  months: ['2026-03', '2026-04'],
  rows: [passage()],
  page: { number: 1, size: 200, count: 1, rows: 1 },
  is_cut: false,
  totals: {
    months: [{ month: '2026-03', ...sums }],
    total: [sums],
    without_tariff: 0,
    without_tariff_in: [],
    passages: 1,
    free: 0,
    corrected: 0,
    withdrawn: 0,
  },
  doubts: { unpriced: [], old: [], last_known: [], uncertain: [], rough: [] },
  can: { correct: true },
};

/** All of one passage: at most 135 kronor a day, of which this one is the first. */
export const detailsOf = (over: Partial<PassageDetails> = {}): PassageDetails => ({
  passage: passage(),
  place: null,
  basis: {
    valid_from: '2020-01-01',
    valid_to: null,
    hours: { from: '09:00', to: '09:30', amount: 20 },
    season: 'high',
    vehicle: 'car',
    alone: 20,
    day_maximum: 135,
    joined_minutes: null,
    month_ceiling: null,
  },
  day: [ofDay()],
  can: { correct: true },
  ...over,
});
export const ofDay = (over: Partial<PassageDetails['day'][number]> = {}): PassageDetails['day'][number] => ({
  key: passage().key,
  at: passage().at,
  station: 'Skanstullsbron',
  price_table: 'inner-city',
  alone: 20,
  amount: 20,
  rule: 'amount',
  is_withdrawn: false,
  ...over,
});

/** A month after the report's: only several are drawn as bars. */
export const APRIL = { month: '2026-04', ...sums, business: 0, private: 0, total: 0 };

/** Answers as the server does: of all these passages those that are asked for, a page of them. */
export const paged =
  (report: TollReport) =>
  ({ body }: { body: InputOf<'tolls.report'>['body'] }): TollReport => {
    const { page = 1, page_size: size = 1000 } = body;
    const listed = report.rows.filter((row) =>
      body.only_uncertain
        ? markOf(row) === 'TollsUncertain'
        : body.only_corrected
          ? row.corrections.some(({ undone_at }) => undone_at === null)
          : !body.only_charged || !row.is_free,
    );
    const rows = listed.slice((page - 1) * size, page * size);
    const count = Math.max(1, Math.ceil(listed.length / size));
    return { ...report, rows, page: { number: page, size, count, rows: listed.length }, is_cut: listed.length > rows.length };
  };

export async function open(answers: FakeAnswers = {}, first: TollSearch = {}, user = signedInUser()) {
  const send = fakeSend({
    'tolls.report': paged(REPORT),
    'tolls.review': ({ body }) => ({ ids: body.passages.map((_, i) => i + 1), now_paid: 0 }),
    'tolls.undo-review': ({ body }) => ({ undone: body.ids.length }),
    'tolls.stations': () => ({
      stations: [{ id: 'se-stockholm/ropsten', name: 'Ropsten', area: 'se-stockholm', currency: 'SEK' }],
    }),
    'tolls.passage': () => detailsOf(),
    'tracking.history': () => ({ points: [] }) as never,
    'tolls.correct': () => ({ id: 1, now_paid: 0 }),
    'tolls.undo-correction': () => ({}),
    'units.list': () => ({ units: [unitRow({ id: 7, name: '=Vagn 7' }), unitRow({ id: 8, name: 'Vagn 8' })] }),
    'trips.filter-choices': () => ({ drivers: [{ id: 3, name: 'Jonas Ek' }] }) as never,
    ...answers,
  });
  function Page() {
    const [search, setSearch] = useState(first);
    address = search;
    return <TollsScreen search={search} onSearch={(patch) => setSearch((before) => readTollSearch({ ...before, ...patch }))} />;
  }
  let address = first;
  await renderScreen(<Page />, { send, user });
  return { send, person: userEvent.setup(), address: () => address };
}
export const asked = (send: ReturnType<typeof fakeSend>, id: string) => send.requests.findLast((each) => each.id === id);

export const plain = (element: Element | null | undefined): string => (element?.textContent ?? '').replaceAll(/\s/g, ' ');
