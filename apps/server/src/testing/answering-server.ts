import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedOf {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What is answered: a status with a body; `hang` says nothing, `cut` ends the connection after the whole request was read. */
export type Answered =
  { readonly status: number; readonly body?: string; readonly headers?: Record<string, string> } | 'hang' | 'cut';

export interface AnsweringServer {
  readonly url: string;
  /** Newest last. */
  readonly asked: AskedOf[];
  stop(this: void): Promise<void>;
}

/** A real HTTP server on loopback that keeps what it is asked. */
export async function startAnsweringServer(answer: (asked: AskedOf) => Answered): Promise<AnsweringServer> {
  const asked: AskedOf[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const each: AskedOf = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts),
      };
      asked.push(each);
      const answered = answer(each);
      if (answered === 'hang') return;
      if (answered === 'cut') {
        request.socket.destroy();
        return;
      }
      response.writeHead(answered.status, answered.headers).end(answered.body ?? '');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
