import { recordsOf } from '@spora/telemetry/columns';
import type { PositionRecord } from '@spora/telemetry/record';
import type fc from 'fast-check';
import type { HttpTransport, Protocol, StreamTransport, Transport } from './protocol.ts';

/** What the contract suite has to know of a way of speaking a protocol: `testing.ts` of its folder exports SAMPLES. */
export interface ProtocolSample {
  readonly transport: Transport;
  /** One of the transport's device; the first without it. */
  readonly dialect?: string;
  /** Who speaks, where it is not `SENDER`: a terminal whose id is shorter. */
  readonly sender?: string;
  /** A message says its own length or ends unmistakably, so that a part of it is never taken for it. */
  readonly detectsTruncation: boolean;
  /** Any one changed bit is noticed. */
  readonly hasChecksum: boolean;
  /** Records a message can hold. */
  readonly maxRecords: number;
  /** The longest message, with all that goes around it. */
  readonly maxBytes: number;
  /** Lists of records that can be carried without loss. */
  readonly anyRecords: fc.Arbitrary<PositionRecord[]>;
  /** A message that is longer than is allowed, or the beginning of it. */
  readonly oversize: () => Uint8Array;
  /** Of streams: bytes that no message begins with, refused at the latest with one byte more. */
  readonly wrong?: Uint8Array;
  /** Of streams: the beginning of a message that promises much. */
  readonly promising?: Uint8Array;
  /** Makes a changed message pass the checksum, so that what lies behind it is tried too. */
  readonly repair?: (message: Uint8Array) => Uint8Array;
}

/** One sender's connection, or whatever takes its place. Throws ProtocolError and nothing else. */
export interface ProtocolSession {
  push(bytes: Uint8Array): PositionRecord[];
  readonly bufferedBytes: number;
}

/** A protocol as the contract suite and the fuzzer see it. */
export interface ProtocolUnderTest extends Omit<ProtocolSample, 'transport' | 'dialect' | 'sender'> {
  readonly name: string;
  /** `stream`: the transport may cut anywhere. `message`: it delivers each message whole or not at all. */
  readonly framing: 'stream' | 'message';
  readonly encode: (records: readonly PositionRecord[]) => Uint8Array;
  readonly open: () => ProtocolSession;
  readonly repair: (message: Uint8Array) => Uint8Array;
}

/** What a tracker says according to public documents, byte by byte, and what comes of it. */
export interface DocumentedTalk {
  readonly name: string;
  /** Who it says it is. */
  readonly sender: string;
  /** Sent one after the other, each after the answer to the one before; null where it is not answered. */
  readonly says: readonly { readonly bytes: Uint8Array; readonly answer: Uint8Array | null }[];
  /** What is known of the tracker then. */
  readonly place: { readonly timeMs: number; readonly latE7: number; readonly lonE7: number };
}

/** The talks that the `testing.ts` of a protocol's folder holds as TALKS. */
export async function documentedTalks(protocol: Protocol): Promise<readonly DocumentedTalk[]> {
  const { TALKS = [] } = (await import(`./${protocol.name}/testing.ts`)) as { TALKS?: readonly DocumentedTalk[] };
  return TALKS;
}

/** Who speaks in the tests, by how the protocol knows its senders. */
export const SENDER = { imei: '356307042441013', 'phone-id': 'a1b2c3' } as const satisfies Record<Protocol['knownBy'], string>;

const asIs = (message: Uint8Array) => message;

/** What the folder of a protocol knows of its ways. */
export async function samplesOf(protocol: Protocol): Promise<readonly ProtocolSample[]> {
  return ((await import(`./${protocol.name}/testing.ts`)) as { SAMPLES: readonly ProtocolSample[] }).SAMPLES;
}

/** A protocol in each way that its folder has a sample of. */
export async function protocolsUnderTest(protocol: Protocol): Promise<ProtocolUnderTest[]> {
  return (await samplesOf(protocol)).map((sample) => ({
    repair: asIs,
    ...sample,
    ...spoken(sample, sample.sender ?? SENDER[protocol.knownBy]),
    name: [protocol.name, sample.transport.kind, sample.dialect].filter((word) => word !== undefined).join(' '),
  }));
}

function spoken({ transport, dialect }: ProtocolSample, name: string): Pick<ProtocolUnderTest, 'framing' | 'encode' | 'open'> {
  switch (transport.kind) {
    case 'tcp':
      return {
        framing: 'stream',
        encode: (records) => transport.device.encodePositions({ name, records, ...(dialect !== undefined && { dialect }) }),
        open: streamOf(transport, name),
      };
    case 'udp':
      return {
        framing: 'message',
        encode: (records) =>
          transport.device.encodePositions({ name, records, sequence: 0xcafe, ...(dialect !== undefined && { dialect }) }),
        open: () => ({ push: (message) => recordsOf(transport.decode(message).columns), bufferedBytes: 0 }),
      };
    case 'http':
      return { framing: 'message', ...requests(transport, name, dialect) };
  }
}

function streamOf(transport: StreamTransport, name: string): () => ProtocolSession {
  // Once: millions are opened.
  const hello = transport.device.encodeHello(name);
  return () => {
    const decoder = transport.open();
    decoder.push(hello);
    return {
      push: (bytes) => decoder.push(bytes).flatMap((event) => (event.kind === 'positions' ? recordsOf(event.columns) : [])),
      get bufferedBytes() {
        return decoder.bufferedBytes;
      },
    };
  };
}

/** The bytes of a request are those of its query or of its body, whichever the device puts its records into. */
function requests(
  transport: HttpTransport,
  name: string,
  dialect: string | undefined,
): Pick<ProtocolUnderTest, 'encode' | 'open'> {
  let contentType: string | undefined;
  return {
    encode: ([record]) => {
      const request = transport.device.encodePosition(name, record!, dialect);
      contentType = request.contentType;
      const { query, body = query ?? '' } = request;
      return typeof body === 'string' ? new TextEncoder().encode(body) : body;
    },
    open: () => ({
      push: (message) => [
        ...transport.parse(
          contentType === undefined ? { query: new TextDecoder().decode(message) } : { body: message, contentType },
        ).records,
      ],
      bufferedBytes: 0,
    }),
  };
}
