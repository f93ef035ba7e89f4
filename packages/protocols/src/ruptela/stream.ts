import { createFramedDecoder, type ReadFrame } from '../framed-stream.ts';
import { ProtocolError, type StreamDecoder } from '../protocol.ts';
import { COMMAND, checkFrame, encodeReply, frameSize, HEAD_BYTES, MAX_FRAME_BYTES, REPLY } from './frame.ts';
import { collectRecords, measureRecords } from './records.ts';

const NOTHING = new Uint8Array(0);
/** All records of a frame are safe: the tracker erases them. */
const ACKNOWLEDGED = encodeReply(REPLY.records, 1);
/** None is: the tracker keeps them and tries again after 1, 5, 10, 15, 30 and 60 minutes. */
const NOT_ACKNOWLEDGED = encodeReply(REPLY.records, 0);
const IDENTIFIED = encodeReply(REPLY.identification, 1);
/** Come again after so many minutes. */
const AGAIN_MINUTES = 5;
const NOT_IDENTIFIED = encodeReply(REPLY.identification, 2, AGAIN_MINUTES);
const ALIVE = encodeReply(REPLY.heartbeat, 1);
/** Fault codes are not kept; a tracker whose codes are not confirmed says nothing else. */
const FAULTS_TAKEN = encodeReply(REPLY.faults, 1);
const MOST_NUMBER = 999_999_999_999_999;

const isIdentification = (command: number): boolean =>
  command === COMMAND.identification || command === COMMAND.dynamicIdentification;
const isRecords = (command: number): boolean => command === COMMAND.records || command === COMMAND.extendedRecords;

/** The decoder of one connection, tracker to server: frames that each say who they are from. */
export function createStreamDecoder(): StreamDecoder {
  /** The number of who speaks; no number while nobody has. */
  let high = -1;
  let low = -1;

  const read: ReadFrame = (bytes, start, end, out) => {
    const size = frameSize(bytes, start, end);
    if (size <= 0) return size;
    checkFrame(bytes, start, size);
    const command = bytes[start + HEAD_BYTES - 1]!;
    const content = start + HEAD_BYTES;
    const stop = start + size - 2;
    if (isRecords(command)) {
      if (stop - content < 2) throw new ProtocolError('truncated', 'records without their number');
      measureRecords(bytes, content + 2, stop, bytes[content + 1]!, command === COMMAND.extendedRecords);
    }
    const nameHigh = uint32(bytes, start + 2);
    const nameLow = uint32(bytes, start + 6);
    if (high !== nameHigh || low !== nameLow) {
      if (high >= 0) throw new ProtocolError('imei', 'a connection changes its name');
      const name = nameOf(nameHigh, nameLow);
      const accepted = isIdentification(command) ? IDENTIFIED : NOTHING;
      const refused = isIdentification(command) ? NOT_IDENTIFIED : isRecords(command) ? NOT_ACKNOWLEDGED : NOTHING;
      out.tell({ kind: 'hello', name, accepted, refused });
      high = nameHigh;
      low = nameLow;
      if (isIdentification(command)) return size;
    }
    if (isRecords(command)) {
      const count = bytes[content + 1]!;
      if (count === 0) {
        out.alive(ACKNOWLEDGED);
        return size;
      }
      collectRecords(bytes, count, command === COMMAND.extendedRecords, out);
      out.acknowledge(ACKNOWLEDGED);
    } else if (command === COMMAND.smsAnswer || command === COMMAND.version) {
      const text = new TextDecoder('latin1').decode(bytes.subarray(content, stop)).trim();
      out.tell({ kind: 'message', message: { kind: 'answer', text } });
    } else out.alive(answerOf(command));
    return size;
  };
  return createFramedDecoder(read, MAX_FRAME_BYTES);
}

function answerOf(command: number): Uint8Array {
  if (isIdentification(command)) return IDENTIFIED;
  if (command === COMMAND.heartbeat) return ALIVE;
  return command === COMMAND.faults ? FAULTS_TAKEN : NOTHING;
}

/** An IMEI as a number, without the zeros before it. @throws ProtocolError */
function nameOf(high: number, low: number): string {
  const number = high * 0x1_0000_0000 + low;
  if (number === 0 || number > MOST_NUMBER) throw new ProtocolError('imei', 'a frame with a number that is none');
  return String(number).padStart(15, '0');
}

const uint32 = (bytes: Uint8Array, p: number): number =>
  ((bytes[p]! << 24) | (bytes[p + 1]! << 16) | (bytes[p + 2]! << 8) | bytes[p + 3]!) >>> 0;
