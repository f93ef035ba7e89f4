import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { ApiError } from '../../lib/api-error.ts';
import { type FakeAnswers, fakeSend, renderScreen } from '../../lib/testing.tsx';
import { ringOf } from '../../map/circle.ts';
import { MapContextValue } from '../../map/map-context.ts';
import { PinLayer } from '../../map/pin-layer.tsx';
import { fakeMap } from '../../map/testing.tsx';
import { PlaceLayers } from './components/place-map.tsx';

afterEach(cleanup);

const STOP = { lat: 59.92, lng: 10.77 };

async function draw(tripId: number | null, answers: FakeAnswers = {}) {
  const map = fakeMap();
  const send = fakeSend({
    'trips.route': () => ({
      trip_id: 7,
      parts: [
        [
          { lat: 59.9, lng: 10.7 },
          { lat: 59.92, lng: 10.77 },
        ],
      ] as never,
    }),
    ...answers,
  });
  await renderScreen(
    <MapContextValue value={map.context}>
      <PlaceLayers rings={[{ points: ringOf(STOP, 100), isFaint: false }]} center={STOP} onPick={undefined} tripId={tripId} />
    </MapContextValue>,
    { send },
  );
  await act(() => Promise.resolve());
  const ofSource = (id: string) => map.features.get(id) ?? [];
  return { send, pins: () => ofSource('spora-pins'), routes: () => ofSource('spora-routes') };
}

test('PLACE-011: a place that begins with a trip has a pin in its middle, and the way that ended there', async () => {
  const { pins, routes } = await draw(7);
  expect(pins().map(({ geometry }) => geometry)).toEqual([{ type: 'Point', coordinates: [STOP.lng, STOP.lat] }]);
  await expect.poll(() => routes().length).toBeGreaterThan(0);
});

test('PLACE-011: where the way may not be seen, or there is no trip, the pin stands alone', async () => {
  const refused = await draw(7, {
    'trips.route': () => {
      throw new ApiError(404, 'NoRouteCoordinates');
    },
  });
  expect([refused.pins().length, refused.routes().length]).toEqual([1, 0]);
  cleanup();
  const none = await draw(null);
  expect(none.pins()).toHaveLength(1);
  expect(none.send.requests.filter(({ id }) => id === 'trips.route')).toEqual([]);
});

test('MAP-026: names of the map make room for the pin of a place', () => {
  const map = fakeMap();
  map.render(<PinLayer pins={[{ id: 'a', label: '', ...STOP, kind: 'place' }]} />);
  expect(map.layers.get('spora-pins')?.layout).toMatchObject({ 'icon-allow-overlap': true, 'icon-ignore-placement': false });
});
