import {
  ProtocolError,
  type StreamDecoder,
  type StreamEvent,
  type StreamTransport,
  type TrackerMessage,
} from '@spora/protocols/protocol';
import type { RecordColumns } from '@spora/telemetry/columns';
import type { Mark } from '@spora/telemetry/quality';
import type { Logger } from 'pino';
import {
  type CloseReason,
  type Connection,
  createStreamServer,
  type StreamLimits,
  type StreamServer,
} from '../../platform/network/stream-server.ts';
import type { Contacts } from './contacts.ts';
import { contradictedRows, markContradicted, newestPlace } from './contradictions.ts';
import { createTeller } from './teller.ts';
import type { FindTracker, Strangers } from './known-trackers.ts';
import type { Appender } from './appender.ts';

/** A tracker that is connected now. */
export interface TrackerSession {
  readonly trackerId: number;
  readonly imei: string;
  readonly takesCommands: boolean;
  /** False once it is closed; of one that the network lost nobody knows that at once. */
  readonly isOpen: boolean;
  /** Nothing leaves where the protocol has no commands. */
  sendCommand(text: string): void;
}

export interface TcpObserver {
  connections(open: number): void;
  frame(): void;
  message(): void;
  refused(
    reason: CloseReason | ProtocolError['reason'] | 'unknown-tracker' | 'cannot-store' | 'lookup-failed' | 'replaced',
    address?: string,
  ): void;
}

export interface TcpOptions {
  readonly transport: StreamTransport;
  readonly appender: Pick<Appender, 'submit'>;
  readonly findTracker: FindTracker;
  readonly strangers: Pick<Strangers, 'note'>;
  readonly contacts?: Pick<Contacts, 'noted' | 'refused'>;
  readonly log: Logger;
  readonly limits: StreamLimits;
  readonly observe: TcpObserver;
  /** A tracker's answer to a command, or what something wired to it said. */
  readonly onMessage?: (session: TrackerSession, message: TrackerMessage) => void;
  /** A tracker was let in; its hello is answered. */
  readonly onGreeted?: (session: TrackerSession) => void;
  /** Two connections of one tracker report, the older one after the newer one did: two devices use one identity. */
  readonly onShared?: (trackerId: number) => void;
  /** So long after a newer connection reported first, what an older one says may have been under way. */
  readonly overtakenMs?: number;
  readonly sweepMs?: number;
}

export interface TcpService {
  readonly server: StreamServer;
  /** The newest connection of a tracker, if it has one now. */
  findSession(trackerId: number): TrackerSession | undefined;
}

/** Networks deliver what was sent before a device roamed within seconds. */
const OVERTAKEN_MS = 30_000;
/** Connections of one tracker: a device that roams leaves half-open ones behind. */
const SESSIONS_OF_A_TRACKER_MAX = 4;

/** Frames of one connection that wait for their commit; beyond it the connection is paused. */
const IN_FLIGHT_MAX = 256;

type Hello = Extract<StreamEvent, { kind: 'hello' }>;

interface Answer {
  readonly bytes: Uint8Array;
  isStored: boolean;
}

/** One connection: hello, frames, acknowledgements. A class for its shared methods; see `Connection`. */
class Session implements TrackerSession {
  imei = '';
  trackerId = 0;
  readonly connection: Connection;
  readonly #service: ServiceState;
  readonly #decoder: StreamDecoder;
  /** Events that came in the same bytes as the hello, until it is known who speaks. */
  #held: StreamEvent[] | undefined;
  #hello: Hello | undefined;
  /** In the order of the frames: the tracker tells acknowledgements apart by nothing else. */
  #answers: Answer[] = [];
  #isLeaving = false;
  /** Another connection says that it is the same tracker, or did while this one was open. */
  isRivalled = false;
  /** Has reported something; a connection that only says who it is tells nothing. */
  hasReported = false;
  /** Where it was last, of what is believed. */
  place: Mark | undefined;

  constructor(service: ServiceState, connection: Connection) {
    this.#service = service;
    this.#decoder = service.options.transport.open();
    this.connection = connection;
  }

  isGreeted(): boolean {
    return this.trackerId !== 0;
  }

  pendingBytes(): number {
    return this.#decoder.bufferedBytes;
  }

  get isOpen(): boolean {
    return this.connection.isOpen;
  }

  get takesCommands(): boolean {
    return this.#service.options.transport.encodeCommand !== undefined;
  }

  sendCommand(text: string): void {
    const { encodeCommand } = this.#service.options.transport;
    if (encodeCommand) this.connection.send(encodeCommand(text));
  }

