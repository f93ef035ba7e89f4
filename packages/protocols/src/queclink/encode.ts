import type { PositionRecord } from '@spora/telemetry/record';
import { PLAIN_IO, plainValue } from '../avl/plain.ts';
import { latin1 } from '../text-fields.ts';

/** Device type and version of the protocol as they stand in the GV200 document. */
const VERSION = '040100';
const REST = 1;
const MOTION = 2;

const stampOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '');

const count = (serial: number): string => (serial & 0xffff).toString(16).toUpperCase().padStart(4, '0');

/** A heartbeat: what is said first, since it is answered before any position. */
export const encodeBeat = (name: string, serial = 1): Uint8Array =>
  latin1(`+ACK:GTHBD,${VERSION},${name},,20260101000000,${count(serial)}$`);

/** A regular report with one position. Source of its fields: GV200 @Track document, GTFRI. */
export function encodePosition(name: string, record: PositionRecord): Uint8Array {
  const ignition = plainValue(record, PLAIN_IO.ignition);
  const movement = plainValue(record, PLAIN_IO.movement) ?? (record.speedKmh > 0 ? 1 : 0);
  const odometer = plainValue(record, PLAIN_IO.odometer);
  const battery = plainValue(record, PLAIN_IO.batteryLevel);
  const hdop = plainValue(record, PLAIN_IO.hdop) ?? 10;
  const state = `${ignition === undefined ? 4 : ignition === 0 ? 1 : 2}${movement === 0 ? REST : MOTION}0000`;
  const precision = record.satellites === 0 ? '0' : tenths(hdop);
  return latin1(
    [
      `+RESP:GTFRI,${VERSION},${name},,,00,1`,
      precision,
      tenths(record.speedKmh * 10),
      record.headingDeg,
      tenths(record.altitudeM * 10),
      degrees(record.lonE7),
      degrees(record.latE7),
      stampOf(record.timeMs),
      '0460,0000,18D8,6141,00',
      odometer === undefined ? '' : `${Math.floor(odometer / 100) / 10}`.replace(/^(\d+)$/, '$1.0'),
      ',,',
      battery ?? '',
      state,
      ',,',
      stampOf(record.timeMs),
      count(record.timeMs / 1000),
    ].join(',') + '$',
  );
}

const tenths = (value: number): string => (value / 10).toFixed(1);
const degrees = (e7: number): string => (e7 / 1e7).toFixed(6);
