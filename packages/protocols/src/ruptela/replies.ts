import { ProtocolError, type Reply, type ReplyReader } from '../protocol.ts';
import { encodeText } from './encode.ts';
import { crcOf, MAX_LENGTH, REPLY } from './frame.ts';

const DONE = 1;

/** Reads what a server says to the tracker of this name. */
export function createReplyReader(name: string): ReplyReader {
  let rest = new Uint8Array(0);
  const next = (): Reply | undefined => {
    for (;;) {
      if (rest.length < 2) return undefined;
      const length = (rest[0]! << 8) | rest[1]!;
      if (length === 0 || length > MAX_LENGTH) throw new ProtocolError('length', `an answer of ${length} bytes`);
      if (rest.length < length + 4) return undefined;
      const frame = rest.subarray(0, length + 4);
      rest = rest.subarray(length + 4);
      if (crcOf(frame, 2, length + 2) !== ((frame[length + 2]! << 8) | frame[length + 3]!))
        throw new ProtocolError('crc', 'the check sum of an answer is wrong');
      const [command, state] = frame.subarray(2);
      if (command === REPLY.identification) return { kind: 'hello', isAccepted: state === DONE };
      if (command === REPLY.records && state === DONE) return { kind: 'acknowledged', count: null };
      if (command === REPLY.records) return { kind: 'hello', isAccepted: false };
      if (command === REPLY.sms) {
        const text = new TextDecoder('latin1').decode(frame.subarray(3, length + 2));
        return { kind: 'command', text, encodeAnswer: (answer) => encodeText(name, answer) };
      }
    }
  };
  return {
    push(chunk) {
      const joined = new Uint8Array(rest.length + chunk.length);
      joined.set(rest);
      joined.set(chunk, rest.length);
      rest = joined;
      const replies: Reply[] = [];
      try {
        for (let reply = next(); reply !== undefined; reply = next()) replies.push(reply);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        rest = new Uint8Array(0);
        replies.push({ kind: 'unreadable' });
      }
      return replies;
    },
  };
}
