import { ProtocolError } from '../protocol.ts';
import { wrapBody } from './envelope.ts';

/**
 * A text between server and tracker. Codec 12 carries commands and answers, 13 answers with their time, 14 commands
 * and answers with the tracker's number, 15 what a device on the tracker's serial port said (decoded only).
 * Layout: vendor wiki, "Teltonika Data Sending Protocols".
 */
export interface CodecMessage {
  readonly codec: 12 | 13 | 14 | 15;
  /** `not-executed`: codec 14, the number in the command was another tracker's. */
  readonly kind: 'command' | 'answer' | 'not-executed' | 'serial';
  /** The bytes one to one as Latin 1; a tracker may send any. */
  readonly text: string;
  readonly imei?: string;
  /** When the tracker made it, to the second. */
  readonly timeMs?: number;
}

const COMMAND = 0x05;
const ANSWER = 0x06;
const NOT_EXECUTED = 0x11;
const NUMBER_BYTES = 8;
const TIME_BYTES = 4;

/** Codec 12 to 15: those that carry texts. */
export const isMessageCodec = (id: number): boolean => id >= 0x0c && id <= 0x0f;

/**
 * Decodes a message body, from the codec id to the second count. The counts must agree; the vendor says to
 * ignore what they are, one packet holds one message.
 * @throws ProtocolError
 */
export function decodeMessageBody(bytes: Uint8Array, start: number, end: number): CodecMessage {
  const codec = bytes[start]!;
  if (!isMessageCodec(codec)) throw new ProtocolError('codec', `codec ${codec.toString(16)} is not of messages`);
  if (end - start < 8) throw new ProtocolError('truncated', 'a message without its size');
  if (bytes[start + 1] !== bytes[end - 1]) throw new ProtocolError('count', 'the two counts of messages differ');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(start + 3);
  if (start + 7 + size !== end - 1) throw new ProtocolError('length', 'the size of a message is not what its packet holds');
  const hasTime = codec === 0x0d || codec === 0x0f;
  const hasNumber = codec === 0x0e || codec === 0x0f;
  let p = start + 7;
  if (size < (hasTime ? TIME_BYTES : 0) + (hasNumber ? NUMBER_BYTES : 0))
    throw new ProtocolError('truncated', 'a message without its head');
  const kind = kindOf(codec, bytes[start + 2]!);
  let timeMs: number | undefined;
  let imei: string | undefined;
  if (hasTime) {
    timeMs = view.getUint32(p) * 1000;
    p += TIME_BYTES;
  }
  if (hasNumber) {
    imei = numberOf(bytes.subarray(p, p + NUMBER_BYTES));
    p += NUMBER_BYTES;
  }
  let text = '';
  for (; p < end - 1; p++) text += String.fromCharCode(bytes[p]!);
  return {
    codec: codec as CodecMessage['codec'],
    kind,
    text,
    ...(imei !== undefined && { imei }),
    ...(timeMs !== undefined && { timeMs }),
  };
}

function kindOf(codec: number, type: number): CodecMessage['kind'] {
  if (type === COMMAND && codec !== 0x0f) return 'command';
  if (type === ANSWER && codec !== 0x0f) return 'answer';
  if (type === NOT_EXECUTED && codec === 0x0e) return 'not-executed';
  if (codec === 0x0f && type !== COMMAND) return 'serial';
  throw new ProtocolError('message-type', `message type ${type.toString(16)} is unknown`);
}

/** Eight bytes of two decimal digits each, the first digit a 0. */
function numberOf(bcd: Uint8Array): string {
  let digits = '';
  for (const byte of bcd) digits += byte.toString(16).padStart(2, '0');
  if (!/^0[0-9]{15}$/.test(digits)) throw new ProtocolError('imei', 'a message with a number that is not one');
  return digits.slice(1);
}

/** To whom, and so in which codec: 14 with a number is obeyed only by the tracker that has it. */
export interface CommandOptions {
  readonly imei?: string;
}

/** A command for a tracker, as a whole TCP frame: codec 14 with a number, else codec 12. */
export function encodeCommand(text: string, { imei }: CommandOptions = {}): Uint8Array {
  return encodeMessage(imei === undefined ? { codec: 12, kind: 'command', text } : { codec: 14, kind: 'command', text, imei });
}

/**
 * What a tracker answers, as a whole TCP frame (the simulator and tests speak it).
 * @throws RangeError for what the codec cannot carry.
 */
export function encodeAnswer(
  answer: Omit<CodecMessage, 'kind'> & { readonly kind?: 'answer' | 'not-executed' | 'serial' },
): Uint8Array {
  return encodeMessage({ ...answer, kind: answer.kind ?? (answer.codec === 15 ? 'serial' : 'answer') });
}

/** Any message as a whole TCP frame. @throws RangeError for what the codec cannot carry. */
export function encodeMessage(message: CodecMessage): Uint8Array {
  const { codec, kind, text, imei, timeMs } = message;
  const hasTime = codec === 13 || codec === 15;
  const hasNumber = codec === 14 || codec === 15;
  if (hasTime !== (timeMs !== undefined) || hasNumber !== (imei !== undefined)) {
    throw new RangeError(`codec ${codec} ${hasTime ? 'needs' : 'has no'} time and ${hasNumber ? 'needs' : 'has no'} number`);
  }
  if (imei !== undefined && !/^[0-9]{15}$/.test(imei)) throw new RangeError('a number has 15 digits');
  if (timeMs !== undefined && !(timeMs >= 0 && timeMs < 0x1_0000_0000 * 1000)) throw new RangeError('the time does not fit');
  if ((kind === 'not-executed' && codec !== 14) || (kind === 'serial') !== (codec === 15))
    throw new RangeError(`codec ${codec} has no ${kind}`);
  const type = { command: COMMAND, answer: ANSWER, 'not-executed': NOT_EXECUTED, serial: 0x0b }[kind];
  const size = text.length + (hasTime ? TIME_BYTES : 0) + (hasNumber ? NUMBER_BYTES : 0);
  const body = new Uint8Array(8 + size);
  const view = new DataView(body.buffer);
  body[0] = codec;
  body[1] = 1;
  body[2] = type;
  view.setUint32(3, size);
  let p = 7;
  if (timeMs !== undefined) {
    view.setUint32(p, Math.floor(timeMs / 1000));
    p += TIME_BYTES;
  }
  if (imei !== undefined) {
    const digits = `0${imei}`;
    for (let i = 0; i < NUMBER_BYTES; i++) body[p++] = (digits.charCodeAt(2 * i) - 48) * 16 + digits.charCodeAt(2 * i + 1) - 48;
  }
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0xff) throw new RangeError('a message holds Latin 1 only');
    body[p++] = code;
  }
  body[p] = 1;
  return wrapBody(body);
}
