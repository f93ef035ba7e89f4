import { expect, test } from 'vitest';
import { nameValues } from '../avl/names.ts';
import type { HttpRequest } from '../protocol.ts';
import { parseOsmandRequest } from './requests.ts';

const first = (request: HttpRequest) => parseOsmandRequest(request).records[0]!;
const json = (value: unknown): HttpRequest => ({ body: JSON.stringify(value), contentType: 'application/json; charset=utf-8' });

test('a request as OsmAnd and the older Traccar Client send it: knots, seconds, percent', () => {
  const query =
    '?id=b7c1&timestamp=1767225600&lat=59.3293&lon=18.0686&speed=27&bearing=359.7&altitude=24.6&accuracy=4.8&batt=71.0&charge=true&hdop=0.9';
  const report = parseOsmandRequest({ query });
  expect(report.name).toBe('b7c1');
  expect(report.records).toMatchObject([
    {
      timeMs: Date.UTC(2026, 0, 1),
      latE7: 593_293_000,
      lonE7: 180_686_000,
      speedKmh: 50,
      headingDeg: 0,
      altitudeM: 25,
      satellites: 4,
    },
  ]);
  expect(nameValues(report.records[0]!.io, 'phone')).toMatchObject({ accuracyM: 4.8, batteryPct: 71, charging: true, hdop: 0.9 });
});

test('a request as Traccar Client 9 sends it: m/s, ISO time, a fraction of the battery', () => {
  const report = parseOsmandRequest(
    json({
      location: {
        timestamp: '2026-01-01T00:00:00.250Z',
        coords: { latitude: 59.3293, longitude: 18.0686, accuracy: 4.8, speed: 13.9, heading: 181, altitude: 24.6 },
        is_moving: true,
        odometer: 1234.5,
        event: 'motionchange',
        battery: { level: 0.71, is_charging: false },
        activity: { type: 'in_vehicle' },
        extras: {},
      },
      device_id: 'b7c1',
    }),
  );
  expect(report).toMatchObject({
    name: 'b7c1',
    records: [{ timeMs: Date.UTC(2026, 0, 1) + 250, speedKmh: 50, headingDeg: 181 }],
  });
  expect(nameValues(report.records[0]!.io, 'phone')).toMatchObject({
    accuracyM: 4.8,
    batteryPct: 71,
    charging: false,
    movement: true,
    odometerM: 1235,
  });
});

test('-1 stands for an unknown speed and heading', () => {
  const coords = { latitude: 1, longitude: 2, accuracy: -1, speed: -1, heading: -1, altitude: 0 };
  const record = first(json({ location: { timestamp: '2026-01-01T00:00:00Z', coords, battery: { level: -1 } }, device_id: 'a' }));
  expect(record).toMatchObject({ speedKmh: 0, headingDeg: 0, io: [] });
});

test('several positions in one request all count, too many are refused', () => {
  const at = (s: number) => ({ timestamp: new Date(s * 1000).toISOString(), coords: { latitude: 1, longitude: 2 } });
  expect(parseOsmandRequest(json({ location: [at(1e9), at(1e9 + 1)], device_id: 'a' })).records).toHaveLength(2);
  expect(() => parseOsmandRequest(json({ location: new Array(101).fill(at(1e9)), device_id: 'a' }))).toThrow(
    expect.objectContaining({ reason: 'count' }),
  );
});

test('flat parameters count as well in a form and in JSON', () => {
  const form = { body: 'id=a&lat=1.5&lon=2.5&timestamp=1767225600', contentType: 'application/x-www-form-urlencoded' };
  expect(first(form)).toEqual(first(json({ id: 'a', lat: 1.5, lon: 2.5, timestamp: 1_767_225_600 })));
  expect(first({ query: 'id=a&location=1.5,2.5&timestamp=1767225600' })).toEqual(first(form));
});

test.each([
  ['seconds', '1767225600'],
  ['milliseconds', '1767225600000'],
  ['ISO 8601', '2026-01-01T00:00:00Z'],
  ['ISO 8601 with a zone', '2026-01-01T01:00:00%2B0100'],
  ['ISO 8601 without a zone, which is UTC', '2026-01-01T00:00:00.000'],
  ['date and time', '2026-01-01 00:00:00'],
])('a time in %s is understood, whatever the zone of the machine', (_, timestamp) => {
  expect(first({ query: `id=a&lat=1&lon=2&timestamp=${timestamp}` }).timeMs).toBe(Date.UTC(2026, 0, 1));
});

test('without a time the one of the request counts, and without that the position is refused', () => {
  expect(first({ query: 'id=a&lat=1&lon=2', receivedAtMs: 5000 }).timeMs).toBe(5000);
  expect(() => parseOsmandRequest({ query: 'id=a&lat=1&lon=2' })).toThrow(expect.objectContaining({ reason: 'value' }));
});

test('a sign of life without coordinates is one, and a fix marked invalid says so', () => {
  expect(parseOsmandRequest({ query: 'id=a&batt=50' })).toEqual({ name: 'a', records: [] });
  expect(first({ query: 'id=a&lat=1&lon=2&timestamp=1767225600&valid=false' }).satellites).toBe(0);
});

test.each([
  ['no id', 'lat=1&lon=2&timestamp=1767225600', 'imei'],
  ['an id with strange signs', 'id=%3Cb%3E&lat=1&lon=2&timestamp=1767225600', 'imei'],
  ['a latitude beyond the pole', 'id=a&lat=91&lon=2&timestamp=1767225600', 'value'],
  ['a longitude that is no number', 'id=a&lat=1&lon=east&timestamp=1767225600', 'value'],
  ['half of the coordinates', 'id=a&lat=1&timestamp=1767225600', 'value'],
  ['hexadecimal', 'id=a&lat=0x10&lon=2&timestamp=1767225600', 'value'],
  ['an endless speed', 'id=a&lat=1&lon=2&speed=1e999&timestamp=1767225600', 'value'],
  ['a time that is none', 'id=a&lat=1&lon=2&timestamp=yesterday', 'value'],
  ['a date that is none', 'id=a&lat=1&lon=2&timestamp=2026-13-41 00:00:00', 'value'],
])('a request with %s is refused', (_, query, reason) => {
  expect(() => parseOsmandRequest({ query })).toThrow(expect.objectContaining({ reason }));
});

test.each([
  ['not JSON', '{"id":'],
  ['a list', '[1,2]'],
  ['a number', '5'],
  ['coordinates missing', '{"location":{},"device_id":"a"}'],
  ['a heap of brackets', '['.repeat(60_000)],
])('a JSON body with %s is refused', (_, body) => {
  expect(() => parseOsmandRequest({ body, contentType: 'application/json' })).toThrow(
    expect.objectContaining({ name: 'ProtocolError' }),
  );
});
