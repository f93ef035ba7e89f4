import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { OdometerGap } from './components/odometer-gap.tsx';
import { TripDetails } from './components/trip-details.tsx';
import { trip } from './testing.ts';
import type { TripEdits } from './use-trip-edits.ts';

afterEach(cleanup);

const NO_EDITS = { draftOf: () => undefined } as unknown as TripEdits;

async function show(over: Parameters<typeof trip>[0]) {
  await renderScreen(
    <OdometerGap trip={trip(over)} edits={NO_EDITS} correctLink={<a href="/odometer">Correct the odometer reading</a>} />,
    {
      send: fakeSend({}),
      user: signedInUser(),
    },
  );
  const gap = screen.queryByRole('region', { name: 'Odometer differs' });
  const figures = gap ? within(gap).queryAllByRole('definition') : [];
  return { gap, figures: figures.map((figure) => figure.textContent.replaceAll('\u00a0', ' ')) };
}

test.each([
  ['more', 4100, ['4.1 km', '2.4 km', '1.7 km'], /GPS may have been missing/],
  ['a little more', 3660, ['3.7 km', '2.4 km', '1.3 km'], /GPS may have been missing/],
  ['a half', 3650, ['3.7 km', '2.4 km', '1.3 km'], /GPS may have been missing/],
  ['less', 1600, ['1.6 km', '2.4 km', '0.8 km'], /the tracker was moved or lost power/],
])(
  'TRIP-023: an odometer that counted %s says by how much, where that comes from and where it is corrected',
  async (_, tracker_distance_m, expected, why) => {
    const { gap, figures } = await show({ id: 1, distance_m: 2440, has_odometer_gap: true, tracker_distance_m });
    expect(figures).toEqual(expected);
    expect(gap!.textContent).toMatch(why);
    expect(gap!.textContent, 'whether anything must be done').toMatch(/the trip can be attested/);
    expect(within(gap!).getByRole('link', { name: 'Correct the odometer reading' })).toBeDefined();
  },
);

test('TRIP-032: of a private trip of somebody else no figures are made up', async () => {
  const { gap, figures } = await show({ id: 1, is_masked: true, has_odometer_gap: true });
  expect(figures).toEqual([]);
  expect(gap!.textContent).not.toMatch(/counted/);
});

test('TRIP-023: a trip that the odometer agrees with says nothing of it', async () => {
  expect((await show({ id: 1, has_odometer_gap: false })).gap).toBeNull();
});

test.each([
  ['administrators', true, {}, 1],
  ['others', false, {}, 0],
  ['administrators of a trip that somebody entered', true, { is_manual: true }, 0],
  ['administrators of an attested one', true, { attested_by: 'admin' as const }, 0],
])('UNIT-022: beside the odometer of a trip the way to correct it is offered to %s', async (_, IsAdmin, over, links) => {
  await renderScreen(
    <TripDetails trip={trip({ id: 1, ...over })} edits={NO_EDITS} map={null} odometerLink={<a href="/odometer">Correct</a>} />,
    {
      send: fakeSend({ 'trips.history': () => ({ changes: [] }), 'attestation.history': () => ({ rows: [] }) }),
      user: signedInUser({ IsAdmin }),
    },
  );
  expect(await screen.findByText(/1[\s,]?000 to 1[\s,]?012/)).toBeDefined();
  expect(screen.queryAllByRole('link', { name: 'Correct' })).toHaveLength(links);
});
