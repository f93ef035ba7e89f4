import { ProtocolError, type Reply, type ReplyReader } from '../protocol.ts';
import { decodeMessageBody, encodeAnswer } from './messages.ts';

const MESSAGE_MAX = 4096;

/** Reads what a server says to a tracker: one byte for the hello, then four-byte counts and framed commands. */
export function createReplyReader(imei: string): ReplyReader {
  let rest = new Uint8Array(0);
  let isGreeted = false;
  const next = (): Reply | undefined => {
    if (!isGreeted) {
      if (rest.length < 1) return undefined;
      isGreeted = true;
      const isAccepted = rest[0] === 1;
      rest = rest.subarray(1);
      return { kind: 'hello', isAccepted };
    }
    if (rest.length < 4) return undefined;
    const view = new DataView(rest.buffer, rest.byteOffset, rest.byteLength);
    const count = view.getUint32(0);
    if (count !== 0) {
      rest = rest.subarray(4);
      return { kind: 'acknowledged', count };
    }
    // Four zeros begin a command's frame. A server that acknowledges nothing says so too; then nothing follows, and the wait for the acknowledgement runs out.
    if (rest.length < 8) return undefined;
    const length = view.getUint32(4);
    if (length > MESSAGE_MAX) return unreadable();
    if (rest.length < 12 + length) return undefined;
    try {
      const message = decodeMessageBody(rest, 8, 8 + length);
      rest = rest.subarray(12 + length);
      return { kind: 'command', text: message.text, encodeAnswer: answerTo(message.codec, message.imei ?? imei) };
    } catch (error) {
      if (error instanceof ProtocolError) return unreadable();
      throw error;
    }
  };
  /** Nothing after it can be understood either. */
  const unreadable = (): Reply => {
    rest = new Uint8Array(0);
    return { kind: 'unreadable' };
  };
  return {
    push(chunk) {
      const joined = new Uint8Array(rest.length + chunk.length);
      joined.set(rest);
      joined.set(chunk, rest.length);
      rest = joined;
      const replies: Reply[] = [];
      for (let reply = next(); reply !== undefined; reply = next()) replies.push(reply);
      return replies;
    },
  };
}

/** Codec 14 is answered with the number, all else as codec 12. */
const answerTo = (codec: number, imei: string) => (text: string) =>
  codec === 14 ? encodeAnswer({ codec, text, imei }) : encodeAnswer({ codec: 12, text });
