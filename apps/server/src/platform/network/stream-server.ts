import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { rateKeyOf } from '../http/rate.ts';
import { listenOn } from './listen.ts';

/** Bounds of a port that strangers may connect to. Times in milliseconds. */
export interface StreamLimits {
  readonly maxConnections: number;
  /** Trackers of one operator often share an address, so this is no small number. */
  readonly maxConnectionsPerAddress: number;
  /** Those of an address that have not said who they are: a tracker says so at once, so these are few. */
  readonly maxStrangersPerAddress: number;
  /** A connection that has not said who it is by then is closed. */
  readonly greetingMs: number;
  /** The same of an address with more than half of the strangers that it may have. */
  readonly crowdedGreetingMs: number;
  /** Without a byte for so long a connection is closed. */
  readonly idleMs: number;
  /** A message once begun must be complete by then. */
  readonly messageMs: number;
  /** Beyond either, the connection is paused until the next second: the peer slows down, nothing is lost. */
  readonly maxBytesPerSecond: number;
  readonly maxMessagesPerSecond: number;
  /** Answers that a peer does not read; beyond it the connection is closed. */
  readonly maxUnsentBytes: number;
}

/** Why a connection takes no bytes for now; it reads again when the last reason is gone. */
export type PauseReason = 'rate' | 'busy' | 'full';
const PAUSE_BIT = { rate: 1, busy: 2, full: 4 } as const satisfies Record<PauseReason, number>;

export type CloseReason =
  | 'too-many-connections'
  | 'too-many-from-address'
  | 'too-many-strangers'
  | 'no-greeting'
  | 'idle'
  | 'slow-message'
  | 'unread-answers'
  | 'socket-error'
  | 'fault';

/** What a protocol does with one connection. */
export interface StreamHandler {
  /** Answers how many messages the bytes completed. */
  receive(chunk: Buffer): number;
  /** True from when the peer has said who it is. */
  isGreeted(): boolean;
  /** Bytes of a message begun but not complete. */
  pendingBytes(): number;
  closed(): void;
}

export interface StreamServer {
  listen(port: number, host: string): Promise<number>;
  /** The same peers, encrypted, on a number of their own: to be called at most once. */
  listenSecurely(port: number, host: string, secret: { readonly cert: string; readonly key: string }): Promise<number>;
  readonly connections: ReadonlySet<Connection>;
  pauseAll(reason: PauseReason): void;
  resumeAll(reason: PauseReason): void;
  /** Stops accepting; resolves at once. */
  stopAccepting(): void;
  /** Ends every connection and resolves when all are gone. */
  close(): Promise<void>;
}

export interface StreamServerOptions {
  readonly limits: StreamLimits;
  readonly accept: (connection: Connection) => StreamHandler;
  /** Told of each connection the server itself closed or refused. */
  readonly onRefused: (reason: CloseReason, address: string) => void;
  /** A handler threw: its connection alone is ended. */
  readonly onFault: (error: unknown) => void;
  /** How often limits in time are looked at. */
  readonly sweepMs?: number;
}

const KEEPALIVE_AFTER_MS = 60_000;
/** A connection we ended is let go of by then, whatever the peer does. */
const FAREWELL_MS = 10_000;
/** Monotonic: a corrected wall clock must not close connections. */
const nowMs = (): number => performance.now();

/** What one address has open. */
interface Origin {
  connections: number;
  strangers: number;
}

/**
 * One peer. A class for its shared methods: thousands of idle connections should each cost no closures and no timers of their
 * own; a single sweep looks after all of them.
 */
export class Connection {
  readonly address: string;
  /** What connections of one peer are counted by. */
  readonly origin: Origin;
  readonly openedAtMs: number;
  lastByteAtMs: number;
  messageSinceMs = 0;
  endedAtMs = 0;
  bytesThisSecond = 0;
  messagesThisSecond = 0;
  handler!: StreamHandler;
  #socket: Socket;
  #paused = 0;
  #isStranger = true;