  #answer(bytes: Uint8Array): void {
    if (bytes.length > 0) this.connection.send(bytes);
  }

  receive(chunk: Buffer): number {
    if (this.#isLeaving) return 0;
    let events: StreamEvent[];
    try {
      events = this.#decoder.push(chunk);
    } catch (error) {
      this.#refuse(error);
      return 0;
    }
    const { failure } = this.#decoder;
    for (const event of events) {
      if (this.#held) this.#held.push(event);
      else this.#take(event);
    }
    if (failure) this.#refuse(failure);
    return events.length;
  }

  closed(): void {
    this.#isLeaving = true;
    this.#answers = [];
    this.#service.forget(this);
  }

  /** Lets what is under way be stored and acknowledged, then closes. */
  leave(): void {
    this.#isLeaving = true;
    if (this.#answers.length === 0) this.connection.end();
    else this.connection.pause('busy');
  }

  #take(event: StreamEvent): void {
    if (this.#isLeaving) return;
    if (event.kind === 'hello') return this.#greet(event);
    if (!this.isGreeted()) return this.#refuse(new ProtocolError('hello', 'something was said before who says it'));
    switch (event.kind) {
      case 'positions':
        return this.#append(event);
      case 'message':
        this.#service.options.observe.message();
        return this.#service.options.onMessage?.(this, event.message);
      case 'ping':
        return this.#answer(event.answer);
    }
  }

  #greet(hello: Hello): void {
    if (this.isGreeted()) {
      if (hello.name === this.imei) return this.#answer(hello.accepted);
      return this.#refuse(new ProtocolError('hello', 'a connection changes its name'));
    }
    this.imei = hello.name;
    this.#hello = hello;
    const found = this.#service.options.findTracker(hello.name);
    if (typeof found !== 'object') return this.#admit(found);
    this.#held = [];
    this.connection.pause('busy');
    found
      .then(
        (id) => this.#admit(id),
        () => this.#close('lookup-failed'),
      )
      .catch((error: unknown) => {
        this.#service.fault(error);
        this.#close('fault');
      });
  }

  #admit(trackerId: number | undefined): void {
    if (this.#isLeaving || !this.connection.isOpen) return;
    if (trackerId === undefined) {
      this.#service.options.strangers.note(this.imei);
      this.#service.options.observe.refused('unknown-tracker');
      this.#isLeaving = true;
      this.connection.end(this.#hello?.refused);
      return;
    }
    this.trackerId = trackerId;
    this.connection.leaveStrangers();
    this.#service.enter(this);
    this.#service.options.contacts?.noted(trackerId, 'tcp', this.connection.address);
    if (this.#hello) this.#answer(this.#hello.accepted);
    this.#hello = undefined;
    this.#service.options.onGreeted?.(this);
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const event of held) this.#take(event);
    this.connection.resume('busy');
  }

  #append({ columns: said, acknowledgement }: Extract<StreamEvent, { kind: 'positions' }>): void {
    const answer: Answer = { bytes: acknowledgement, isStored: false };
    this.#answers.push(answer);
    if (this.#answers.length === IN_FLIGHT_MAX) this.connection.pause('busy');
    this.#service.options.observe.frame();
    this.hasReported = true;
    if (this.isRivalled) this.#service.reported(this);
    const columns = this.#believe(said);
    this.#service.options.appender.submit({
      trackerId: this.trackerId,
      columns,
      bytes: columns.timeMs.buffer.byteLength,
      settle: (outcome) => {
        if (outcome === 'stored') this.#acknowledge(answer);
        else if (outcome === 'refused') this.#close('cannot-store');
        else this.connection.destroy();
      },
    });
  }

  /** Marks what contradicts a connection that was there before; the others go on as they were. */
  #believe(columns: RecordColumns): RecordColumns {
    const contradicted = contradictedRows(columns, this.isRivalled ? this.#service.placesBefore(this) : []);
    this.place = newestPlace(columns, this.place, contradicted);
    return markContradicted(columns, contradicted);
  }

  #acknowledge(answer: Answer): void {
    answer.isStored = true;
    const wasPaused = this.#answers.length >= IN_FLIGHT_MAX;
    let sent = 0;
    for (const { isStored, bytes } of this.#answers) {
      if (!isStored) break;
      this.#answer(bytes);
      sent++;
    }
    if (sent === this.#answers.length) this.#answers = [];
    else this.#answers.splice(0, sent);
    if (this.#isLeaving) {
      if (this.#answers.length === 0) this.connection.end();
    } else if (wasPaused && this.#answers.length < IN_FLIGHT_MAX) this.connection.resume('busy');
  }

  /** The stream is wrong from here on; good frames before it are still stored and acknowledged. */
  #refuse(error: unknown): void {
    if (!(error instanceof ProtocolError)) throw error;
    this.#service.options.observe.refused(error.reason);
    if (this.isGreeted()) this.#service.options.contacts?.refused(this.trackerId, error.reason);
    if (this.#service.mayTell(`${error.reason} ${this.imei || this.connection.address}`))
      this.#service.options.log.info(
        { reason: error.reason, imei: this.imei || undefined },
        'a connection was refused: it broke its protocol',
      );
    if (this.#held) this.connection.destroy();
    else this.leave();
  }

  #close(reason: 'cannot-store' | 'lookup-failed' | 'fault'): void {
    if (!this.connection.isOpen) return;
    this.#service.options.observe.refused(reason);
    if (reason === 'cannot-store') this.#service.options.contacts?.refused(this.trackerId, reason);
    this.connection.destroy();
  }
}

interface ServiceState {
  readonly options: TcpOptions;
  enter(session: Session): void;
  forget(session: Session): void;
  /** Of a tracker with several connections one reported. */
  reported(session: Session): void;
  /** Where the older connections of its tracker were last. */
  placesBefore(session: Session): Mark[];
  fault(error: unknown): void;
  /** Whether to log what was refused; it is counted in any case. */
  mayTell(what: string): boolean;
}

/** The connections of one tracker. */
interface Peers {
  /** The newest last. */
  readonly open: Session[];
  /** The newest that has reported while there were several; it may be closed by now. */
  newest: Session | undefined;
  /** When it reported first. */
  newestSinceMs: number;
  isTold: boolean;
}

/** Who has reported stays before who has not, and then who was heard of last: whoever only says a name puts no tracker off. */
const leastOf = (open: readonly Session[]): Session | undefined =>
  open.toSorted(
    (a, b) => Number(a.hasReported) - Number(b.hasReported) || a.connection.lastByteAtMs - b.connection.lastByteAtMs,
  )[0];

/** A protocol's port for connections. */
export function createTcpService(options: TcpOptions): TcpService {
  const { log, limits, observe, sweepMs, overtakenMs = OVERTAKEN_MS } = options;
  const peers = new Map<number, Peers>();
  /** In the order in which they came. */
  const serials = new WeakMap<Session, number>();
  let serial = 0;
  const rank = (each: Session) => serials.get(each) ?? 0;
  const state: ServiceState = {
    options,
    mayTell: createTeller(),
    fault: (error) => log.error({ err: error }, 'a connection failed and was ended'),
    enter: (session) => {
      serials.set(session, (serial += 1));
      const known = peers.get(session.trackerId);
      if (!known) {
        peers.set(session.trackerId, { open: [session], newest: undefined, newestSinceMs: 0, isTold: false });
        return;
      }
      // A tracker that lost its network comes again before we notice that the former connection is dead; or somebody else has its name.
      known.open.push(session);
      for (const each of known.open) each.isRivalled = true;
      if (known.open.length <= SESSIONS_OF_A_TRACKER_MAX) return;
      observe.refused('replaced');
      leastOf(known.open.filter((each) => each !== session))?.leave();
    },
    forget: (session) => {
      observe.connections(server.connections.size);
      const known = peers.get(session.trackerId);
      const at = known?.open.indexOf(session) ?? -1;
      if (!known || at < 0) return;
      known.open.splice(at, 1);
      if (known.open.length === 0) peers.delete(session.trackerId);
    },
    placesBefore: (session) =>
      (peers.get(session.trackerId)?.open ?? []).flatMap((each) =>
        each.place && rank(each) < rank(session) ? [each.place] : [],
      ),
    reported: (session) => {
      const known = peers.get(session.trackerId);
      if (!known) return;
      if (known.newest === undefined || rank(session) > rank(known.newest)) {
        known.newest = session;
        known.newestSinceMs = performance.now();
        known.isTold = false;
      } else if (rank(session) < rank(known.newest) && performance.now() - known.newestSinceMs >= overtakenMs && !known.isTold) {
        known.isTold = true;
        options.onShared?.(session.trackerId);
      }
    },
  };
  const server = createStreamServer({
    limits,
    ...(sweepMs !== undefined && { sweepMs }),
    accept: (connection) => {
      observe.connections(server.connections.size);
      return new Session(state, connection);
    },
    onRefused: (reason, address) => {
      observe.refused(reason, address);
      log.debug({ reason }, 'a connection was closed');
    },
    onFault: (error) => state.fault(error),
  });
  return { server, findSession: (trackerId) => peers.get(trackerId)?.open.at(-1) };
}
