import { MAX_TIME_MS } from '@spora/telemetry/columns';
import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import { type HttpReport, type HttpRequest, ProtocolError, readOf } from '../protocol.ts';
import { PHONE_IO } from './meanings.ts';

/*
 * The HTTP protocol of free phone applications, after traccar.org/osmand:
 * - OsmAnd, older Traccar Client and many others: parameters in the query or in a form, also as a flat JSON object.
 *   Speed is in knots (that page's and those applications' convention), time in seconds, milliseconds or ISO 8601.
 * - Traccar Client since 9.0: JSON `{ location: { timestamp, coords: {...}, battery: {...}, ... }, device_id }`, `location`
 *   possibly a list. Speed is in m/s, the battery's level a fraction, and -1 stands for an unknown speed or heading.
 */

/** Longest query or body. One position takes 600 bytes in the richest form; the application sends a few at most. */
export const MAX_REQUEST_BYTES = 65_536;
const MAX_LOCATIONS = 100;
const KMH_PER_KNOT = 1.852;
const KMH_PER_M_S = 3.6;
/** Phones do not say how many satellites they used: the least that a fix takes, and 0 for one marked as invalid. */
const ASSUMED_SATELLITES = 4;
const MAX_SPEED_KMH = 2000;

/** @throws ProtocolError for what is not a request of this protocol, and for values that cannot be */
export function parseOsmandRequest(request: HttpRequest): HttpReport {
  const body = bodyText(request.body);
  const query = request.query ?? '';
  if (query.length > MAX_REQUEST_BYTES || body.length > MAX_REQUEST_BYTES)
    throw new ProtocolError('too-long', 'a request is too long');
  if (body !== '' && (/json/i.test(request.contentType ?? '') || body.trimStart().startsWith('{')))
    return parseJson(body, query, request.receivedAtMs);
  const fields = new Map<string, unknown>();
  for (const part of [query, body])
    for (const [name, value] of new URLSearchParams(part.trim())) if (!fields.has(name)) fields.set(name, value);
  return parseFlat((name) => fields.get(name), request.receivedAtMs);
}

function bodyText(body: string | Uint8Array | undefined): string {
  if (typeof body === 'string') return body;
  if (body === undefined) return '';
  if (body.length > MAX_REQUEST_BYTES) throw new ProtocolError('too-long', 'a request is too long');
  return new TextDecoder().decode(body);
}

function parseJson(body: string, query: string, receivedAtMs: number | undefined): HttpReport {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch (cause) {
    throw new ProtocolError('syntax', 'a body is not JSON', { cause });
  }
  const root = fieldsOf(parsed);
  const location = root('location');
  if (typeof location !== 'object' || location === null) return parseFlat(root, receivedAtMs);
  const parameters = new URLSearchParams(query);
  const name = phoneIdOf(root('device_id') ?? root('id') ?? parameters.get('id') ?? undefined);
  const list: readonly unknown[] = Array.isArray(location) ? location : [location];
  return readOf(name, () => {
    if (list.length > MAX_LOCATIONS) throw new ProtocolError('count', 'too many positions in a request');
    return { name, records: list.map((item) => parseLocation(fieldsOf(item), receivedAtMs)) };
  });
}

type Fields = (name: string) => unknown;

/** Own properties only, null taken for absent. */
function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ProtocolError('syntax', 'an object is missing');
  return (name) => (Object.hasOwn(value, name) ? ((value as Record<string, unknown>)[name] ?? undefined) : undefined);
}

function parseLocation(location: Fields, receivedAtMs: number | undefined): PositionRecord {
  const coords = fieldsOf(location('coords'));
  const battery = location('battery') === undefined ? () => undefined : fieldsOf(location('battery'));
  const level = numberIn(battery('level'), 'battery', -1, 1);
  return toRecord({
    time: location('timestamp'),
    receivedAtMs,
    lat: coords('latitude'),
    lon: coords('longitude'),
    speedKmh: known(numberIn(coords('speed'), 'speed', -1, MAX_SPEED_KMH), KMH_PER_M_S),
    heading: known(numberIn(coords('heading'), 'heading', -1, 1e4)),
    altitude: coords('altitude'),
    accuracyM: known(numberIn(coords('accuracy'), 'accuracy', -1, 1e7)),
    batteryPct: known(level, 100),
    isCharging: flag(battery('is_charging')),
    isMoving: flag(location('is_moving')),
    odometerM: known(numberIn(location('odometer'), 'odometer', -1, 4e9)),
    isValid: true,
  });
}

