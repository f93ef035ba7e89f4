import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { ListFoot } from './components/list-foot.tsx';
import { QuickPeriods } from './components/quick-periods.tsx';
import { TripFilters } from './components/trip-filters.tsx';
import { trip, tripPage } from './testing.ts';

afterEach(cleanup);
const OCTOBER = { from: '2026-10-05', to: '2026-11-03' };
const send = fakeSend({ 'trips.filter-choices': () => ({ drivers: [], departments: [], tags: [], projects: [], places: [] }) });

test('TRIP-019: sums that hold the way of trailers say so, and what that means', async () => {
  const { totals } = tripPage([trip({ id: 1, distance_m: 160_000 })]);
  const show = (towed?: { distance_m: number; units: number }) =>
    renderScreen(<ListFoot totals={{ ...totals, ...(towed && { towed }) }} columns={['distance']} days={OCTOBER} />, {
      send,
      user: signedInUser(),
    });
  await show({ distance_m: 53_200, units: 2 });
  await userEvent.click(screen.getByRole('button', { name: /^of which trailers 53\.2\skm/ }));
  expect((await screen.findByRole('dialog')).textContent).toMatch(/53\.2\skm of 2 trailers\. .*counted twice/);
  const summary = screen.getByRole('link', { name: 'The summary leaves them out' });
  expect(summary.getAttribute('href'), 'of the same months').toMatch(/reports\/summary\?from=2026-10&to=2026-11$/);
  cleanup();
  await show();
  expect(screen.queryByText(/trailers/)).toBeNull();
});

test('13-A2: of the days that are one press away on a phone today comes first', async () => {
  await renderScreen(<QuickPeriods search={{}} onChange={() => undefined} />, { send, user: signedInUser() });
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Today', 'Yesterday']);
});

test.each([
  ['', 'Other trips'],
  ['Transport', 'Transport'],
])(
  'TRIP-003, TRIP-018: the filter of types says that it is other trips; an account that calls them %j reads that',
  async (name, said) => {
    await renderScreen(
      <TripFilters
        {...{ search: { type: 'other' }, today: '2026-11-20', units: [], isPlain: false, whose: null, count: 1, actions: null }}
        onChange={() => undefined}
      />,
      { send, user: signedInUser({ OtherTripType: name }) },
    );
    const chosen = screen.getByRole('button', { name: /Type/ });
    expect(chosen.textContent).toContain(said);
    await userEvent.click(chosen);
    const options = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(options.map((each) => each.textContent)).toEqual(['All types', 'Business', 'Private', said]);
  },
);
