import { anyIo, anyRecord } from '@spora/telemetry/testing-records';
import fc from 'fast-check';
import { protocolContract } from '../contract-suite.ts';
import { PROTOCOLS } from '../testing-protocols.ts';

/** Elements in the order of the wire: by width, variable-length ones last. */
const onTheWire = (maxId: number, hasVariable: boolean) =>
  fc
    .array(anyIo(maxId), { maxLength: 12 })
    .map((io) => [1, 2, 4, 8, 0].flatMap((width) => io.filter((e) => e.width === width && (width !== 0 || hasVariable))));

const recordsFor = (maxId: number, hasVariable: boolean) =>
  fc.array(
    anyRecord(onTheWire(maxId, hasVariable)).map((record) => ({ ...record, eventId: record.eventId & maxId })),
    { minLength: 1, maxLength: 6 },
  );

protocolContract(PROTOCOLS.codec8, recordsFor(0xff, false));
protocolContract(PROTOCOLS.codec8Extended, recordsFor(0xffff, true));
protocolContract(PROTOCOLS.codec16, recordsFor(0xffff, false));
protocolContract(PROTOCOLS.datagram, recordsFor(0xffff, true));