const known = (value: number | undefined, times = 1) => (value === undefined || value < 0 ? undefined : value * times);

function parseFlat(field: Fields, receivedAtMs: number | undefined): HttpReport {
  const name = phoneIdOf(field('id') ?? field('deviceid') ?? field('device_id'));
  return readOf(name, () => parsePosition(name, field, receivedAtMs));
}

function parsePosition(name: string, field: Fields, receivedAtMs: number | undefined): HttpReport {
  let lat = field('lat');
  let lon = field('lon');
  const pair = field('location');
  if (typeof pair === 'string' && lat === undefined && lon === undefined) [lat, lon] = pair.split(',').map((part) => part.trim());
  if (lat === undefined && lon === undefined) return { name, records: [] };
  const record = toRecord({
    time: field('timestamp'),
    receivedAtMs,
    lat,
    lon,
    speedKmh: known(numberIn(field('speed'), 'speed', -1, MAX_SPEED_KMH), KMH_PER_KNOT),
    heading: known(numberIn(field('bearing') ?? field('heading'), 'bearing', -1, 1e4)),
    altitude: field('altitude'),
    accuracyM: known(numberIn(field('accuracy'), 'accuracy', -1, 1e7)),
    hdop: known(numberIn(field('hdop'), 'hdop', -1, 1e4)),
    batteryPct: known(numberIn(field('batt'), 'batt', -1, 100)),
    isCharging: flag(field('charge')),
    odometerM: undefined,
    isValid: flag(field('valid')) ?? true,
  });
  return { name, records: [record] };
}

function phoneIdOf(value: unknown): string {
  const id = typeof value === 'number' ? String(value) : value;
  if (typeof id !== 'string' || !/^[A-Za-z0-9_.:-]{1,64}$/.test(id))
    throw new ProtocolError('imei', 'a request without the id of a phone');
  return id;
}

/** @returns undefined for an absent or empty value */
function numberIn(value: unknown, name: string, least: number, most: number): number | undefined {
  if (value === undefined || value === '') return undefined;
  const isText = typeof value === 'string' && /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$/.test(value);
  const number = typeof value === 'number' || isText ? Number(value) : NaN;
  if (!(number >= least && number <= most)) throw new ProtocolError('value', `${name} is not a number of its range`);
  return number;
}

function flag(value: unknown): boolean | undefined {
  if (value === true || value === 'true' || value === '1' || value === 1) return true;
  if (value === false || value === 'false' || value === '0' || value === 0) return false;
  return undefined;
}

/** Seconds or milliseconds since 1970 (which of them its size says), ISO 8601, or `YYYY-MM-DD HH:mm:ss`; UTC where no zone is given. */
function timeOf(value: unknown, receivedAtMs: number | undefined): number {
  if (value === undefined || value === '') {
    if (receivedAtMs !== undefined) return receivedAtMs;
    throw new ProtocolError('value', 'a position without its time');
  }
  let ms = NaN;
  if (typeof value === 'number' || (typeof value === 'string' && /^[0-9]{1,16}(\.[0-9]+)?$/.test(value))) {
    ms = Math.round(Number(value) < 1e11 ? Number(value) * 1000 : Number(value));
  } else if (typeof value === 'string') {
    const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(value);
    if (parts !== null) ms = Math.floor(Date.parse(`${parts[1]}T${parts[2]}${zoneOf(parts[3])}`));
  }
  if (!(ms >= 0 && ms <= MAX_TIME_MS)) throw new ProtocolError('value', 'a time that is none');
  return ms;
}

const zoneOf = (zone: string | undefined) =>
  zone === undefined ? 'Z' : zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;

interface PhoneFix {
  readonly time: unknown;
  readonly receivedAtMs: number | undefined;
  readonly lat: unknown;
  readonly lon: unknown;
  readonly speedKmh: number | undefined;
  readonly heading: number | undefined;
  readonly altitude: unknown;
  readonly accuracyM: number | undefined;
  readonly hdop?: number | undefined;
  readonly batteryPct: number | undefined;
  readonly isCharging: boolean | undefined;
  readonly isMoving?: boolean | undefined;
  readonly odometerM: number | undefined;
  readonly isValid: boolean;
}

