import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { NoTrips, type NoTripsProps } from './components/no-trips.tsx';
import { trip, tripPage } from './testing.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function open(over: Partial<NoTripsProps>, { isAdmin = false, trips = [trip({ id: 1 })] } = {}) {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T10:00:00Z'), toFake: ['Date'] });
  const onSearch = vi.fn<NoTripsProps['onSearch']>();
  const send = fakeSend({ 'trips.generate': () => tripPage(trips) });
  await renderScreen(
    <NoTrips
      search={{ period: 'yesterday' }}
      onSearch={onSearch}
      whose={isAdmin ? null : 'mine'}
      filter={{ from: '2026-11-23', to: '2026-11-23' }}
      ongoing={0}
      hidden={null}
      title="No data for the chosen period"
      isOld={false}
      hasUnits
      begin={isAdmin && <a href="/add">Add a unit</a>}
      {...over}
    />,
    { send, user: signedInUser({ IsAdmin: isAdmin, ID: 7, AccountName: 'Sörlaby Service' }) },
  );
  return { send, onSearch, user: userEvent.setup() };
}
const buttons = (): (string | null)[] => screen.queryAllByRole('button').map(({ textContent }) => textContent);

test('TRIP-015: a driver who looks at a day without trips is led to the last day before it on which they drove', async () => {
  const { send, onSearch, user } = await open({});
  await user.click(await screen.findByRole('button', { name: 'Show Friday 20 November' }));
  expect(onSearch.mock.calls).toEqual([[{ period: 'custom', from: '2026-11-20', to: '2026-11-20' }]]);
  const [asked] = send.requests;
  expect(asked!.body).toMatchObject({ to: '2026-11-22', driver_ids: [7], descending: true, page_size: 1 });
});

test('TRIP-015: of a unit without trips in a month the last month that it was driven in is one press away, however long ago', async () => {
  const month = { search: { unit: '356307042441013' }, filter: { from: '2026-11-01', to: '2026-11-30' } };
  const old = trip({ id: 1, day: '2026-08-23' });
  const { send, onSearch, user } = await open(month, { isAdmin: true, trips: [old] });
  await user.click(await screen.findByRole('button', { name: /^Show August 2026$/i }));
  expect(onSearch.mock.calls).toEqual([[{ period: 'custom', from: '2026-08-01', to: '2026-08-31' }]]);
  expect(send.requests[0]!.body).toMatchObject({ imeis: ['356307042441013'], to: '2026-10-31', descending: true });
  cleanup();
  const october = await open(month, { isAdmin: true, trips: [trip({ id: 1, day: '2026-10-03' })] });
  await october.user.click(await screen.findByRole('button', { name: 'Show last month' }));
  expect(october.onSearch.mock.calls).toEqual([[{ period: 'last-month' }]]);
});

test('TRIP-015: of what a search leaves out no other period is offered', async () => {
  const { send } = await open({ search: { period: 'yesterday', q: 'Solna' } }, { isAdmin: true });
  expect(buttons()).toEqual(['Clear the search']);
  expect(send.requests).toEqual([]);
});

test('TRIP-015: who has not driven before a day either is offered no other day', async () => {
  const { send } = await open({}, { trips: [] });
  await vi.waitFor(() => expect(send.requests).toHaveLength(1));
  expect(buttons()).toEqual(['Show everyone’s trips']);
});

test('UNIT-001, TRIP-015: who has been given no unit is sent to the administrator, and not to trips of others that are none', async () => {
  const { send } = await open({ hasUnits: false });
  expect(await screen.findByText('No units yet')).toBeDefined();
  expect(screen.getByText(/Ask the administrator of Sörlaby Service/)).toBeDefined();
  expect(buttons()).toEqual([]);
  expect(send.requests, 'nothing is looked for').toEqual([]);
});

test('TRIP-015: an administrator without units is led to the first one', async () => {
  await open({ hasUnits: false }, { isAdmin: true });
  expect((await screen.findByRole('link', { name: 'Add a unit' })).getAttribute('href')).toBe('/add');
  expect(screen.queryByText(/Ask the administrator/)).toBeNull();
});
