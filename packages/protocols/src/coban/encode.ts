import type { PositionRecord } from '@spora/telemetry/record';
import { PLAIN_IO, plainValue } from '../avl/plain.ts';
import { latin1 } from '../text-fields.ts';

const KMH_PER_KNOT = 1.852;

/** A login: what is said first. */
export const encodeLogin = (name: string): Uint8Array => latin1(`##,imei:${name},A;`);

/** A position of a tracker whose clock is UTC. Source of its fields: GPRS data protocol of GPS102, 103 and 104. */
export function encodePosition(name: string, record: PositionRecord): Uint8Array {
  const stamp = new Date(record.timeMs).toISOString();
  const clock = stamp.slice(11, 19).replaceAll(':', '');
  const word = plainValue(record, PLAIN_IO.alarmButton) === 1 ? 'help me' : 'tracker';
  return latin1(
    [
      `imei:${name}`,
      word,
      stamp.slice(2, 10).replaceAll('-', '') + clock,
      '',
      'F',
      `${clock}.000`,
      record.satellites > 0 ? 'A' : 'V',
      minutesOf(record.latE7, 2),
      record.latE7 >= 0 ? 'N' : 'S',
      minutesOf(record.lonE7, 3),
      record.lonE7 >= 0 ? 'E' : 'W',
      (record.speedKmh / KMH_PER_KNOT).toFixed(3),
      record.headingDeg,
      record.altitudeM,
      plainValue(record, PLAIN_IO.ignition) ?? '',
      plainValue(record, PLAIN_IO.input1) ?? '',
      ',,;',
    ].join(','),
  );
}

/** 1e-7 degrees as degrees and 1e-4 minutes. */
function minutesOf(e7: number, width: number): string {
  const total = Math.round((Math.abs(e7) * 3) / 50);
  const minutes = String(total % 600_000).padStart(6, '0');
  return `${String(Math.floor(total / 600_000)).padStart(width, '0')}${minutes.slice(0, 2)}.${minutes.slice(2)}`;
}
