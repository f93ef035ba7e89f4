import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import type { AvlCodec } from '@spora/protocols/teltonika/avl';
import { encodeDatagram } from '@spora/protocols/teltonika/datagram';
import { encodeFrame, encodeHello } from '@spora/protocols/teltonika/encode';
import { encodeAnswer, type CodecMessage } from '@spora/protocols/teltonika/messages';
import type { PositionRecord } from '@spora/telemetry/record';
import { answerCommand } from './commands.ts';
import { createOutbox, type SendOrder } from './outbox.ts';
import type { Random } from './random.ts';
import { createReplyReader } from './reply-reader.ts';

export interface TrackerClientOptions {
  readonly host: string;
  readonly port: number;
  readonly imei: string;
  readonly codec: AvlCodec;
  readonly transport: 'tcp' | 'udp';
  readonly order: SendOrder;
  readonly random: Random;
  /** Most records in a frame; 1 to 255. */
  readonly recordsPerFrame?: number;
  /** Chance that an acknowledgement never arrives: the tracker reconnects and sends the records again. */
  readonly lostAckChance?: number;
  readonly ackTimeoutMs?: number;
  /** First wait before a new connection; doubles up to a hundred times of it. */
  readonly retryMs?: number;
  /** Records that fit the tracker's memory. */
  readonly capacity?: number;
  /** Told of each acknowledged batch, and of what went wrong. */
  readonly onEvent?: (event: ClientEvent) => void;
}

export type ClientEvent =
  | { readonly kind: 'acknowledged'; readonly count: number; readonly waitedMs: number }
  | { readonly kind: 'connected' | 'disconnected' | 'refused' | 'resent' | 'command' };

export interface TrackerClient {
  readonly imei: string;
  /** Records not yet acknowledged. */
  readonly waiting: number;
  readonly isConnected: boolean;
  /** Opens the connection before there is anything to report, as a tracker does when it wakes. */
  connect(): void;
  /** Hands over a record; it is sent as soon as the network and the server allow. */
  report(record: PositionRecord): void;
  setOrder(order: SendOrder): void;
  /** Drives into and out of coverage. */
  setCovered(isCovered: boolean): void;
  /** Resolves when everything is acknowledged; rejects when that takes longer than the time given. */
  drained(timeoutMs: number): Promise<void>;
  close(): void;
}

/** A link carries frames to the server and says what comes back. */
interface Link {
  send(records: readonly PositionRecord[]): void;
  answer(message: CodecMessage, text: string): void;
  close(): void;
}
interface LinkEvents {
  onReady(): void;
  onAcknowledged(count: number): void;
  onCommand(message: CodecMessage): void;
  onRefused(): void;
  onClosed(): void;
}

const DEFAULTS = { recordsPerFrame: 40, lostAckChance: 0, ackTimeoutMs: 30_000, retryMs: 500, capacity: 60_000 } as const;
const RETRY_GROWTH_MAX = 100;
/** A refused tracker asks again seldom: nobody has registered it yet. */
const REFUSED_RETRIES = 6;

