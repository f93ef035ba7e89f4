import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { type Datagram, type DatagramTransport, ProtocolError } from '@spora/protocols/protocol';
import type { Logger } from 'pino';
import { rateKeyOf } from '../../platform/http/rate.ts';
import type { Contacts } from './contacts.ts';
import type { FindTracker, Strangers } from './known-trackers.ts';
import type { Appender } from './appender.ts';
import { createTeller } from './teller.ts';

export interface UdpObserver {
  frame(): void;
  refused(
    reason:
      | ProtocolError['reason']
      | 'unknown-tracker'
      | 'rate'
      | 'too-many-strangers'
      | 'full'
      | 'lookup-failed'
      | 'no-port'
      | 'fault',
    address?: string,
  ): void;
}

export interface UdpOptions {
  readonly transport: DatagramTransport;
  readonly appender: Pick<Appender, 'submit' | 'isFull'>;
  readonly findTracker: FindTracker;
  readonly strangers: Pick<Strangers, 'note'>;
  readonly contacts?: Pick<Contacts, 'noted'>;
  readonly log: Logger;
  readonly observe: UdpObserver;
  readonly maxPerAddressPerSecond: number;
  /** Of names that are looked up first: those that are known are told without. */
  readonly maxStrangersPerAddress: number;
}

export interface UdpService {
  /** Answers the port, also where the system chose it. */
  listen(port: number, host: string): Promise<number>;
  /** Takes no more, while what is under way is still answered. */
  stopReceiving(): void;
  /** Lets go of the port; `listen` may be called again. */
  release(): Promise<void>;
  close(): Promise<void>;
}

const ADDRESSES_MAX = 50_000;
const LOOKUPS_MAX = 5_000;
const RECEIVE_BUFFER_BYTES = 4_194_304;

/**
 * A protocol's port for datagrams. What cannot be taken now is dropped: the tracker sends it again, since only a commit is answered.
 * Strangers get no answer at all, so that nobody can be flooded by way of us.
 */
export function createUdpService(options: UdpOptions): UdpService {
  const { transport, appender, findTracker, strangers, contacts, log, observe, maxPerAddressPerSecond, maxStrangersPerAddress } =
    options;
  let socket: Socket | undefined;
  let perAddress = new Map<string, number>();
  let strangersOf = new Map<string, number>();
  let lookups = 0;
  const mayTell = createTeller();
  const sweep = setInterval(() => {
    perAddress = new Map();
    strangersOf = new Map();
  }, 1000);
  sweep.unref();

  function receive(bytes: Buffer, from: RemoteInfo): void {
    if (appender.isFull) return observe.refused('full');
    // Nobody listens there; to answer it would be a fault of ours.
    if (from.port === 0) return observe.refused('no-port');
    const sender = rateKeyOf(from.address);
    const soFar = perAddress.get(sender) ?? 0;
    if (soFar >= maxPerAddressPerSecond || (soFar === 0 && perAddress.size >= ADDRESSES_MAX)) return observe.refused('rate');
    perAddress.set(sender, soFar + 1);
    let datagram: Datagram;
    try {
      datagram = transport.decode(bytes);
    } catch (error) {
      if (!(error instanceof ProtocolError)) return fault(error);
      return refuse(error);
    }
    const found = findTracker(datagram.name);
    if (typeof found !== 'object') return alone(() => admit(found, datagram, from));
    const asked = (strangersOf.get(sender) ?? 0) + 1;
    if (asked > maxStrangersPerAddress) return observe.refused('too-many-strangers', from.address);
    strangersOf.set(sender, asked);
    if (lookups >= LOOKUPS_MAX) return observe.refused('rate');
    lookups++;
    found
      .then(
        (id) => alone(() => admit(id, datagram, from)),
        () => observe.refused('lookup-failed'),
      )
      .finally(() => lookups--);
  }

  /** Told once with the number that it names: to look each of them up would be work for nothing. */
  function refuse({ reason, sender }: ProtocolError): void {
    observe.refused(reason);
    if (mayTell(`${reason} ${sender ?? ''}`)) log.info({ reason, imei: sender }, 'a datagram was refused: it broke its protocol');
  }

  /** What one datagram brings about ends with it, never with the program. */
  function alone(work: () => void): void {
    try {
      work();
    } catch (error) {
      fault(error);
    }
  }

  function fault(error: unknown): void {
    observe.refused('fault');
    log.error({ err: error }, 'a datagram failed and was dropped');
  }

  function admit(trackerId: number | undefined, { name, columns, acknowledgement }: Datagram, from: RemoteInfo): void {
    if (trackerId === undefined) {
      strangers.note(name);
      return observe.refused('unknown-tracker');
    }
    observe.frame();
    contacts?.noted(trackerId, 'udp', from.address);
    appender.submit({
      trackerId,
      columns,
      bytes: columns.timeMs.buffer.byteLength,
      settle: (outcome) => {
        if (outcome !== 'stored' || acknowledgement.length === 0) return;
        socket?.send(acknowledgement, from.port, from.address, () => {});
      },
    });
  }

  async function release(): Promise<void> {
    const open = socket;
    socket = undefined;
    if (open) await new Promise<void>((resolve) => open.close(() => resolve()));
  }

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        const opened = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4', recvBufferSize: RECEIVE_BUFFER_BYTES });
        opened.once('error', (error) => {
          opened.close();
          reject(error);
        });
        opened.bind({ port, address: host, exclusive: true }, () => {
          opened.removeAllListeners('error');
          opened.on('error', (error) => log.warn({ err: error }, 'the UDP port reported an error'));
          opened.on('message', receive);
          socket = opened;
          resolve(opened.address().port);
        });
      }),
    stopReceiving: () => {
      socket?.removeAllListeners('message');
    },
    release,
    close: () => {
      clearInterval(sweep);
      return release();
    },
  };
}
