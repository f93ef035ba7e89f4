import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { connect, type Socket } from 'node:net';
import { PROTOCOLS } from '@spora/protocols/list';
import type { CommandSubject, DatagramDevice, HttpDevice, Protocol, StreamDevice, Transport } from '@spora/protocols/protocol';
import type { PositionRecord } from '@spora/telemetry/record';
import { createOutbox, type SendOrder } from './outbox.ts';
import type { Random } from './random.ts';

export interface TrackerClientOptions {
  readonly host: string;
  readonly port: number;
  /** Who it says it is: an IMEI, or a phone's id where its protocol asks for that. */
  readonly imei: string;
  /** The first of the list without it. */
  readonly protocol?: Protocol;
  /** How its records are put into bytes, of those that its protocol has; the richest without it. */
  readonly dialect?: string;
  readonly transport: Transport['kind'];
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
  /** Seconds between two reports as commands have set them; 0: as often as it records. */
  reportsEveryS(isMoving: boolean): number;
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

/** A link carries records to the server and says what comes back. */
interface Link {
  send(records: readonly PositionRecord[]): void;
  close(): void;
}
interface LinkEvents {
  onReady(): void;
  /** So many records are safe; null: all that were sent. */
  onAcknowledged(count: number | null): void;
  /** Answers what the tracker says to it. */
  onCommand(text: string): string;
  onRefused(): void;
  onClosed(): void;
}

const DEFAULTS = { recordsPerFrame: 40, lostAckChance: 0, ackTimeoutMs: 30_000, retryMs: 500, capacity: 60_000 } as const;
const RETRY_GROWTH_MAX = 100;
/** A refused tracker asks again seldom: nobody has registered it yet. */
const REFUSED_RETRIES = 6;

/** The parameters of data acquisition that say how often it reports. */
const PERIOD = { still: 10000, moving: 10050 } as const;

/** A tracker as the server meets it: hello, frames, one unacknowledged batch at a time, memory, back-off. */
export function createTrackerClient(options: TrackerClientOptions): TrackerClient {
  const settings = { ...DEFAULTS, ...options };
  const { imei, random } = settings;
  const outbox = createOutbox(settings.order, settings.capacity);
  const subject: CommandSubject = {
    name: imei,
    last: undefined,
    nowMs: 0,
    outputs: [false, false, false],
    parameters: new Map(),
  };
  const openLink = linkOf(settings);
  const { obey = () => '', maxRecords = Infinity } = streamOf(settings)?.device ?? {};
  const recordsPerFrame = Math.min(settings.recordsPerFrame, maxRecords);
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
    const mine: Link = openLink(settings, {
      onReady: () => {
        if (link !== mine) return;
        isReady = true;
        tell({ kind: 'connected' });
        flush();
      },
      onAcknowledged: (count) => link === mine && acknowledged(count),
      onCommand: (text) => {
        tell({ kind: 'command' });
        const heard = { ...subject, last, nowMs: Date.now() };
        const answer = obey(text, heard);
        if (heard.trackUntilMs !== undefined) subject.trackUntilMs = heard.trackUntilMs;
        return answer;
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
    const records = outbox.peek(recordsPerFrame);
    inFlight = { records, sentAt: performance.now() };
    link.send(records);
    setTimer(startOver, settings.ackTimeoutMs);
  };
  const startOver = (): void => {
    tell({ kind: 'resent' });
    drop();
    retryLater();
  };
  const acknowledged = (count: number | null): void => {
    if (inFlight === undefined) return;
    if (settings.lostAckChance > 0 && random.chance(settings.lostAckChance)) return startOver();
    if (count !== null && count !== inFlight.records.length) return startOver();
    const { records, sentAt } = inFlight;
    inFlight = undefined;
    failures = 0;
    clearTimeout(timer);
    outbox.remove(records);
    tell({ kind: 'acknowledged', count: records.length, waitedMs: performance.now() - sentAt });
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
    reportsEveryS(isMoving) {
      if ((subject.trackUntilMs ?? 0) > Date.now()) return 0;
      return Number(subject.parameters?.get(isMoving ? PERIOD.moving : PERIOD.still) ?? 0);
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

type OpenLink = (options: TrackerClientOptions, events: LinkEvents) => Link;

const transportOf = ({ protocol = PROTOCOLS[0], transport }: TrackerClientOptions): Transport => {
  const transports: readonly Transport[] = protocol.transports;
  const found = transports.find(({ kind }) => kind === transport);
  if (found === undefined) throw new Error(`${protocol.name} does not go over ${transport}`);
  return found;
};

function streamOf(options: TrackerClientOptions) {
  const transport = transportOf(options);
  return transport.kind === 'tcp' ? transport : undefined;
}

function linkOf(options: TrackerClientOptions): OpenLink {
  const transport = transportOf(options);
  switch (transport.kind) {
    case 'tcp':
      return (given, events) => openTcp(transport.device, given, events);
    case 'udp':
      return (given, events) => openUdp(transport.device, given, events);
    case 'http':
      return (given, events) => openHttp(transport.device, given, events);
  }
}

function openTcp(device: StreamDevice, { host, port, imei, dialect }: TrackerClientOptions, events: LinkEvents): Link {
  const socket: Socket = connect({ host, port, noDelay: true });
  const replies = device.openReplies(imei);
  socket.on('connect', () => socket.write(device.encodeHello(imei)));
  socket.on('data', (chunk) => {
    for (const reply of replies.push(chunk)) {
      if (reply.kind === 'acknowledged') events.onAcknowledged(reply.count);
      else if (reply.kind === 'command') socket.write(reply.encodeAnswer(events.onCommand(reply.text)));
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
    send: (records) => socket.write(device.encodePositions({ name: imei, records, ...(dialect !== undefined && { dialect }) })),
    close: () => socket.destroy(),
  };
}

function openUdp(device: DatagramDevice, { host, port, imei, dialect }: TrackerClientOptions, events: LinkEvents): Link {
  const socket: UdpSocket = createSocket('udp4');
  let sequence = 0;
  let isOpen = true;
  socket.on('message', (bytes) => {
    const count = device.readReply(bytes, sequence);
    if (count !== undefined) events.onAcknowledged(count);
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
      sequence++;
      const packet = { name: imei, records, sequence, ...(dialect !== undefined && { dialect }) };
      socket.send(device.encodePositions(packet), port, host);
    },
    close,
  };
}

/** A request for each record, one after the other; what is not answered with 200 is sent again after a while. */
function openHttp(device: HttpDevice, { host, port, imei, dialect }: TrackerClientOptions, events: LinkEvents): Link {
  const gone = new AbortController();
  const close = (): void => {
    if (gone.signal.aborted) return;
    gone.abort();
    events.onClosed();
  };
  const post = async (record: PositionRecord): Promise<number> => {
    const { query = '', body, contentType } = device.encodePosition(imei, record, dialect);
    const answer = await fetch(`http://${host}:${port}/?${query}`, {
      method: 'POST',
      ...(body !== undefined && { body: Buffer.from(body) }),
      ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
      signal: gone.signal,
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const postAll = async (records: readonly PositionRecord[]): Promise<void> => {
    for (const record of records) {
      const status = await post(record);
      if (status === 404) events.onRefused();
      if (status !== 200) return close();
    }
    events.onAcknowledged(null);
  };
  queueMicrotask(() => gone.signal.aborted || events.onReady());
  return { send: (records) => void postAll(records).catch(close), close };
}
