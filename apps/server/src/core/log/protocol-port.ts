import type { Protocol, Transport } from '@spora/protocols/protocol';
import type { Logger } from 'pino';
import type { PortChoice } from '../../platform/configuration/config.ts';
import { listenNear } from '../../platform/network/listen.ts';
import type { StreamLimits } from '../../platform/network/stream-server.ts';
import type { Appender } from './appender.ts';
import { createHttpService, type HttpObserver } from './http-session.ts';
import type { Contacts } from './contacts.ts';
import type { FindTracker, Strangers } from './known-trackers.ts';
import { createTcpService, type TcpObserver, type TcpOptions, type TrackerSession } from './tcp-session.ts';
import { createUdpService, type UdpObserver } from './udp-session.ts';

export type PortObserver = TcpObserver & UdpObserver & HttpObserver;

export interface ProtocolPortOptions extends Pick<
  TcpOptions,
  'onMessage' | 'onGreeted' | 'onShared' | 'overtakenMs' | 'sweepMs'
> {
  readonly protocol: Protocol;
  readonly host: string;
  readonly appender: Pick<Appender, 'submit' | 'isFull'>;
  readonly findTracker: FindTracker;
  readonly strangers: Pick<Strangers, 'note'>;
  readonly contacts?: Pick<Contacts, 'noted' | 'refused'>;
  readonly log: Logger;
  readonly now: () => Date;
  readonly limits: StreamLimits;
  readonly maxDatagramsPerSecond: number;
  readonly maxRequestsPerSecond: number;
  readonly maxRequestConnections: number;
  readonly observe: (transport: Transport['kind']) => PortObserver;
  /** Where its streams are encrypted as well. */
  readonly secure?: SecurePort | undefined;
}

export interface SecurePort {
  readonly port: number;
  readonly cert: string;
  readonly key: string;
}

/** A protocol with all of its transports on one number. */
export interface ProtocolPort {
  readonly protocol: Protocol;
  /** 0 until it listens. */
  readonly port: number;
  /** The number on which its streams are encrypted; null: they are not. */
  readonly securePort: number | null;
  /** All transports or none of them. */
  listen(choice: PortChoice): Promise<void>;
  /** The newest connection of a tracker, if it has one now. */
  findSession(trackerId: number): TrackerSession | undefined;
  pauseAll(): void;
  resumeAll(): void;
  /** Nobody new comes in. */
  stopAccepting(): void;
  /** Nothing more is read, while what is under way is still answered. */
  stopReceiving(): void;
  close(): Promise<void>;
}

/** What one transport does for its port. */
interface Door {
  listen(port: number, host: string): Promise<number>;
  listenSecurely?(secure: SecurePort, host: string): Promise<number>;
  /** Lets go of the number; only of a door behind which another one follows. */
  release?(): Promise<void>;
  findSession?(trackerId: number): TrackerSession | undefined;
  pauseAll?(): void;
  resumeAll?(): void;
  stopAccepting?(): void;
  stopReceiving?(): void;
  close(): Promise<void>;
}

/** Tries of a number that the system chose for one transport and that is taken for another. */
const TRIES = 10;

/** Opens the doors of a protocol; `listen` lets in. */
export function createProtocolPort(options: ProtocolPortOptions): ProtocolPort {
  const { protocol, host } = options;
  // A datagram's door can be shut and opened again, so it is tried first.
  const transports = protocol.transports.toSorted((a, b) => Number(b.kind === 'udp') - Number(a.kind === 'udp'));
  const doors = transports.map((transport) => openDoor(transport, options));
  let bound = 0;
  let securePort: number | null = null;

  async function listenOn(port: number): Promise<void> {
    let number = port;
    const open: Door[] = [];
    try {
      for (const door of doors) {
        number = await door.listen(number, host);
        open.push(door);
      }
    } catch (error) {
      await Promise.all(open.map(async (door) => door.release?.()));
      throw error;
    }
    bound = number;
  }

  async function listenAnywhere(tries = TRIES): Promise<void> {
    try {
      await listenOn(0);
    } catch (error) {
      if (tries === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      await listenAnywhere(tries - 1);
    }
  }

  return {
    protocol,
    get port() {
      return bound;
    },
    get securePort() {
      return securePort;
    },
    listen: async (choice) => {
      if (choice.port === 0) await listenAnywhere();
      else await listenNear(choice, listenOn);
      const { secure } = options;
      if (secure) for (const door of doors) securePort ??= (await door.listenSecurely?.(secure, host)) ?? null;
    },
    findSession: (trackerId) => {
      for (const door of doors) {
        const found = door.findSession?.(trackerId);
        if (found) return found;
      }
      return undefined;
    },
    pauseAll: () => doors.forEach((door) => door.pauseAll?.()),
    resumeAll: () => doors.forEach((door) => door.resumeAll?.()),
    stopAccepting: () => doors.forEach((door) => door.stopAccepting?.()),
    stopReceiving: () => doors.forEach((door) => door.stopReceiving?.()),
    close: async () => {
      await Promise.all(doors.map((door) => door.close()));
    },
  };
}

function openDoor(transport: Transport, options: ProtocolPortOptions): Door {
  const { protocol, limits, maxDatagramsPerSecond, maxRequestsPerSecond, maxRequestConnections, ...shared } = options;
  const observe = options.observe(transport.kind);
  switch (transport.kind) {
    case 'tcp': {
      const service = createTcpService({ ...shared, transport, limits, observe });
      const { server } = service;
      return {
        listen: (port, host) => server.listen(port, host),
        listenSecurely: ({ port, ...secret }, host) => server.listenSecurely(port, host, secret),
        findSession: (trackerId) => service.findSession(trackerId),
        pauseAll: () => server.pauseAll('full'),
        resumeAll: () => server.resumeAll('full'),
        stopAccepting: () => server.stopAccepting(),
        stopReceiving: () => server.pauseAll('full'),
        close: () => server.close(),
      };
    }
    case 'udp':
      return createUdpService({
        ...shared,
        transport,
        maxPerAddressPerSecond: maxDatagramsPerSecond,
        maxStrangersPerAddress: limits.maxStrangersPerAddress,
        observe,
      });
    case 'http':
      return createHttpService({
        ...shared,
        transport,
        knownBy: protocol.knownBy,
        maxConnections: maxRequestConnections,
        maxConnectionsPerAddress: limits.maxConnectionsPerAddress,
        maxStrangersPerAddress: limits.maxStrangersPerAddress,
        greetingMs: limits.greetingMs,
        crowdedGreetingMs: limits.crowdedGreetingMs,
        maxRequestsPerSecond,
        observe,
      });
  }
}
