import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type HttpTransport, type Protocol, ProtocolError } from '@spora/protocols/protocol';
import { columnsOf } from '@spora/telemetry/columns';
import type { Logger } from 'pino';
import { rateKeyOf } from '../../platform/http/rate.ts';
import { listenOn } from '../../platform/network/listen.ts';
import { mayBeName } from './directory.ts';
import type { Contacts } from './contacts.ts';
import type { FindTracker, Strangers } from './known-trackers.ts';
import type { Appender, FrameOutcome } from './appender.ts';
import { createTeller } from './teller.ts';

export type HttpRefusal =
  | ProtocolError['reason']
  | 'no-http'
  | 'method'
  | 'too-long'
  | 'unknown-tracker'
  | 'rate'
  | 'full'
  | 'cannot-store'
  | 'lookup-failed'
  | 'too-many-from-address'
  | 'too-many-strangers'
  | 'no-greeting';

export interface HttpObserver {
  frame(): void;
  refused(reason: HttpRefusal, address?: string): void;
}

export interface HttpOptions {
  readonly transport: HttpTransport;
  readonly knownBy: Protocol['knownBy'];
  readonly appender: Pick<Appender, 'submit' | 'isFull'>;
  readonly findTracker: FindTracker;
  readonly strangers: Pick<Strangers, 'note'>;
  readonly contacts?: Pick<Contacts, 'noted' | 'refused'>;
  readonly log: Logger;
  readonly now: () => Date;
  readonly observe: HttpObserver;
  readonly maxConnections: number;
  /** Phones of one operator share addresses; those that have reported are counted apart from those that have not. */
  readonly maxConnectionsPerAddress: number;
  readonly maxStrangersPerAddress: number;
  readonly greetingMs: number;
  readonly crowdedGreetingMs: number;
  /** How often limits in time are looked at. */
  readonly sweepMs?: number | undefined;
  readonly maxRequestsPerSecond: number;
}

export interface HttpService {
  listen(port: number, host: string): Promise<number>;
  stopAccepting(): void;
  close(): Promise<void>;
}

const SENDERS_MAX = 100_000;

const PARSER_ANSWERS: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

/** What one address has open. */
interface Origin {
  connections: number;
  strangers: number;
}
interface Caller {
  readonly origin: Origin;
  readonly sinceMs: number;
  isStranger: boolean;
}
function leaveStrangers(caller: Caller): void {
  if (caller.isStranger) caller.origin.strangers -= 1;
  caller.isStranger = false;
}

/** A request that is refused, with the status and the few words it is answered with. */
class Refusal extends Error {
  readonly status: number;
  readonly reason: HttpRefusal;

  constructor(status: number, reason: HttpRefusal, text: string) {
    super(text);
    this.name = 'Refusal';
    this.status = status;
    this.reason = reason;
  }
}

