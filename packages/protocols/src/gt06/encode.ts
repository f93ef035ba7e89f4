import type { PositionRecord } from '@spora/telemetry/record';
import { PLAIN_IO, plainValue } from '../avl/plain.ts';
import { KIND, wrapFrame } from './frame.ts';
import { GPS_BYTES } from './position.ts';

/** How a position is put into bytes: 22 with ignition and odometer, 12 with the ignition in the course's bits. */
export const DIALECTS = ['22', '12'] as const;
export type Dialect = (typeof DIALECTS)[number];

const NO_CELL = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0);
const RAW_PER_E7 = 9 / 50;

/** A login. @throws RangeError for a number that is none */
export function encodeLogin(imei: string, serial = 1): Uint8Array {
  if (!/^[0-9]{15}$/.test(imei)) throw new RangeError('a number has 15 digits');
  return wrapFrame(
    KIND.login,
    Uint8Array.from(`0${imei}`.match(/../g)!, (pair) => Number.parseInt(pair, 16)),
    serial,
  );
}

/** A position of a tracker whose clock is UTC. */
export function encodePosition(record: PositionRecord, dialect: Dialect, serial = 1): Uint8Array {
  const ignition = plainValue(record, PLAIN_IO.ignition);
  const odometer = plainValue(record, PLAIN_IO.odometer);
  const is22 = dialect === '22';
  const size = GPS_BYTES + NO_CELL.length + (is22 ? 3 + (odometer === undefined ? 0 : 4) : 0);
  const content = new Uint8Array(size);
  const view = new DataView(content.buffer);
  const time = new Date(record.timeMs);
  const [year, ...rest] = [
    time.getUTCFullYear() - 2000,
    time.getUTCMonth() + 1,
    time.getUTCDate(),
    time.getUTCHours(),
    time.getUTCMinutes(),
    time.getUTCSeconds(),
  ];
  if (!(year >= 0 && year <= 99)) throw new RangeError('the year does not fit');
  content.set([year, ...rest]);
  content[6] = 0xc0 | Math.min(15, record.satellites);
  view.setUint32(7, Math.round(Math.abs(record.latE7) * RAW_PER_E7));
  view.setUint32(11, Math.round(Math.abs(record.lonE7) * RAW_PER_E7));
  content[15] = Math.min(255, record.speedKmh);
  const inCourse = is22 || ignition === undefined ? 0 : 0x4000 | (ignition === 0 ? 0 : 0x8000);
  view.setUint16(
    16,
    record.headingDeg |
      (record.satellites > 0 ? 0x1000 : 0) |
      (record.latE7 >= 0 ? 0x0400 : 0) |
      (record.lonE7 < 0 ? 0x0800 : 0) |
      inCourse,
  );
  if (is22) {
    content[GPS_BYTES + NO_CELL.length] = ignition === undefined || ignition === 0 ? 0 : 1;
    if (odometer !== undefined) view.setUint32(GPS_BYTES + NO_CELL.length + 3, odometer);
  }
  return wrapFrame(is22 ? KIND.location2 : KIND.location, content, serial);
}

/** A command for a tracker. Source: GT06 protocol document 1.8.1, 6.1. @throws RangeError for more than fits */
export function encodeCommand(text: string): Uint8Array {
  const bytes = Array.from(text, (letter) => letter.charCodeAt(0));
  if (bytes.length > 200 || bytes.some((code) => code > 0xff)) throw new RangeError('a command has at most 200 letters, Latin 1');
  return wrapFrame(KIND.command, Uint8Array.of(bytes.length + 4, 0, 0, 0, 1, ...bytes, 0, 2), 1);
}

/** What a tracker answers to a command. */
export const encodeText = (text: string, serial = 1): Uint8Array =>
  wrapFrame(
    KIND.textLong,
    Uint8Array.of(0, 0, 0, 1, 1, ...Array.from(text, (letter) => letter.charCodeAt(0) & 0xff)),
    serial,
    true,
  );
