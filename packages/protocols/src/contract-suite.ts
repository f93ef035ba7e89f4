import type { PositionRecord } from '@spora/telemetry/record';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ProtocolError } from './protocol.ts';
import type { ProtocolSession, ProtocolUnderTest } from './testing-protocols.ts';

/** What it pushes one after the other, and what became of it. */
function receive(
  session: ProtocolSession,
  chunks: Iterable<Uint8Array>,
): { records: PositionRecord[]; refusal: ProtocolError | undefined } {
  const records: PositionRecord[] = [];
  try {
    for (const chunk of chunks) records.push(...session.push(chunk));
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return { records, refusal: error };
  }
  return { records, refusal: undefined };
}

const join = (parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, i) => bytes.subarray(at[i], end));
}

/** Changes, additions and removals at a few places. */
export const anyMutation = fc.array(
  fc.record({ at: fc.nat(), how: fc.constantFrom('set', 'insert', 'remove'), byte: fc.integer({ min: 0, max: 255 }) }),
  { minLength: 1, maxLength: 6 },
);

/** What every protocol has to hold, whatever its bytes look like. */
export function protocolContract(protocol: ProtocolUnderTest): void {
  const { wrong, promising } = protocol;
  const anyMessages = fc.array(
    protocol.anyRecords.filter((records) => records.length > 0),
    { minLength: 1, maxLength: 4 },
  );

  describe(`contract of protocols: ${protocol.name}`, () => {
    test('what is encoded decodes to the same records', () => {
      fc.assert(
        fc.property(anyMessages, (messages) => {
          const { records, refusal } = receive(protocol.open(), messages.map(protocol.encode));
          expect(refusal).toBeUndefined();
          expect(records).toEqual(messages.flat());
        }),
      );
    });

    if (protocol.framing === 'stream')
      test('any cut of the stream gives the same records, single bytes too', () => {
        fc.assert(
          fc.property(anyMessages, fc.array(fc.nat(), { maxLength: 12 }), (messages, places) => {
            const bytes = join(messages.map(protocol.encode));
            expect(receive(protocol.open(), cut(bytes, places)).records).toEqual(messages.flat());
            const single = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
            expect(receive(protocol.open(), single).records).toEqual(messages.flat());
          }),
          { numRuns: 40 },
        );
      });

    test('a stream says which bytes are wrong in it and which promise more', () => {
      expect([wrong !== undefined, promising !== undefined]).toEqual([
        protocol.framing === 'stream',
        protocol.framing === 'stream',
      ]);
    });

    if (wrong !== undefined)
      test('what came before wrong bytes is received however it is cut, and nothing after them', () => {
        fc.assert(
          fc.property(anyMessages, fc.array(fc.nat(), { maxLength: 6 }), (messages, places) => {
            const bytes = join([...messages.map(protocol.encode), wrong, ...messages.map(protocol.encode)]);
            const { records, refusal } = receive(protocol.open(), [...cut(bytes, places), Uint8Array.of(0)]);
            expect(records).toEqual(messages.flat());
            expect(refusal).toBeInstanceOf(ProtocolError);
          }),
          { numRuns: 60 },
        );
      });

    if (protocol.detectsTruncation)
      test('a message that is cut short gives no record', () => {
        fc.assert(
          fc.property(anyMessages, fc.nat(), (messages, place) => {
            const message = protocol.encode(messages[0]!);
            const { records } = receive(protocol.open(), [message.subarray(0, place % message.length)]);
            expect(records).toEqual([]);
          }),
        );
      });

    if (protocol.hasChecksum)
      test('a message with any one bit wrong gives no record', () => {
        fc.assert(
          fc.property(anyMessages, fc.nat(), (messages, place) => {
            const message = protocol.encode(messages[0]!);
            const bit = place % (message.length * 8);
            message[bit >> 3]! ^= 1 << (bit & 7);
            expect(receive(protocol.open(), [message]).records).toEqual([]);
          }),
          { numRuns: 500 },
        );
      });

    test('a message over the limit is refused before its bytes are kept', () => {
      const session = protocol.open();
      const { records, refusal } = receive(session, [protocol.oversize()]);
      expect(records).toEqual([]);
      expect(refusal).toBeInstanceOf(ProtocolError);
      expect(session.bufferedBytes).toBe(0);
    });

    test('changed messages, their checksum repaired or not, throw nothing but ProtocolError and keep memory bounded', () => {
      fc.assert(
        fc.property(anyMessages, anyMutation, fc.boolean(), (messages, mutation, isRepaired) => {
          const bytes = [...protocol.encode(messages[0]!)];
          for (const { at, how, byte } of mutation) {
            const place = at % (bytes.length + 1);
            if (how === 'insert') bytes.splice(place, 0, byte);
            else if (how === 'remove') bytes.splice(place, 1);
            else if (place < bytes.length) bytes[place] = byte;
          }
          const message = isRepaired ? protocol.repair(Uint8Array.from(bytes)) : Uint8Array.from(bytes);
          const session = protocol.open();
          const { records } = receive(session, [message]);
          expect(session.bufferedBytes).toBeLessThanOrEqual(message.length);
          // No record is smaller than its time and place on the wire.
          expect(records.length).toBeLessThanOrEqual(Math.max(1, message.length / 16));
        }),
        { numRuns: 500 },
      );
    });

    test('bytes that never were a message throw nothing but ProtocolError, and what is kept stays under the limit', () => {
      fc.assert(
        fc.property(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 5 }), fc.boolean(), (chunks, isPromising) => {
          const session = protocol.open();
          receive(session, isPromising && promising !== undefined ? [promising, ...chunks] : chunks);
          expect(session.bufferedBytes).toBeLessThanOrEqual(protocol.maxBytes);
        }),
      );
    });
  });
}
