import type { Trip } from '@spora/contract/trips/endpoints';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { trip } from './testing.ts';
import { fakeSend, renderScreen, signedInUser } from '../../lib/testing.tsx';
import { fakeMap } from '../../map/testing.tsx';
import { routeFeatures, TripRouteLayer } from '../../map/trip-route-layer.tsx';
import { TickedMap } from './components/ticked-map.tsx';
import { TripParts } from './components/route-ends.tsx';
import { routePartsOf, TripMap } from './components/trip-map.tsx';
import { tickedGroups } from './ticked-groups.ts';

afterEach(cleanup);

async function open(shown: Trip) {
  const send = fakeSend({ 'accounts.map-config': () => ({ providers: [] }) });
  await renderScreen(<TripMap trip={shown} />, { send, user: signedInUser() });
  return send;
}

test('TRIP-013: a trip without a route has a map with a start and a stop marker and no line that was not driven', () => {
  const map = fakeMap();
  map.render(
    <TripRouteLayer routes={[{ parts: routePartsOf(trip({ id: 1, has_route: false }), undefined), isOngoing: false }]} />,
  );
  const signs = map.features.get('spora-routes')!.filter(({ geometry }) => geometry.type === 'Point');
  expect(
    signs.map(({ properties, geometry }) => [properties?.['icon'] as string, (geometry as { coordinates: unknown }).coordinates]),
  ).toEqual([
    ['spora|end|light', [18.1, 59.4]],
    ['spora|start|light', [18, 59.3]],
  ]);
  expect(map.features.get('spora-routes')!.some(({ geometry }) => geometry.type === 'LineString')).toBe(false);
});

test('13-A1: the map of one’s own private trip draws its route, and says nothing of business', async () => {
  const send = fakeSend({
    'accounts.map-config': () => ({ providers: [] }),
    'trips.route': () => ({ trip_id: 1, parts: [] }),
  });
  await renderScreen(<TripMap trip={trip({ id: 1, type: 'private' })} />, { send });
  await waitFor(() => expect(send.requests.map(({ id }) => id)).toContain('trips.route'));
  expect(screen.queryByText(/business/)).toBeNull();
});

test('TRIP-010: the map of a merged trip marks and tells where it stood between the two, and speaks of dashes only where some are', async () => {
  const point = (time: string, lat: number, lng: number) => ({ time: `2026-11-20T${time}:00Z`, lat, lng, speed_kmh: 30 });
  const parts = [
    [point('07:10', 59.3, 18), point('07:40', 59.31, 18)],
    [point('08:36', 59.310_1, 18), point('09:00', 59.32, 18)],
  ];
  const merged = trip({
    id: 1,
    parts: [
      { id: 1, start: '2026-11-20T07:10:00Z', stop: '2026-11-20T07:40:20Z', distance_m: 36_540 },
      { id: 2, start: '2026-11-20T08:36:10Z', stop: '2026-11-20T09:00:00Z', distance_m: 50_840 },
    ],
    distance_m: 87_380,
  });
  const send = fakeSend({
    'accounts.map-config': () => ({ providers: [] }),
    'trips.route': () => ({ trip_id: 1, parts }),
  });
  await renderScreen(<TripMap trip={merged} />, { send, user: signedInUser() });
  expect(await screen.findByText(/^Stood for 56.min between the trips, 08:40–09:36\.$/)).toBeDefined();
  expect(screen.queryByText(/Dashed/)).toBeNull();
  cleanup();
  await renderScreen(<TripParts trip={merged} />, { send });
  expect(
    screen.getAllByRole('listitem').map(({ textContent }) => /· ([\d.]+)/.exec(textContent)?.[1]),
    'they add up to 87.4',
  ).toEqual(['36.6', '50.8']);
  const { features } = routeFeatures([{ parts, stops: [{ lat: 59.31, lng: 18 }], isOngoing: false }], 'light');
  expect(features.map(({ properties }) => [properties?.['kind'] as string, properties?.['icon'] as string])).toEqual([
    ['part', undefined],
    ['part', undefined],
    ['sign', 'spora|signed-pin|pause'],
    ['sign', 'spora|end|light'],
    ['sign', 'spora|start|light'],
  ]);
});