function toRecord(fix: PhoneFix): PositionRecord {
  const lat = numberIn(fix.lat, 'lat', -90, 90);
  const lon = numberIn(fix.lon, 'lon', -180, 180);
  if (lat === undefined || lon === undefined) throw new ProtocolError('value', 'a position without its coordinates');
  const io: RawIo[] = [];
  const add = (id: number, width: 1 | 2 | 4, value: number | undefined) => {
    if (value !== undefined) io.push({ id, width, value: Math.min(Math.round(value), 256 ** width - 1) });
  };
  add(PHONE_IO.battery, 1, fix.batteryPct);
  add(PHONE_IO.charging, 1, fix.isCharging === undefined ? undefined : Number(fix.isCharging));
  add(PHONE_IO.movement, 1, fix.isMoving === undefined ? undefined : Number(fix.isMoving));
  add(PHONE_IO.accuracy, 2, fix.accuracyM === undefined ? undefined : fix.accuracyM * 10);
  add(PHONE_IO.hdop, 2, fix.hdop === undefined ? undefined : fix.hdop * 10);
  add(PHONE_IO.odometer, 4, fix.odometerM);
  return {
    timeMs: timeOf(fix.time, fix.receivedAtMs),
    latE7: Math.round(lat * 1e7) + 0,
    lonE7: Math.round(lon * 1e7) + 0,
    altitudeM: Math.max(-32_768, Math.min(32_767, Math.round(numberIn(fix.altitude, 'altitude', -1e6, 1e6) ?? 0))) + 0,
    headingDeg: Math.round(fix.heading ?? 0) % 360,
    satellites: fix.isValid ? ASSUMED_SATELLITES : 0,
    speedKmh: Math.round(fix.speedKmh ?? 0),
    priority: 0,
    eventId: 0,
    io,
  };
}

const ioValue = (record: PositionRecord, id: number): number | undefined => {
  const found = record.io.find((io) => io.id === id);
  return found === undefined || typeof found.value !== 'number' ? undefined : found.value;
};

/** A position as OsmAnd would put it into a query (no leading `?`). */
export function encodeOsmandQuery(record: PositionRecord, phoneId: string): string {
  const query = new URLSearchParams({
    id: phoneId,
    timestamp: String(record.timeMs % 1000 === 0 ? record.timeMs / 1000 : record.timeMs),
    lat: (record.latE7 / 1e7).toFixed(7),
    lon: (record.lonE7 / 1e7).toFixed(7),
    speed: (record.speedKmh / KMH_PER_KNOT).toFixed(3),
    bearing: String(record.headingDeg),
    altitude: String(record.altitudeM),
  });
  const tenths = { accuracy: ioValue(record, PHONE_IO.accuracy), hdop: ioValue(record, PHONE_IO.hdop) };
  for (const [name, value] of Object.entries(tenths)) if (value !== undefined) query.set(name, (value / 10).toFixed(1));
  const battery = ioValue(record, PHONE_IO.battery);
  const charging = ioValue(record, PHONE_IO.charging);
  if (battery !== undefined) query.set('batt', String(battery));
  if (charging !== undefined) query.set('charge', charging === 1 ? 'true' : 'false');
  if (record.satellites === 0) query.set('valid', 'false');
  return query.toString();
}

/** A position as Traccar Client 9 sends it: the JSON body. */
export function encodeTraccarClientBody(record: PositionRecord, phoneId: string): string {
  const accuracy = ioValue(record, PHONE_IO.accuracy);
  const battery = ioValue(record, PHONE_IO.battery);
  const charging = ioValue(record, PHONE_IO.charging);
  const movement = ioValue(record, PHONE_IO.movement);
  return JSON.stringify({
    location: {
      timestamp: new Date(record.timeMs).toISOString(),
      coords: {
        latitude: record.latE7 / 1e7,
        longitude: record.lonE7 / 1e7,
        accuracy: accuracy === undefined ? undefined : accuracy / 10,
        speed: record.speedKmh / KMH_PER_M_S,
        heading: record.headingDeg,
        altitude: record.altitudeM,
      },
      is_moving: movement === undefined ? undefined : movement === 1,
      odometer: ioValue(record, PHONE_IO.odometer),
      battery: {
        level: battery === undefined ? undefined : battery / 100,
        is_charging: charging === undefined ? undefined : charging === 1,
      },
    },
    device_id: phoneId,
  });
}
