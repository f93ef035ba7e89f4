import { expect, test } from 'vitest';
import { createNearestPlace } from './nearest-place.ts';
import { readPlaces, readStreets } from './places-data.ts';

test('the table of places answers from Kiruna to London without a network', async () => {
  const places = readPlaces();
  expect(places.length).toBeGreaterThan(7_000);
  expect(places.every((place) => place.name !== '' && Math.abs(place.lat) <= 90 && Math.abs(place.lon) <= 180)).toBe(true);
  const nearest = createNearestPlace(places);
  for (const [lat, lon, name] of [
    [67.856, 20.226, 'Kiruna'],
    [57.7075, 11.967, 'Göteborg'],
    [59.36, 18.001, 'Solna'],
    [53.55, 9.99, 'Hamburg'],
  ] as const)
    expect((await nearest.reverse({ lat, lon }, { language: 'sv' }))?.label).toContain(name);
  expect((await nearest.reverse({ lat: 51.5074, lon: -0.1278 }, { language: 'en' }))?.countryCode?.toUpperCase()).toBe('GB');
});

test('13, A4: the table of streets knows where a car stands in the towns of the demo', async () => {
  const nearest = createNearestPlace(readPlaces(), readStreets());
  for (const [lat, lon, label] of [
    [59.3343, 18.0643, 'Sveavägen, Stockholm'],
    // The nearest place is across the water.
    [59.3184, 18.0467, 'Lundagatan, Stockholm'],
    [59.9181, 10.7594, 'Thorvald Meyers gate, Oslo'],
  ] as const)
    expect(await nearest.reverse({ lat, lon }, { language: 'sv' })).toMatchObject({ label, isApproximate: true });
});
