import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import fc from 'fast-check';
import type { ProtocolSample } from '../testing-protocols.ts';
import { PHONE_IO } from './meanings.ts';
import { OSMAND } from './protocol.ts';
import { MAX_REQUEST_BYTES } from './requests.ts';

const text = (value: string) => new TextEncoder().encode(value);

const element = (id: number, width: 1 | 2 | 4, max: number) =>
  fc.option(
    fc.integer({ min: 0, max }).map((value): RawIo => ({ id, width, value })),
    { nil: undefined },
  );

function phoneRecords(hasHdop: boolean, hasMovement: boolean): fc.Arbitrary<PositionRecord[]> {
  const none = fc.constant(undefined);
  const io = fc
    .tuple(
      element(PHONE_IO.battery, 1, 100),
      element(PHONE_IO.charging, 1, 1),
      hasMovement ? element(PHONE_IO.movement, 1, 1) : none,
      element(PHONE_IO.accuracy, 2, 0xffff),
      hasHdop ? element(PHONE_IO.hdop, 2, 0xffff) : none,
      hasMovement ? element(PHONE_IO.odometer, 4, 4e9) : none,
    )
    .map((elements) => elements.filter((one) => one !== undefined));
  const record = fc.record({
    // From 1973 a number is told apart as seconds or milliseconds.
    timeMs: fc.integer({ min: 1e11, max: 4e12 }),
    latE7: fc.integer({ min: -900_000_000, max: 900_000_000 }),
    lonE7: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
    altitudeM: fc.integer({ min: -500, max: 12_000 }),
    headingDeg: fc.integer({ min: 0, max: 359 }),
    satellites: hasHdop ? fc.constantFrom(0, 4) : fc.constant(4),
    speedKmh: fc.integer({ min: 0, max: 1000 }),
    priority: fc.constant(0),
    eventId: fc.constant(0),
    io,
  });
  return record.map((one) => [one]);
}

const [HTTP] = OSMAND.transports;
const request = {
  transport: HTTP,
  // The length is HTTP's matter: a query cut short may well be another query.
  detectsTruncation: false,
  hasChecksum: false,
  maxRecords: 1,
  maxBytes: MAX_REQUEST_BYTES,
} as const;

export const SAMPLES: readonly ProtocolSample[] = [
  {
    ...request,
    dialect: 'osmand-query',
    anyRecords: phoneRecords(true, false),
    oversize: () => text(`id=a&lat=${'0'.repeat(MAX_REQUEST_BYTES)}`),
  },
  {
    ...request,
    dialect: 'traccar-json',
    anyRecords: phoneRecords(false, true),
    oversize: () => text(`{"x":"${'0'.repeat(MAX_REQUEST_BYTES)}"}`),
  },
];
