import type { Trip } from '@spora/contract/trips/endpoints';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { trip } from './testing.ts';
import { fakeSend, renderScreen } from '../../lib/testing.tsx';
import { fakeMap } from '../../map/testing.tsx';
import { TripRouteLayer } from '../../map/trip-route-layer.tsx';
import { routePartsOf, TripMap } from './components/trip-map.tsx';

afterEach(cleanup);

async function open(shown: Trip) {
  const send = fakeSend({ 'accounts.map-config': () => ({ providers: [] }) });
  await renderScreen(<TripMap trip={shown} />, { send });
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
  expect(map.features.get('spora-routes')!.some(({ properties }) => properties?.['kind'] === 'part')).toBe(false);
});

test('TRIP-013: the map of a trip without a route says that there is none, and asks for none', async () => {
  const send = await open(trip({ id: 1, has_route: false, can: { edit: true, route: false } }));
  expect(await screen.findByText('This trip has no recorded route.')).toBeDefined();
  expect(send.requests.map(({ id }) => id)).toEqual(['accounts.map-config']);
});

test('TRIP-013: a trip without any coordinates says that it has no position instead of showing an empty map', async () => {
  const nowhere = { lat: null, lng: null };
  const whole = trip({ id: 1 });
  await open({ ...whole, has_route: false, start: { ...whole.start, ...nowhere }, stop: { ...whole.stop!, ...nowhere } });
  expect(await screen.findByRole('heading', { name: 'This trip has no recorded route.' })).toBeDefined();
});
