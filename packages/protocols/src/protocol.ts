import type { RecordColumns } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import type { IoMeaning } from './avl/meaning.ts';

/** Why input was refused: stable words for counters and logs, never shown to a user. */
export type RefusalReason =
  | 'hello'
  | 'imei'
  | 'preamble'
  | 'too-long'
  | 'length'
  | 'crc'
  | 'codec'
  | 'count'
  | 'truncated'
  | 'trailing'
  | 'message-type'
  | 'command-from-tracker'
  | 'syntax'
  | 'value';

/**
 * The sender broke its protocol. The only thing a codec throws for bytes from outside: whoever reads the socket
 * closes it without an acknowledgement and counts the reason.
 */
export class ProtocolError extends Error {
  readonly reason: RefusalReason;
  /** Who said that they send it, where that was read before it broke: by what `Protocol.knownBy` says, a phone's by what is its secret. */
  readonly sender: string | undefined;
  constructor(reason: RefusalReason, message: string, { sender, ...options }: ErrorOptions & { readonly sender?: string } = {}) {
    super(message, options);
    this.name = 'ProtocolError';
    this.reason = reason;
    this.sender = sender;
  }
}

/** Reads what a sender that has named itself sends: a refusal of it says whose it was. */
export function readOf<T>(sender: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    throw new ProtocolError(error.reason, error.message, { cause: error, sender });
  }
}

/** A kind of sender and how it is spoken to. Bytes in, records out: no sockets, no clock. The list of all is list.ts. */
export interface Protocol {
  /** As it stands beside each tracker in the database and in metrics and logs; the name of its folder too. */
  readonly name: string;
  /** For people, where the program tells what it listens on. */
  readonly title: string;
  /** One number for all of its transports, set by this environment variable. */
  readonly port: {
    readonly setting: string;
    readonly fallback: number;
    readonly text: string;
    /** The variable of a second number on which its streams are encrypted; absent where no tracker of it can. */
    readonly tlsSetting?: string;
  };
  /** How a sender tells who it is: by the number of its hardware, or by the secret id that its application was given. */
  readonly knownBy: 'imei' | 'phone-id';
  readonly transports: readonly Transport[];
  /** No family belongs to two protocols. */
  readonly families: readonly Family[];
}

export type Transport = StreamTransport | DatagramTransport | HttpTransport;

/** A connection that may be cut anywhere: who, then positions and texts. */
export interface StreamTransport {
  readonly kind: 'tcp';
  open(): StreamDecoder;
  /** A text as it goes to the tracker; absent where trackers take none. */
  readonly encodeCommand?: (text: string) => Uint8Array;
  readonly device: StreamDevice;
}

export interface StreamDecoder {
  /**
   * Takes the next bytes of the connection, cut anywhere, and answers what became complete. `chunk` is not kept.
   * Wrong input throws a ProtocolError, and every later push throws it again. When good events came before the wrong
   * bytes of the same chunk these are answered first and the error waits in `failure`, so that how a stream is cut
   * never decides what is received.
   */
  push(chunk: Uint8Array): StreamEvent[];
  /** Set when the stream is broken: acknowledge what was answered, then close. */
  readonly failure: ProtocolError | undefined;
  /** Bytes kept for a message that is not complete, bounded by the protocol. */
  readonly bufferedBytes: number;
}

/** What a stream says, with the bytes that answer it. Empty bytes: nothing is answered. */
export type StreamEvent =
  | { readonly kind: 'hello'; readonly name: string; readonly accepted: Uint8Array; readonly refused: Uint8Array }
  /** `acknowledgement` leaves when the records are committed, never before. */
  | { readonly kind: 'positions'; readonly columns: RecordColumns; readonly acknowledgement: Uint8Array }
  | { readonly kind: 'message'; readonly message: TrackerMessage }
  /** The link is alive. Several in one chunk may be one event. */
  | { readonly kind: 'ping'; readonly answer: Uint8Array };

