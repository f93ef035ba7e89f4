export interface StreamMessage {
  /** What `Last-Event-ID` should say to continue after this message. */
  readonly id: string;
  readonly data: string;
}

/** A line longer than this is no message of ours. */
const MAX_BUFFER = 4_000_000;

/** Reads server-sent events (WHATWG HTML, section 9.2) from a body that `fetch` opened, so that the token travels in a header. */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let buffer = '';
  let id = '';
  let data: string[] = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      buffer += value;
      if (buffer.length > MAX_BUFFER) throw new Error('event stream: line too long');
      const lines = buffer.split(/\r\n|\n|\r(?!$)/);
      buffer = lines.pop() ?? '';
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { id, data: data.join('\n') };
          data = [];
        } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
        else if (line.startsWith('id:')) id = line.slice(3).trim();
      }
    }
  } finally {
    reader.releaseLock();
    await body.cancel().catch(() => undefined);
  }
}