test('TRIP-013: the map of a trip without a route says that there is none, and asks for none', async () => {
  const send = await open(trip({ id: 1, has_route: false, can: { edit: true, route: false } }));
  expect(await screen.findByText(/This trip has no recorded route\./)).toBeDefined();
  expect(send.requests.map(({ id }) => id)).toEqual(['accounts.map-config']);
});

test('TRIP-011, TRIP-003: of a trip of the third type an administrator is led to where its routes are switched on, a driver is not', async () => {
  const shown = trip({ id: 1, type: 'other', can: { edit: true, route: false } });
  const link = () => screen.queryByRole('link', { name: 'Show the route of Other too' })?.getAttribute('href') ?? null;
  for (const IsAdmin of [true, false]) {
    const send = fakeSend({ 'accounts.map-config': () => ({ providers: [] }) });
    await renderScreen(<TripMap trip={shown} />, { send, user: { ...signedInUser(), IsAdmin } });
    expect(await screen.findByText(/draws the route only of business trips/)).toBeDefined();
    expect(link()).toBe(IsAdmin ? '/administration/user-accounts?tab=options' : null);
    cleanup();
  }
});

test('NFR-006: where the route cannot be had that is said, and not that there is none', async () => {
  const send = fakeSend({
    'accounts.map-config': () => ({ providers: [] }),
    'trips.route': () => {
      throw new ApiError(0, 'NetworkError');
    },
  });
  await renderScreen(<TripMap trip={trip({ id: 1 })} />, { send });
  expect(await screen.findByText(/No contact with the server/)).toBeDefined();
  expect(screen.queryByText(/no recorded route/)).toBeNull();
});

test('TRIP-013: a trip under way whose route is not there yet says so and leads to the map of its day; so does one added by hand', async () => {
  const none = { has_route: false, can: { edit: false, route: false } };
  await open({ ...trip({ id: 1, ...none }), is_ongoing: true, stop: null });
  expect(await screen.findByText(/The trip is under way\./)).toBeDefined();
  const href = screen.getByRole('link', { name: 'Show that day on the map' }).getAttribute('href') ?? '';
  expect(href).toContain(`unit=${trip({ id: 1 }).imei}`);
  expect(href).toContain(`from=${trip({ id: 1 }).day}`);
  cleanup();
  await open({ ...trip({ id: 1, ...none }), is_manual: true });
  expect(await screen.findByText(/added by hand/)).toBeDefined();
});

test('TRIP-013: a trip without any coordinates says that it has no position instead of showing an empty map', async () => {
  const nowhere = { lat: null, lng: null };
  const whole = trip({ id: 1 });
  await open({ ...whole, has_route: false, start: { ...whole.start, ...nowhere }, stop: { ...whole.stop!, ...nowhere } });
  expect(await screen.findByRole('heading', { name: 'This trip has no recorded route.' })).toBeDefined();
});

test('issue 13: the routes of several ticked trips are fetched for one map; those that may not be drawn are counted and not asked for', async () => {
  const send = fakeSend({
    'accounts.map-config': () => ({ providers: [] }),
    'trips.route': ({ params }) => ({
      trip_id: Number(params.id),
      parts: [
        [
          { lat: 59.3, lng: 18, time: '2026-11-20T07:10:00Z', speed_kmh: 30 },
          { lat: 59.4, lng: 18.1, time: '2026-11-20T07:40:00Z', speed_kmh: 30 },
        ],
      ],
    }),
  });
  const trips = [
    trip({ id: 1 }),
    trip({ id: 2 }),
    trip({ id: 3, type: 'private', can: { edit: true, route: false } }),
    trip({ id: 4, has_route: false }),
  ];
  await renderScreen(<TickedMap trips={trips} onClose={() => undefined} />, { send });
  expect(await screen.findByRole('dialog', { name: 'Routes of 4 trips' })).toBeDefined();
  expect(await screen.findByText('2 trips are not drawn: they have no route, or may not be drawn.')).toBeDefined();
  expect(screen.getByText(/^2 trips · 24\.6\skm$/)).toBeDefined();
  const asked = send.requests
    .filter(({ id }) => id === 'trips.route')
    .map((request) => (request as { params?: { id: number } }).params?.id);
  expect(asked).toEqual([1, 2]);
});