/** A text of a tracker's. */
export interface TrackerMessage {
  /** `not-executed`: the command was meant for another. `serial`: what something wired to the tracker said. */
  readonly kind: 'answer' | 'not-executed' | 'serial';
  readonly text: string;
}

/** Packets that stand alone. */
export interface DatagramTransport {
  readonly kind: 'udp';
  /** @throws ProtocolError */
  decode(bytes: Uint8Array): Datagram;
  readonly device: DatagramDevice;
}

export interface Datagram {
  readonly name: string;
  readonly columns: RecordColumns;
  /** Leaves when the records are committed. */
  readonly acknowledgement: Uint8Array;
}

/** Requests of applications; 200 means committed. */
export interface HttpTransport {
  readonly kind: 'http';
  /** Longest query or body; what is longer is refused unread. */
  readonly maxRequestBytes: number;
  /** @throws ProtocolError */
  parse(request: HttpRequest): HttpReport;
  readonly device: HttpDevice;
}

export interface HttpRequest {
  /** What follows the `?`, with or without it. */
  readonly query?: string;
  readonly body?: string | Uint8Array;
  readonly contentType?: string;
  /** When the request came: the time of a position that brings none. Without it such a position is refused. */
  readonly receivedAtMs?: number;
}

export interface HttpReport {
  /** Nothing is said of whether anybody has it. */
  readonly name: string;
  /** Empty for a sign of life without a position. */
  readonly records: readonly PositionRecord[];
}

/** The other end of a stream: how a tracker speaks it. The simulator and the tests do. */
export interface StreamDevice {
  /** Ways to put records into bytes, the richest first; one that has only one has none to name. */
  readonly dialects: readonly string[];
  /** Most records of one message, where that is fewer than 255: each message is acknowledged before the next. */
  readonly maxRecords?: number;
  /** What a tracker says first. Where every message says who it is from, one that the server answers. */
  encodeHello(name: string): Uint8Array;
  /** @throws RangeError for what the dialect has no room for */
  encodePositions(packet: {
    readonly name: string;
    readonly records: readonly PositionRecord[];
    readonly dialect?: string;
  }): Uint8Array;
  openReplies(name: string): ReplyReader;
  /** What the hardware says to a command; absent where it takes none. */
  readonly obey?: (text: string, subject: CommandSubject) => string;
}

/** Reads what a server says to a tracker, cut anywhere. */
export interface ReplyReader {
  push(chunk: Uint8Array): Reply[];
}

export type Reply =
  | { readonly kind: 'hello'; readonly isAccepted: boolean }
  /** `count` is null where the protocol does not tell how many records are safe: all of the oldest batch are. */
  | { readonly kind: 'acknowledged'; readonly count: number | null }
  | { readonly kind: 'command'; readonly text: string; readonly encodeAnswer: (text: string) => Uint8Array }
  | { readonly kind: 'unreadable' };

/** What a simulated tracker's answers tell of it. */
export interface CommandSubject {
  readonly name: string;
  readonly last: PositionRecord | undefined;
  readonly nowMs: number;
  /** Digital outputs 1 to 3; commands may change them. */
  readonly outputs: boolean[];
  /** Parameters by their numbers as commands set them, and whether it is being tracked on demand. */
  readonly parameters?: Map<number, string>;
  trackUntilMs?: number;
}

/** The other end of datagrams. */
export interface DatagramDevice {
  readonly dialects: readonly string[];
  encodePositions(packet: {
    readonly name: string;
    readonly records: readonly PositionRecord[];
    /** Tells the packets of a sender apart; the answer brings it back. */
    readonly sequence: number;
    readonly dialect?: string;
  }): Uint8Array;
  /** The records that are safe of the packet with this number, or nothing if the answer is not to it. */
  readReply(bytes: Uint8Array, sequence: number): number | undefined;
}

