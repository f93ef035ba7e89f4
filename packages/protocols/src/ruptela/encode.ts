import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import { PLAIN_IO } from '../avl/plain.ts';
import { latin1 } from '../text-fields.ts';
import { COMMAND, encodeReply, REPLY, wrapFrame } from './frame.ts';
import { MEANINGS } from './meanings.ts';

/** 68 has room for ids of two bytes, 1 for those of one. */
export const DIALECTS = ['68', '1'] as const;
export type Dialect = (typeof DIALECTS)[number];

const MOST_ID = { '68': 0xffff, '1': 0xff } as const;

/** Ids under which others keep, and the simulator's units tell, what has an id of the vendor's here. */
const OWN: ReadonlyMap<number, { readonly id: number; readonly width: 1 | 2 | 4 | 8; readonly times?: number }> = new Map([
  [PLAIN_IO.ignition, { id: 5, width: 1 }],
  [PLAIN_IO.movement, { id: 173, width: 1 }],
  [PLAIN_IO.gsmSignal, { id: 27, width: 1, times: 6 }],
  [PLAIN_IO.externalVoltage, { id: 29, width: 2 }],
  [PLAIN_IO.batteryVoltage, { id: 30, width: 2 }],
  [PLAIN_IO.odometer, { id: 65, width: 4 }],
  [PLAIN_IO.hdop, { id: PLAIN_IO.hdop, width: 1 }],
]);
const KNOWN: ReadonlySet<number> = new Set(MEANINGS.map(({ id }) => id));

function ownOf(element: RawIo): RawIo | undefined {
  const own = OWN.get(element.id);
  if (own === undefined) return KNOWN.has(element.id) ? element : undefined;
  if (own.width === 8 || typeof element.value !== 'number') return undefined;
  return { id: own.id, width: own.width, value: element.value * (own.times ?? 1) };
}

const imeiBytes = (name: string): number[] => {
  const number = BigInt(name);
  return Array.from({ length: 8 }, (_, i) => Number((number >> BigInt(56 - 8 * i)) & 0xffn));
};

/** Who a tracker is, with the device type, version and coefficients of the document's example. Source: 3.2.14. */
export const encodeIdentification = (name: string): Uint8Array =>
  wrapFrame(
    Uint8Array.of(
      ...imeiBytes(name),
      COMMAND.identification,
      ...latin1('Tc0400.03.09.10'),
      ...[0, 0, 0xdf, 0xc1, 0x38, 0x86, 0x31, 0x18, 0, 0, 0x60, 0x1a],
      ...[0, 0, 3, 0xe8, 0, 0, 0, 0x0a, 0, 0x3c],
    ),
  );

/** @throws RangeError for what a frame has no room for */
export function encodeRecords(name: string, records: readonly PositionRecord[], dialect: Dialect): Uint8Array {
  const command = dialect === '68' ? COMMAND.extendedRecords : COMMAND.records;
  const content = records.flatMap((record) => encodeRecord(record, dialect));
  return wrapFrame(Uint8Array.of(...imeiBytes(name), command, 0, records.length, ...content));
}

const bytesOf = (value: number | bigint, width: number): number[] =>
  Array.from({ length: width }, (_, i) => Number((BigInt(value) >> BigInt(8 * (width - 1 - i))) & 0xffn));

function encodeRecord(record: PositionRecord, dialect: Dialect): number[] {
  const seconds = Math.floor(record.timeMs / 1000);
  if (!(seconds >= 0 && seconds <= 0xffff_ffff)) throw new RangeError('the time does not fit');
  const idBytes = dialect === '68' ? 2 : 1;
  const io = record.io.flatMap((element) => ownOf(element) ?? []);
  const hdop = io.find(({ id }) => id === PLAIN_IO.hdop);
  const event = OWN.get(record.eventId)?.id ?? record.eventId;
  const groups = ([1, 2, 4, 8] as const).flatMap((width) => {
    const elements = io.filter((each) => each.width === width && each.id <= MOST_ID[dialect] && each.id !== PLAIN_IO.hdop);
    return [
      elements.length,
      ...elements.flatMap(({ id, value }) => [
        ...bytesOf(id, idBytes),
        ...(typeof value === 'object' ? [] : bytesOf(value, width)),
      ]),
    ];
  });
  return [
    ...bytesOf(seconds, 4),
    0,
    ...(dialect === '68' ? [0] : []),
    record.priority === 0 ? 0 : 1,
    ...bytesOf(record.lonE7, 4),
    ...bytesOf(record.latE7, 4),
    ...bytesOf(Math.max(-3276, Math.min(3276, record.altitudeM)) * 10, 2),
    ...bytesOf(record.headingDeg * 100, 2),
    record.satellites,
    ...bytesOf(record.speedKmh, 2),
    typeof hdop?.value === 'number' ? Math.min(0xfe, hdop.value) : 0,
    ...bytesOf(event <= MOST_ID[dialect] ? event : 0, idBytes),
    ...groups,
  ];
}

/** A text message by the connection. Source: 3.2.8. */
export const encodeCommand = (text: string): Uint8Array => encodeReply(REPLY.sms, ...latin1(text));

/** What a tracker answers to it. */
export const encodeText = (name: string, text: string): Uint8Array =>
  wrapFrame(Uint8Array.of(...imeiBytes(name), COMMAND.smsAnswer, ...latin1(text)));
