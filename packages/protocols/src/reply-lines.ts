import type { Reply, ReplyReader } from './protocol.ts';

const LINE_MAX = 1024;

/**
 * Reads what a server says to a tracker in lines that end with one letter, cut anywhere. What `read` makes nothing of is
 * passed over.
 */
export function createLineReader(end: string, read: (line: string) => Reply | undefined): ReplyReader {
  let rest = '';
  return {
    push(chunk) {
      rest += new TextDecoder('latin1').decode(chunk);
      const replies: Reply[] = [];
      for (let stop = rest.indexOf(end); stop >= 0; stop = rest.indexOf(end)) {
        const reply = read(rest.slice(0, stop + 1).trim());
        rest = rest.slice(stop + 1);
        if (reply !== undefined) replies.push(reply);
      }
      if (rest.length > LINE_MAX) {
        rest = '';
        replies.push({ kind: 'unreadable' });
      }
      return replies;
    },
  };
}