/** The other end of requests. */
export interface HttpDevice {
  readonly dialects: readonly string[];
  /** The position in the query or in the body, not in both; a body has its type. */
  encodePosition(name: string, record: PositionRecord, dialect?: string): HttpRequest;
}

/** Trackers that mean the same by an io id and obey the same commands. */
export interface Family {
  readonly name: string;
  readonly meanings: readonly IoMeaning[];
  /** What is not here is not offered for the family. */
  readonly commands?: FamilyCommands;
  /** Absent where a tracker is not pointed here by text messages. */
  readonly setup?: FamilySetup;
}

/** How a tracker that was bought elsewhere is pointed here. */
export interface FamilySetup extends CommandSource {
  /** What stands on it and its box, for people who look for theirs. */
  readonly models: string;
  /** What other makers' trackers of it say that they speak; absent: there are none. */
  readonly spokenByOthers?: string;
  /** Ten digits: it has an id of its own that goes by with five zeros before it. */
  readonly number: 'imei' | 'ten-digits';
  /** Text messages in their order, as they are sent to the number of its card. */
  sms(server: SetupServer): readonly string[];
}

export interface SetupServer {
  readonly host: string;
  readonly port: number;
  /** The access point of the card's operator. */
  readonly apn: string;
}

export interface FamilyCommands {
  readonly outputs?: OutputCommands;
  readonly eco?: EcoCommands;
  readonly modes?: ModeCommands;
  readonly tracking?: TrackingCommands;
  readonly sensors?: SensorCommands;
}

/** Where a command was read, and whether the vendor's own pages confirm it for the family. */
export interface CommandSource {
  readonly isConfirmed: boolean;
  readonly source: string;
}

/** How outputs are switched. */
export interface OutputCommands extends CommandSource {
  /** Of outputs 1, 2, 3: the io element by which the tracker reports it; its named value is `output1` and so on. */
  readonly avlIds: readonly number[];
  text(order: OutputOrder): string;
  judge(order: Pick<OutputOrder, 'output' | 'isOn'>, answer: string): Verdict;
}

export interface OutputOrder {
  readonly output: number;
  readonly isOn: boolean;
  /** It falls back by itself after so many seconds. */
  readonly pulseS: number | null;
  /** The tracker itself waits until it drives no faster. */
  readonly mostKmh: number | null;
}

/** By which thresholds a tracker judges the driving. */
export interface EcoCommands extends CommandSource {
  text(order: EcoOrder): string;
  judge(answer: string): Verdict;
}

export interface EcoOrder {
  readonly isOn: boolean;
  /** m/s². */
  readonly acceleration: number;
  readonly braking: number;
  readonly cornering: number;
  /** Null: speeding is not judged by the tracker. */
  readonly maxSpeedKmh: number | null;
}

/** How often a tracker reports. */
export interface ModeCommands extends CommandSource {
  /** No longer than so many seconds between two reports. */
  readonly longestS: number;
  text(order: ModeOrder): string;
  judge(answer: string): Verdict;
}

/** Seconds between two reports. */
export interface ModeOrder {
  readonly movingS: number;
  readonly stillS: number;
}

/** A position every few seconds for a while, without its usual way of reporting being changed. */
export interface TrackingCommands extends CommandSource {
  /** So long it lasts by itself, seconds. */
  readonly lastsS: number;
  text(order: { readonly isOn: boolean }): string;
  judge(answer: string): Verdict;
}

/** Which Bluetooth sensors a tracker listens to. */
export interface SensorCommands extends CommandSource {
  readonly slots: number;
  /** Twelve hexadecimal digits, or null where no sensor is listened to, slot by slot; `isOn` false: Bluetooth is off. */
  text(order: { readonly isOn: boolean; readonly macs: readonly (string | null)[] }): string;
  judge(answer: string): Verdict;
}

/** done: carried out. queued: accepted, carried out later. refused: the tracker says no. other: not an answer to this command. */
export type Verdict = 'done' | 'queued' | 'refused' | 'other';