/** A tracker as the server meets it: hello, frames, one unacknowledged batch at a time, memory, back-off. */
export function createTrackerClient(options: TrackerClientOptions): TrackerClient {
  const settings = { ...DEFAULTS, ...options };
  const { imei, random } = settings;
  const outbox = createOutbox(settings.order, settings.capacity);
  const outputs = [false, false, false];
  let link: Link | undefined;
  let isReady = false;
  let isCovered = true;
  let isClosed = false;
  let failures = 0;
  let inFlight: { readonly records: readonly PositionRecord[]; readonly sentAt: number } | undefined;
  let last: PositionRecord | undefined;
  let timer: NodeJS.Timeout | undefined;
  let onDrained: (() => void) | undefined;
  const tell = (event: ClientEvent): void => settings.onEvent?.(event);

  const setTimer = (run: () => void, ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
  const drop = (): void => {
    const gone = link;
    const wasReady = isReady;
    link = undefined;
    inFlight = undefined;
    isReady = false;
    clearTimeout(timer);
    gone?.close();
    if (wasReady) tell({ kind: 'disconnected' });
  };
  const retryLater = (): void => {
    if (isClosed || !isCovered) return;
    const wait = settings.retryMs * Math.min(2 ** failures, RETRY_GROWTH_MAX) * random.between(0.7, 1.3);
    failures++;
    setTimer(open, wait);
  };
  const open = (): void => {
    if (isClosed || !isCovered || link !== undefined) return;
    const mine: Link = (settings.transport === 'tcp' ? openTcp : openUdp)(settings, {
      onReady: () => {
        if (link !== mine) return;
        isReady = true;
        tell({ kind: 'connected' });
        flush();
      },
      onAcknowledged: (count) => link === mine && acknowledged(count),
      onCommand: (message) => {
        if (link !== mine) return;
        tell({ kind: 'command' });
        mine.answer(message, answerCommand(message.text, { imei, last, nowMs: Date.now(), outputs }));
      },
      onRefused: () => {
        if (link !== mine) return;
        failures = Math.max(failures, REFUSED_RETRIES);
        tell({ kind: 'refused' });
      },
      onClosed: () => {
        if (link !== mine) return;
        drop();
        retryLater();
      },
    });
    link = mine;
  };
  const flush = (): void => {
    if (!isReady || inFlight !== undefined || outbox.size === 0 || link === undefined) return;
    const records = outbox.peek(settings.recordsPerFrame);
    inFlight = { records, sentAt: performance.now() };
    link.send(records);
    setTimer(startOver, settings.ackTimeoutMs);
  };
  const startOver = (): void => {
    tell({ kind: 'resent' });
    drop();
    retryLater();
  };
  const acknowledged = (count: number): void => {
    if (inFlight === undefined) return;
    if (settings.lostAckChance > 0 && random.chance(settings.lostAckChance)) return startOver();
    if (count !== inFlight.records.length) return startOver();
    const { records, sentAt } = inFlight;
    inFlight = undefined;
    failures = 0;
    clearTimeout(timer);
    outbox.remove(records);
    tell({ kind: 'acknowledged', count, waitedMs: performance.now() - sentAt });
    if (outbox.size === 0) onDrained?.();
    flush();
  };
  return {
    imei,
    get waiting() {
      return outbox.size;
    },
    get isConnected() {
      return isReady;
    },
    connect: open,
    report(record) {
      last = record;
      outbox.put(record);
      if (link === undefined && failures === 0) open();
      flush();
    },
    setOrder: (order) => outbox.setOrder(order),
    setCovered(covered) {
      if (covered === isCovered) return;
      isCovered = covered;
      failures = 0;
      if (covered) open();
      else drop();
    },
    drained(timeoutMs) {
      if (outbox.size === 0) return Promise.resolve();
      return new Promise((resolve, reject) => {
        const limit = setTimeout(
          () => reject(new Error(`${imei}: ${outbox.size} records were not acknowledged in ${timeoutMs} ms`)),
          timeoutMs,
        );
        onDrained = () => {
          clearTimeout(limit);
          onDrained = undefined;
          resolve();
        };
      });
    },
    close() {
      isClosed = true;
      drop();
    },
  };
}

function openTcp({ host, port, imei, codec }: TrackerClientOptions, events: LinkEvents): Link {
  const socket: Socket = connect({ host, port, noDelay: true });
  const replies = createReplyReader();
  socket.on('connect', () => socket.write(encodeHello(imei)));
  socket.on('data', (chunk) => {
    for (const reply of replies.push(chunk)) {
      if (reply.kind === 'acknowledged') events.onAcknowledged(reply.count);
      else if (reply.kind === 'command') events.onCommand(reply.message);
      else if (reply.kind === 'hello' && reply.isAccepted) events.onReady();
      else {
        if (reply.kind === 'hello') events.onRefused();
        // What cannot be read ends the connection, as a tracker would; a new one starts clean.
        socket.destroy();
        return;
      }
    }
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => events.onClosed());
  return {
    send: (records) => socket.write(encodeFrame(records, codec)),
    answer: (message, text) =>
      socket.write(
        message.codec === 14 ? encodeAnswer({ codec: 14, text, imei: message.imei ?? imei }) : encodeAnswer({ codec: 12, text }),
      ),
    close: () => socket.destroy(),
  };
}

const UDP_ACK_BYTES = 7;

function openUdp({ host, port, imei, codec }: TrackerClientOptions, events: LinkEvents): Link {
  const socket: UdpSocket = createSocket('udp4');
  let packetId = 0;
  let isOpen = true;
  socket.on('message', (bytes) => {
    if (bytes.length === UDP_ACK_BYTES && bytes[5] === (packetId & 0xff)) events.onAcknowledged(bytes[6]!);
  });
  socket.on('error', () => close());
  const close = (): void => {
    if (!isOpen) return;
    isOpen = false;
    socket.close();
    events.onClosed();
  };
  queueMicrotask(() => isOpen && events.onReady());
  return {
    send(records) {
      packetId = (packetId + 1) & 0xffff;
      socket.send(encodeDatagram({ packetId, avlPacketId: packetId & 0xff, imei, records, codec }), port, host);
    },
    answer: () => undefined,
    close,
  };
}
