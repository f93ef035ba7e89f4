import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { trip, tripPage } from '../features/trips/testing.ts';
import { place } from '../features/places/testing.ts';
import { ADDRESSES } from '../lib/addresses.ts';
import { fakeSend, renderScreen, signedInUser } from '../lib/testing.tsx';
import { useSessionState } from '../lib/session-context.tsx';
import { SignedIn } from './signed-in.tsx';

afterEach(cleanup);

function Entry(props: { history: RouterHistory }) {
  const state = useSessionState();
  return state.kind === 'signed-in' && <SignedIn history={props.history} />;
}

test('TRIP-014, PLACE-011: whoever saves the stop of a trip as a place is back in the log, which is asked for the name', async () => {
  const user = signedInUser({ RealTimeMap: false });
  const home = place({ id: 3, label: 'Home' });
  const send = fakeSend({
    'auth.me': () => ({ user }),
    'trips.generate': () => tripPage([trip({ id: 1 })]),
    'trips.filter-choices': () => ({ drivers: [], departments: [], tags: [], projects: [], places: [] }),
    'units.list': () => ({ units: [], server_time: '2026-11-20T10:00:00Z' }),
    'alarms.open': () => ({ new_count: 0, open_count: 0, newest: null, units: [] }),
    'users.preferences': () => ({ preferences: {} }),
    'accounts.announcement': () => '',
    'places.list': () => ({ places: [], can: { add: true, for_all_units: true } }),
    'places.draft': () => ({ address: 'Kungsgatan 12', lat: 59.4, lng: 18.1, imei: null, day: '2026-11-20', place_id: null }),
    'places.preview': () => ({ conflicts: [], trips: null }),
    'places.save': () => ({ place: home, changed_trips: 1 }),
  });
  const history = createMemoryHistory({ initialEntries: [`${ADDRESSES.tripLog}?period=last-month`] });
  await renderScreen(<Entry history={history} />, { send, user });
  await userEvent.click(await screen.findByRole('button', { name: /^Save start or stop/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Kungsgatan 12/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'New place' })).toBeDefined();
  expect(history.location.search).toContain('which=stop');
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  await waitFor(() => expect(history.location.href).toBe(`${ADDRESSES.tripLog}?period=last-month`));
  await screen.findByRole('table');
  await waitFor(() => expect(send.requests.filter(({ id }) => id === 'trips.generate').length).toBeGreaterThan(1));
});
