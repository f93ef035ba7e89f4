import { ProtocolError, type Reply, type ReplyReader } from '../protocol.ts';
import { encodeText } from './encode.ts';
import { checkFrame, frameSize, KIND, SHORT } from './frame.ts';

/** Reads what a server says to a tracker: answers with the number of what they answer, and commands. */
export function createReplyReader(): ReplyReader {
  let rest = new Uint8Array(0);
  const next = (): Reply | undefined => {
    for (;;) {
      if (rest.length === 0) return undefined;
      const size = frameSize(rest, 0, rest.length);
      if (size <= 0) return undefined;
      checkFrame(rest, 0, size);
      const head = rest[0] === SHORT ? 3 : 4;
      const kind = rest[head]!;
      const frame = rest.subarray(0, size);
      rest = rest.subarray(size);
      if (kind === KIND.login) return { kind: 'hello', isAccepted: true };
      if (kind === KIND.command) {
        const text = String.fromCharCode(...frame.subarray(head + 6, head + 2 + frame[head + 1]!));
        return { kind: 'command', text, encodeAnswer: encodeText };
      }
      if (kind !== KIND.status && kind !== KIND.heartbeat) return { kind: 'acknowledged', count: null };
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