test('TRIP-011: the routes of several units are told apart by colour and by a list, which shows one unit alone', async () => {
  const send = fakeSend({
    'accounts.map-config': () => ({ providers: [] }),
    'trips.route': ({ params }) => ({
      trip_id: Number(params.id),
      parts: [
        [
          { lat: 59.3, lng: 18, time: '2026-11-20T07:10:00Z', speed_kmh: 30 },
          { lat: 59.4, lng: 18.1, time: '2026-11-20T07:40:00Z', speed_kmh: 30 },
        ],
      ],
    }),
  });
  const trips = [trip({ id: 1 }), trip({ id: 2, unit_id: 2, unit_name: 'Lastbil 9' }), trip({ id: 3 })];
  await renderScreen(<TickedMap trips={trips} onClose={() => undefined} />, { send });
  const list = within(await screen.findByRole('list', { name: 'Routes on the map' }));
  const ways = list.getAllByRole('button');
  expect(ways.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Skåpbil 72 trips · 24.6 km',
    'Lastbil 91 trip · 12.3 km',
  ]);
  await userEvent.click(ways[1]!);
  expect(ways.map((way) => way.getAttribute('aria-pressed'))).toEqual(['false', 'true']);
  // Of one unit each trip is told by itself.
  expect(tickedGroups([trips[0]!, trips[2]!]).map(({ key }) => key)).toEqual(['trip-1', 'trip-3']);
});

test('MAP-029: ways on one map have their colours, and their ends signs only where one is looked at', () => {
  const parts = [
    [
      { lat: 59.3, lng: 18 },
      { lat: 59.4, lng: 18.1 },
    ],
  ];
  const drawn = (faint: readonly boolean[]) =>
    routeFeatures(
      faint.map((isFaint, number) => ({ parts, isOngoing: false, number, isFaint })),
      'light',
    ).features.map(({ properties }) => properties as Record<string, unknown>);
  const lines = drawn([false, false]).filter(({ kind }) => kind === 'part');
  expect(new Set(lines.map(({ colour }) => colour)).size).toBe(2);
  // On one road none lies over another, whichever way they go, and none of many goes far from it.
  const beside = drawn(Array.from({ length: 7 }, () => false)).flatMap(({ kind, offset }) =>
    kind === 'part' ? [Number(offset)] : [],
  );
  expect(new Set(beside.map(Math.abs)).size).toBe(7);
  expect(Math.max(...beside)).toBeLessThanOrEqual(14);
  expect(drawn([false]).map(({ offset }) => offset)[0]).toBe(0);
  expect(drawn([false, false]).filter(({ kind }) => kind === 'sign')).toEqual([]);
  expect(drawn([true, false]).filter(({ kind }) => kind === 'sign')).toHaveLength(2);
  expect(drawn([true, false]).filter(({ kind, isFaint }) => kind === 'end' && isFaint)).toHaveLength(2);
});

test('TRIP-011, DEC-43: a route that the log withholds is not led around: it says whose it draws, offers no way to see it, and asks for nothing', async () => {
  const send = await open(trip({ id: 1, type: 'other', has_route: true, can: { edit: true, route: false } }));
  expect(await screen.findByText(/only of business trips and of trips you drove yourself/)).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Show that day on the map' })).toBeNull();
  expect(send.requests.map(({ id }) => id)).toEqual(['accounts.map-config']);
});

test('MAP-029: under a route whose positions are missing for a while it is said what the dashed line is, and under a whole one nothing', async () => {
  const at = (minute: number, lat: number) => ({ lat, lng: 18, time: `2026-11-20T07:${minute}:00Z`, speed_kmh: 50 });
  for (const parts of [[[at(10, 59.3), at(11, 59.31)], [at(14, 59.33)]], [[at(10, 59.3), at(11, 59.31)]]]) {
    const send = fakeSend({
      'accounts.map-config': () => ({ providers: [] }),
      'trips.route': () => ({ trip_id: 1, parts }),
    });
    await renderScreen(<TripMap trip={trip({ id: 1 })} />, { send });
    await waitFor(() => expect(document.querySelector('.frame')).not.toBeNull());
    await waitFor(() => expect(document.querySelector('.wait')).toBeNull());
    expect(screen.queryAllByText('Dashed: no positions from there.')).toHaveLength(parts.length - 1);
    cleanup();
  }
});