/** A protocol's port for requests; 200 means committed. */
export function createHttpService(options: HttpOptions): HttpService {
  const {
    transport,
    knownBy,
    appender,
    findTracker,
    strangers,
    contacts,
    log,
    now,
    observe,
    maxConnections,
    maxRequestsPerSecond,
  } = options;
  let perSender = new Map<string, number>();
  const sweep = setInterval(() => (perSender = new Map()), 1000);
  sweep.unref();
  const mayTell = createTeller();
  const callers = new Map<Socket, Caller>();
  const perAddress = new Map<string, Origin>();
  const greetings = setInterval(() => endTheSilent(performance.now()), options.sweepMs ?? 1000);
  greetings.unref();

  /** Counts a connection, or answers why it may not stay. */
  function count(socket: Socket): HttpRefusal | undefined {
    const address = rateKeyOf(socket.remoteAddress ?? '');
    const origin = perAddress.get(address) ?? { connections: 0, strangers: 0 };
    if (origin.connections >= options.maxConnectionsPerAddress) return 'too-many-from-address';
    if (origin.strangers >= options.maxStrangersPerAddress) return 'too-many-strangers';
    origin.connections += 1;
    origin.strangers += 1;
    perAddress.set(address, origin);
    const caller: Caller = { origin, sinceMs: performance.now(), isStranger: true };
    callers.set(socket, caller);
    socket.once('close', () => {
      callers.delete(socket);
      leaveStrangers(caller);
      origin.connections -= 1;
      if (origin.connections === 0) perAddress.delete(address);
    });
    return undefined;
  }

  /** Who has not said who they are by then is let go of, sooner where their address has many of them. */
  function endTheSilent(nowMs: number): void {
    for (const [socket, { origin, sinceMs, isStranger }] of callers) {
      const isCrowded = origin.strangers * 2 > options.maxStrangersPerAddress;
      if (!isStranger || nowMs - sinceMs <= (isCrowded ? options.crowdedGreetingMs : options.greetingMs)) continue;
      observe.refused('no-greeting', socket.remoteAddress);
      socket.destroy();
    }
  }

  async function take(request: IncomingMessage): Promise<FrameOutcome> {
    if (request.method !== 'GET' && request.method !== 'POST') throw new Refusal(405, 'method', 'use GET or POST');
    if (appender.isFull) throw new Refusal(503, 'full', 'try again later');
    const receivedAtMs = now().getTime();
    const query = queryOf(request.url ?? '');
    const body = request.method === 'POST' ? await readBody(request, transport.maxRequestBytes) : '';
    const contentType = request.headers['content-type'] ?? '';
    const { name, records } = transport.parse({ query, body, contentType, receivedAtMs });
    const trackerId = await identify(name);
    const caller = callers.get(request.socket);
    if (caller) leaveStrangers(caller);
    contacts?.noted(trackerId, 'http', request.socket.remoteAddress ?? '');
    if (records.length === 0) return 'stored';
    observe.frame();
    const columns = columnsOf(records);
    return new Promise((settle) => appender.submit({ trackerId, columns, bytes: columns.timeMs.buffer.byteLength, settle }));
  }

  async function identify(name: string): Promise<number> {
    const unknown = () => new Refusal(404, 'unknown-tracker', 'unknown id');
    if (!mayBeName(knownBy, name)) throw unknown();
    const soFar = perSender.get(name) ?? 0;
    if (soFar >= maxRequestsPerSecond || (soFar === 0 && perSender.size >= SENDERS_MAX))
      throw new Refusal(429, 'rate', 'too many requests');
    perSender.set(name, soFar + 1);
    let trackerId: number | undefined;
    try {
      trackerId = await findTracker(name);
    } catch (error) {
      log.debug({ err: error }, 'a sender could not be looked up');
      throw new Refusal(503, 'lookup-failed', 'try again later');
    }
    if (trackerId === undefined) {
      if (knownBy === 'imei') strangers.note(name);
      throw unknown();
    }
    return trackerId;
  }

  function answer(response: ServerResponse, status: number, text: string): void {
    if (response.headersSent || response.destroyed) return;
    response.writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(status === 413 && { connection: 'close' }),
    });
    response.end(text);
  }

  /** Whose it was is told by the tracker's number: what a phone is known by is its secret. */
  async function tellOf({ reason, sender }: ProtocolError): Promise<void> {
    const isNamed = sender !== undefined && mayBeName(knownBy, sender) && mayTell(`${reason} ${sender}`);
    try {
      const tracker = isNamed ? await findTracker(sender) : undefined;
      if (tracker !== undefined || mayTell(reason)) log.info({ reason, tracker }, 'a request was refused: it broke its protocol');
    } catch (error) {
      log.debug({ err: error }, 'a sender could not be looked up');
    }
  }

  function refuse(response: ServerResponse, error: unknown): void {
    if (error instanceof Refusal) {
      observe.refused(error.reason);
      answer(response, error.status, error.message);
    } else if (error instanceof ProtocolError) {
      observe.refused(error.reason);
      answer(response, 400, error.message);
      void tellOf(error);
    } else if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') {
      response.destroy();
    } else {
      log.error({ err: error }, 'a request failed');
      answer(response, 500, 'something went wrong');
    }
  }

  const server: Server = createServer(
    {
      maxHeaderSize: 8_192,
      headersTimeout: 10_000,
      requestTimeout: 20_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      take(request).then(
        (outcome) => {
          if (outcome === 'stored') answer(response, 200, '');
          else refuse(response, new Refusal(503, 'cannot-store', 'try again later'));
        },
        (error: unknown) => refuse(response, error),
      );
    },
  );
  server.maxConnections = maxConnections;
  server.on('connection', (socket) => {
    const refusal = count(socket);
    if (!refusal) return;
    observe.refused(refusal, socket.remoteAddress);
    socket.destroy();
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return socket.destroy();
    observe.refused('no-http');
    const status = PARSER_ANSWERS[error.code ?? ''] ?? '400 Bad Request';
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  });

  return {
    listen: async (port, host) => {
      const bound = await listenOn(server, { port, host });
      server.on('error', (error) => log.warn({ err: error }, 'a port for requests reported an error'));
      return bound;
    },
    stopAccepting: () => {
      if (server.listening) server.close();
    },
    close: async () => {
      clearInterval(sweep);
      clearInterval(greetings);
      if (server.listening) server.close();
      server.closeAllConnections();
    },
  };
}

/** What follows the first `?`: the path may be anything, also what is no URL. */
function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark === -1 ? '' : target.slice(mark + 1);
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const tooLong = () => new Refusal(413, 'too-long', 'too long');
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLong();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
