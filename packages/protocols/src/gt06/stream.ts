import { PLAIN_IO } from '../avl/plain.ts';
import { createFramedDecoder, type ReadFrame } from '../framed-stream.ts';
import { ProtocolError, type StreamDecoder } from '../protocol.ts';
import { checkFrame, encodeAnswer, frameSize, KIND, MAX_FRAME_BYTES, SHORT } from './frame.ts';
import { collectPosition, hasPosition, MOST_STATUS_BYTES, noteStatus, type Noted } from './position.ts';

const NOTHING = new Uint8Array(0);
const NUMBER_BYTES = 8;
const MINUTE_MS = 60_000;
/** A clock is at most so many minutes from UTC; what a login says beyond it is none. */
const MOST_ZONE_MINUTES = 14 * 60;
/** Before the text of an answer: the number of the command that the server chose. */
const FLAG_BYTES = 4;
const UTF_16 = 2;
/** What is told in a message of information: the voltage outside. */
const EXTERNAL_VOLTAGE = 0x00;

/** The decoder of one GT06 connection, tracker to server: a login, then frames. */
export function createStreamDecoder(): StreamDecoder {
  let isGreeted = false;
  let zoneMs = 0;
  const noted: Noted = new Map();

  const read: ReadFrame = (bytes, start, end, out) => {
    const size = frameSize(bytes, start, end);
    if (size <= 0) return size;
    checkFrame(bytes, start, size);
    const head = bytes[start] === SHORT ? 3 : 4;
    const kind = bytes[start + head]!;
    const content = start + head + 1;
    const contentEnd = start + size - 6;
    const answer = () => encodeAnswer(kind, bytes[contentEnd]!, bytes[contentEnd + 1]!);
    if (kind === KIND.login) {
      const name = numberOf(bytes, content, contentEnd);
      zoneMs = zoneOf(bytes, content + NUMBER_BYTES + 2, contentEnd);
      isGreeted = true;
      out.tell({ kind: 'hello', name, accepted: answer(), refused: NOTHING });
      return size;
    }
    if (!isGreeted) throw new ProtocolError('hello', 'the connection does not begin with a login');
    if (hasPosition(kind)) {
      if (collectPosition(kind, bytes, content, contentEnd, zoneMs, noted, out)) out.acknowledge(answer());
      else out.alive(answer());
    } else if (kind === KIND.status) {
      if (contentEnd - content <= MOST_STATUS_BYTES) noteStatus(bytes, content, contentEnd, noted);
      out.alive(answer());
    } else if (kind === KIND.heartbeat) {
      // Its battery is a voltage of two bytes: only the first byte is as in a status.
      noteStatus(bytes, content, Math.min(content + 1, contentEnd), noted);
      out.alive(answer());
    } else if (kind === KIND.text || kind === KIND.textLong) {
      const text = kind === KIND.text ? textOf(bytes, content, contentEnd) : longTextOf(bytes, content, contentEnd);
      if (text === undefined) out.alive();
      else out.tell({ kind: 'message', message: { kind: 'answer', text } });
    } else {
      if (kind === KIND.information && bytes[content] === EXTERNAL_VOLTAGE && contentEnd - content >= 3) {
        const hundredths = (bytes[content + 1]! << 8) | bytes[content + 2]!;
        noted.set(PLAIN_IO.externalVoltage, [4, hundredths * 10]);
      }
      out.alive();
    }
    return size;
  };
  return createFramedDecoder(read, MAX_FRAME_BYTES);
}

/** Eight bytes of two decimal digits each, the first digit a 0. @throws ProtocolError */
function numberOf(bytes: Uint8Array, start: number, end: number): string {
  if (end - start < NUMBER_BYTES) throw new ProtocolError('truncated', 'a login without its number');
  let digits = '';
  for (let p = start; p < start + NUMBER_BYTES; p++) digits += bytes[p]!.toString(16).padStart(2, '0');
  if (!/^0[0-9]{15}$/.test(digits)) throw new ProtocolError('imei', 'a login with a number that is none');
  return digits.slice(1);
}

/**
 * Two bytes that later models add: hours times hundred and minutes from UTC in the upper twelve bits, bit 3 for west.
 * The times of such a tracker are of that zone; of one that says none they are UTC.
 */
function zoneOf(bytes: Uint8Array, p: number, end: number): number {
  if (p + 2 > end) return 0;
  const word = (bytes[p]! << 8) | bytes[p + 1]!;
  const minutes = Math.floor((word >> 4) / 100) * 60 + ((word >> 4) % 100);
  if (minutes > MOST_ZONE_MINUTES) return 0;
  return ((word & 0x08) === 0 ? minutes : 0 - minutes) * MINUTE_MS;
}

/** A length (with the number of the command), the number, the text. */
function textOf(bytes: Uint8Array, start: number, end: number): string | undefined {
  const length = start < end ? bytes[start]! : 0;
  const stop = start + 1 + length;
  if (length <= FLAG_BYTES || stop > end) return undefined;
  return latin1(bytes, start + 1 + FLAG_BYTES, stop);
}

/** The number of the command, how the text is written, the text. */
function longTextOf(bytes: Uint8Array, start: number, end: number): string | undefined {
  const p = start + FLAG_BYTES + 1;
  if (p >= end) return undefined;
  if (bytes[p - 1] !== UTF_16) return latin1(bytes, p, end);
  let text = '';
  for (let q = p; q + 1 < end; q += 2) text += String.fromCharCode((bytes[q]! << 8) | bytes[q + 1]!);
  return text;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let p = start; p < end; p++) text += String.fromCharCode(bytes[p]!);
  return text;
}