  constructor(socket: Socket, origin: Origin) {
    this.#socket = socket;
    this.origin = origin;
    this.address = socket.remoteAddress ?? '';
    this.openedAtMs = nowMs();
    this.lastByteAtMs = this.openedAtMs;
  }

  /** The peer has said who it is, or is gone: it is counted among the strangers of its address no longer. */
  leaveStrangers(): void {
    if (this.#isStranger) this.origin.strangers -= 1;
    this.#isStranger = false;
  }

  get isOpen(): boolean {
    return this.#socket.writable;
  }

  get unsentBytes(): number {
    return this.#socket.writableLength;
  }

  send(bytes: Uint8Array): void {
    if (this.#socket.writable) this.#socket.write(bytes);
  }

  pause(reason: PauseReason): void {
    if (this.#paused === 0) this.#socket.pause();
    this.#paused |= PAUSE_BIT[reason];
  }

  resume(reason: PauseReason): void {
    if (this.#paused === 0) return;
    this.#paused &= ~PAUSE_BIT[reason];
    if (this.#paused === 0) this.#socket.resume();
  }

  isPausedFor(reason: PauseReason): boolean {
    return (this.#paused & PAUSE_BIT[reason]) !== 0;
  }

  /** Sends what is unsent, then closes. Takes no more bytes. */
  end(bytes?: Uint8Array): void {
    this.endedAtMs = nowMs();
    this.#socket.removeAllListeners('data');
    this.#socket.resume();
    if (bytes) this.#socket.end(bytes);
    else this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }
}

/** A TCP server that stays bounded in connections, memory, rate and time whatever its peers do. */
export function createStreamServer({ limits, accept, onRefused, onFault, sweepMs = 1000 }: StreamServerOptions): StreamServer {
  const connections = new Set<Connection>();
  const perAddress = new Map<string, Origin>();
  const pausedForAll = new Set<PauseReason>();

  const refuse = (connection: Connection, reason: CloseReason) => {
    onRefused(reason, connection.address);
    connection.destroy();
  };
  const fullness = (origin: Origin): CloseReason | undefined => {
    if (connections.size >= limits.maxConnections) return 'too-many-connections';
    if (origin.connections >= limits.maxConnectionsPerAddress) return 'too-many-from-address';
    return origin.strangers >= limits.maxStrangersPerAddress ? 'too-many-strangers' : undefined;
  };

  const take = (socket: Socket): void => {
    socket.on('error', () => socket.destroy());
    const address = rateKeyOf(socket.remoteAddress ?? '');
    const origin = perAddress.get(address) ?? { connections: 0, strangers: 0 };
    const full = fullness(origin);
    if (full) {
      onRefused(full, socket.remoteAddress ?? '');
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, origin);
    // Before it is known who looks after it there is nothing to end but the socket.
    try {
      connection.handler = accept(connection);
    } catch (error) {
      onFault(error);
      socket.destroy();
      return;
    }
    connections.add(connection);
    origin.connections += 1;
    origin.strangers += 1;
    perAddress.set(address, origin);
    for (const reason of pausedForAll) connection.pause(reason);
    socket.on('data', (chunk) => alone(connection, () => receive(connection, chunk)));
    socket.once('close', () => {
      connections.delete(connection);
      connection.leaveStrangers();
      origin.connections -= 1;
      if (origin.connections === 0) perAddress.delete(address);
      alone(connection, () => connection.handler.closed());
    });
  };
  const socketOptions = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEPALIVE_AFTER_MS };
  const server: Server = createServer(socketOptions, take);
  const servers = [server];

  /** What one peer brings about ends with its connection, never with the program. */
  function alone(connection: Connection, work: () => void): void {
    try {
      work();
    } catch (error) {
      onFault(error);
      refuse(connection, 'fault');
    }
  }

  function receive(connection: Connection, chunk: Buffer): void {
    connection.lastByteAtMs = nowMs();
    connection.bytesThisSecond += chunk.length;
    const messages = connection.handler.receive(chunk);
    if (connection.handler.isGreeted()) connection.leaveStrangers();
    connection.messagesThisSecond += messages;
    if (connection.handler.pendingBytes() === 0) connection.messageSinceMs = 0;
    else if (messages > 0 || connection.messageSinceMs === 0) connection.messageSinceMs = connection.lastByteAtMs;
    if (connection.bytesThisSecond > limits.maxBytesPerSecond || connection.messagesThisSecond > limits.maxMessagesPerSecond)
      connection.pause('rate');
  }

  let allowanceAtMs = nowMs();
  const sweep = setInterval(() => {
    const now = nowMs();
    const isNewSecond = now - allowanceAtMs >= 1000;
    if (isNewSecond) allowanceAtMs = now;
    for (const connection of connections) {
      if (isNewSecond) {
        connection.bytesThisSecond = 0;
        connection.messagesThisSecond = 0;
        connection.resume('rate');
      }
      // While we ourselves do not read, the peer's silence is ours.
      if (pausedForAll.size > 0 || connection.isPausedFor('busy')) connection.lastByteAtMs = now;
      const reason = overdue(connection, now);
      if (reason) refuse(connection, reason);
      else if (connection.endedAtMs > 0 && now - connection.endedAtMs > FAREWELL_MS) connection.destroy();
    }
  }, sweepMs);
  sweep.unref();

  const greetingMsOf = ({ origin }: Connection): number =>
    origin.strangers * 2 > limits.maxStrangersPerAddress ? limits.crowdedGreetingMs : limits.greetingMs;

  function overdue(connection: Connection, now: number): CloseReason | undefined {
    if (connection.endedAtMs > 0) return undefined;
    if (!connection.handler.isGreeted() && now - connection.openedAtMs > greetingMsOf(connection)) return 'no-greeting';
    if (now - connection.lastByteAtMs > limits.idleMs) return 'idle';
    const isReading = pausedForAll.size === 0 && !connection.isPausedFor('rate') && !connection.isPausedFor('busy');
    if (!isReading && connection.messageSinceMs > 0) connection.messageSinceMs = now;
    else if (connection.messageSinceMs > 0 && now - connection.messageSinceMs > limits.messageMs) return 'slow-message';
    if (connection.unsentBytes > limits.maxUnsentBytes) return 'unread-answers';
    return undefined;
  }

  async function open(on: Server, port: number, host: string): Promise<number> {
    const bound = await listenOn(on, { port, host, backlog: 4096 });
    // Running out of descriptors must not end the program; the peer tries again.
    on.on('error', () => onRefused('socket-error', ''));
    return bound;
  }

  return {
    connections,
    listen: (port, host) => open(server, port, host),
    listenSecurely: (port, host, secret) => {
      const secure = createTlsServer(
        { ...socketOptions, ...secret, minVersion: 'TLSv1.2', handshakeTimeout: limits.greetingMs },
        take,
      );
      // A handshake that fails ends by itself; it is told as any connection that broke.
      secure.on('tlsClientError', (_error, socket) => onRefused('socket-error', socket.remoteAddress ?? ''));
      secure.maxConnections = limits.maxConnections;
      servers.push(secure);
      return open(secure, port, host);
    },
    pauseAll: (reason) => {
      pausedForAll.add(reason);
      for (const connection of connections) connection.pause(reason);
    },
    resumeAll: (reason) => {
      pausedForAll.delete(reason);
      for (const connection of connections) connection.resume(reason);
    },
    stopAccepting: () => {
      for (const each of servers) if (each.listening) each.close();
    },
    close: async () => {
      clearInterval(sweep);
      const areClosed = servers.map((each) =>
        each.listening ? new Promise<void>((resolve) => each.close(() => resolve())) : Promise.resolve(),
      );
      for (const connection of connections) connection.destroy();
      await Promise.all(areClosed);
    },
  };
}
