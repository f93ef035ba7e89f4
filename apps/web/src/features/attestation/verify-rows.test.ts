import { documentOf, withhold, type FieldValue, type SealDocument } from '@spora/seal/document';
import { expect, test } from 'vitest';
import { changedRows } from './verify-rows.ts';

const sealedTrip = (over: Record<string, FieldValue> = {}): Record<string, FieldValue> => ({
  id: 7,
  merged_into_id: null,
  started_at: '2026-03-02T08:00:00.000Z',
  ended_at: '2026-03-02T08:30:00.000Z',
  start_odometer_m: 50_000_000,
  stop_odometer_m: 50_012_345,
  distance_m: 12_345,
  type: 'business',
  driver_id: 3,
  purpose: 'Besök',
  project: '',
  note: '',
  visited: '',
  ...over,
});
const trip = (over: object = {}) => ({
  id: 7,
  start: { time: '2026-03-02T08:00:00.000Z', odometer_km: 50_000 },
  stop: { time: '2026-03-02T08:30:00.000Z', odometer_km: 50_012.345 },
  distance_m: 12_345,
  type: 'business',
  driver_id: 3,
  purpose: 'Besök',
  project: '',
  note: '',
  visited: '',
  attested_by: 'user',
  is_masked: false,
  ...over,
});
const changed = (trips: readonly object[], ...documents: SealDocument[]): number[] =>
  changedRows(new TextEncoder().encode(JSON.stringify({ format: 'spora-log-1', trips, periods: [] })), documents).map(
    ({ id }) => id,
  );

test('TRIP-029: a trip that was changed in the database after its period was sealed is found in an export made since', () => {
  const document = documentOf({}, [sealedTrip()]);
  expect(changed([trip()], document)).toEqual([]);
  for (const over of [
    { distance_m: 11_345 },
    { start: { time: '2026-03-03T08:00:00.000Z', odometer_km: 50_000 } },
    { stop: { time: '2026-03-02T08:30:00.000Z', odometer_km: 50_013.345 } },
    { type: 'private' },
    { purpose: 'Annat' },
    { driver_id: null },
  ])
    expect(changed([trip(over)], document), JSON.stringify(over)).toEqual([7]);
});

test('TRIP-029: a trip put among attested ones is found; one that is open is nobody’s to judge', () => {
  const document = documentOf({}, [sealedTrip()]);
  expect(changed([trip(), trip({ id: 8 })], document)).toEqual([8]);
  expect(changed([trip(), trip({ id: 9, attested_by: null })], document)).toEqual([]);
  // A filtered export withholds the trips that it leaves out.
  const filtered = withhold(documentOf({}, [sealedTrip(), sealedTrip({ id: 8 })]), (_, row) => row === 1);
  expect(changed([trip(), trip({ id: 10 })], filtered)).toEqual([]);
});

test('UNIT-022: an odometer that became known after the period was sealed is no change of it', () => {
  const document = documentOf({}, [sealedTrip({ start_odometer_m: null, stop_odometer_m: null })]);
  expect(changed([trip()], document)).toEqual([]);
});

test('TRIP-010, TRIP-032: two merged trips are held together against their one row, and what is withheld is not judged', () => {
  const first = sealedTrip({ note: 'fram' });
  const second = sealedTrip({
    id: 8,
    merged_into_id: 7,
    started_at: '2026-03-02T08:35:00.000Z',
    ended_at: '2026-03-02T09:00:00.000Z',
    distance_m: 1000,
    stop_odometer_m: 50_013_345,
  });
  const merged = {
    stop: { time: '2026-03-02T09:00:00.000Z', odometer_km: 50_013.345 },
    distance_m: 13_345,
    note: 'fram; åter',
  };
  const both = documentOf({}, [first, second]);
  expect(changed([trip(merged)], both)).toEqual([]);
  expect(changed([trip({ ...merged, distance_m: 13_346 })], both)).toEqual([7]);

  const masked = trip({
    start: { time: '2026-03-01T23:00:00.000Z', odometer_km: 50_000 },
    stop: { time: '2026-03-01T23:00:00.000Z', odometer_km: 50_012.345 },
    type: 'private',
    purpose: '',
    driver_id: null,
    is_masked: true,
  });
  const open = ['id', 'distance_m', 'type', 'start_odometer_m', 'stop_odometer_m'];
  const document = withhold(documentOf({}, [sealedTrip({ type: 'private' })]), (name) => !open.includes(name));
  expect(changed([masked], document)).toEqual([]);
  expect(changed([{ ...masked, distance_m: 1 }], document)).toEqual([7]);
});
