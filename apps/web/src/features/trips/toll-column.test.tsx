import { cleanup, screen, within } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { TripList } from './components/trip-list.tsx';
import { TripPassages } from './components/trip-passages.tsx';
import type { Column } from './columns.ts';
import { trip, tripPage } from './testing.ts';

afterEach(cleanup);

const AT = '2026-03-10T08:10:00Z';
const PASSAGE = { at: AT, station: 'Skanstullsbron', amount: 20, currency: 'SEK', rule: 'amount' as const, is_estimate: false };
const TOLLS = [
  {
    trip_id: 1,
    sums: [
      { currency: 'NOK', amount: 31 },
      { currency: 'SEK', amount: 20 },
    ],
    passages: [
      PASSAGE,
      { ...PASSAGE, station: 'Svinesund', amount: 31, currency: 'NOK', is_estimate: true },
      { ...PASSAGE, station: 'Sollihøgda', amount: null, currency: 'NOK', rule: 'no-tariff' as const },
      { ...PASSAGE, station: 'Emigrantvägen', amount: 0, rule: 'free-hours' as const, is_estimate: true },
      { ...PASSAGE, station: 'Lindholmsallén', amount: 0, rule: 'corrected' as const },
    ],
  },
];

async function show(...columns: Column[]) {
  const asked: (readonly number[])[] = [];
  const page = tripPage([trip({ id: 1 }), trip({ id: 2 }), trip({ id: 3, is_masked: true })]);
  await renderScreen(
    <TripList
      page={page}
      today="2026-11-21"
      edits={{} as never}
      columns={columns.map((id) => ({ id, widthPx: null }))}
      isFree
      ticks={null}
      hasRuns={false}
      hasFoot={false}
      selectedId={undefined}
      onSelect={() => undefined}
      scroller={createRef()}
    />,
    {
      send: fakeSend({
        'tolls.of-trips': ({ body }) => {
          asked.push(body.trip_ids as number[]);
          return { trips: TOLLS };
        },
      }),
      user: signedInUser(),
    },
  );
  return asked;
}

test('TRIP-019: tolls are a column to choose: what a trip cost, each currency by itself, with about where a part is an estimate, and nothing where it passed none', async () => {
  const asked = await show('time', 'tolls');
  await screen.findByText(/31/);
  const cells = screen
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell'))
    .filter((row) => row.length === 3)
    .map((row) => row[2]!.textContent.replaceAll('\u00a0', ' '));
  expect(cells).toEqual(['about 31.00 NOK + 20.00 SEK', '', '']);
  expect(asked, 'of others’ private trips nothing is asked').toEqual([[1, 2]]);
});

test('TRIP-019: nobody asks what trips cost in tolls while the column is not shown', async () => {
  expect(await show('time', 'distance')).toEqual([]);
});

test('TRIP-019: the details of a trip list the stations passed, say which amount is an estimate, which has no tariff, and why one cost nothing', async () => {
  await renderScreen(<TripPassages tripId={1} />, {
    send: fakeSend({ 'tolls.of-trips': () => ({ trips: TOLLS }) }),
    user: signedInUser(),
  });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/Skanstullsbron20\.00 SEK$/),
    expect.stringMatching(/Svinesundabout 31\.00 NOK$/),
    expect.stringMatching(/Sollihøgdano tariff$/),
    expect.stringMatching(/EmigrantvägenFree at this hour$/),
    expect.stringMatching(/Lindholmsallénno charge$/),
  ]);
});

test('TRIP-019: over a trip’s stations its sum says about where one of them is an estimate, and is exact where none is', async () => {
  const heading = async (passages: (typeof TOLLS)[0]['passages']) => {
    await renderScreen(<TripPassages tripId={1} />, {
      send: fakeSend({ 'tolls.of-trips': () => ({ trips: [{ ...TOLLS[0]!, passages }] }) }),
      user: signedInUser(),
    });
    const text = (await screen.findByRole('heading')).textContent.replaceAll('\u00a0', ' ');
    cleanup();
    return text;
  };
  const { passages } = TOLLS[0]!;
  expect(await heading(passages)).toMatch(/ about 31\.00 NOK \+ 20\.00 SEK$/);
  // What cost nothing costs that, however rough its place.
  expect(await heading(passages.filter(({ amount, is_estimate }) => !is_estimate || amount === 0))).not.toMatch(/about/);
});
