import { nameRecord } from '@spora/protocols/avl/names';
import { PROTOCOLS } from '@spora/protocols/list';
import type { Protocol } from '@spora/protocols/protocol';
import { samplesOf, SENDER } from '@spora/protocols/testing-protocols';
import { encodeFrame, encodeHello } from '@spora/protocols/teltonika/encode';
import { createStreamDecoder } from '@spora/protocols/teltonika/stream';
import { syntheticDrive } from '@spora/telemetry/testing-drive';
import { createRequire } from 'node:module';
import { hold, interleave, numberOption, short } from './measure.ts';

export const title = 'Decode codec 8E frames of 20 records, beside the best parser on npm; then every protocol by message';
export const small = ['--rounds', '1', '--ms', '20'];

const RECORDS = 20;
const FRAMES = 50;

/** The parser has no types of its own that load from here; it takes a frame as hexadecimal text. */
interface NpmRecord {
  readonly Timestamp: Date;
  readonly GPSelement: { readonly Latitude: number; readonly Longitude: number; readonly Speed: number };
}
type NpmParser = new (hex: string) => { readonly Content: { readonly AVL_Datas: readonly NpmRecord[] } };
const { ProtocolParser } = createRequire(import.meta.url)('complete-teltonika-parser') as { ProtocolParser: NpmParser };

function framesOf(isPlain: boolean): Uint8Array[] {
  const drive = syntheticDrive(RECORDS * FRAMES, { isPlain });
  return Array.from({ length: FRAMES }, (_, i) => encodeFrame(drive.slice(i * RECORDS, (i + 1) * RECORDS), '8E'));
}

/** Frames through the decoder of a connection, CRC and all; `isNamed` names and scales every record as well. */
function ours(frames: readonly Uint8Array[], isNamed: boolean): () => number {
  const decoder = createStreamDecoder();
  decoder.push(encodeHello('356307042441013'));
  let kept: unknown;
  return () => {
    let count = 0;
    for (const frame of frames) {
      for (const event of decoder.push(frame)) {
        if (event.kind !== 'positions') throw new Error('not positions');
        const { columns } = event;
        if (isNamed) for (let i = 0; i < columns.n; i++) kept = nameRecord(columns, i, 'A');
        count += columns.n;
      }
    }
    if (isNamed && kept === undefined) throw new Error('nothing was named');
    return count;
  };
}

/** The hexadecimal text is made beforehand: a socket gives bytes, so in life it would cost the parser more. */
function theirs(frames: readonly Uint8Array[]): () => number {
  const texts = frames.map((frame) => Buffer.from(frame).toString('hex'));
  return () => texts.reduce((count, text) => count + new ProtocolParser(text).Content.AVL_Datas.length, 0);
}

/** Records of which the two say another time, place or speed. */
function differences(frames: readonly Uint8Array[]): number {
  const decoder = createStreamDecoder();
  decoder.push(encodeHello('356307042441013'));
  let different = 0;
  for (const frame of frames) {
    const records = new ProtocolParser(Buffer.from(frame).toString('hex')).Content.AVL_Datas;
    for (const event of decoder.push(frame)) {
      if (event.kind !== 'positions') throw new Error('not positions');
      const { timeMs, latE7, lonE7, speedKmh } = event.columns;
      if (event.columns.n !== records.length) throw new Error('not as many records');
      records.forEach(({ Timestamp, GPSelement: gps }, i) => {
        const isSame =
          timeMs[i] === Timestamp.getTime() &&
          Math.abs((latE7[i] as number) / 1e7 - gps.Latitude) < 1e-6 &&
          Math.abs((lonE7[i] as number) / 1e7 - gps.Longitude) < 1e-6 &&
          speedKmh[i] === gps.Speed;
        if (!isSame) different += 1;
      });
    }
  }
  return different;
}

/** Messages of one record that a connection's decoder takes so many at a time, as they come from the memory of a tracker. */
const PIECE = 20;

interface Way {
  readonly name: string;
  readonly work: () => number;
}

/** The ways of a protocol: each message by itself or several in a piece, as fast as a connection's decoder takes them. */
async function waysOf(protocol: Protocol): Promise<Way[]> {
  const drive = syntheticDrive(RECORDS * FRAMES).map((record) => ({
    ...record,
    timeMs: Math.floor(record.timeMs / 1000) * 1000,
  }));
  return (await samplesOf(protocol)).flatMap(({ transport, dialect, sender }) => {
    if (transport.kind !== 'tcp') return [];
    const name = sender ?? SENDER[protocol.knownBy];
    const messages = drive.map((record) =>
      transport.device.encodePositions({ name, records: [record], ...(dialect !== undefined && { dialect }) }),
    );
    const pieces = Array.from({ length: messages.length / PIECE }, (_, i) =>
      Uint8Array.from(Buffer.concat(messages.slice(i * PIECE, (i + 1) * PIECE))),
    );
    const decoder = transport.open();
    decoder.push(transport.device.encodeHello(name));
    const decode = (chunks: readonly Uint8Array[]) => () => {
      let count = 0;
      for (const chunk of chunks)
        for (const event of decoder.push(chunk)) if (event.kind === 'positions') count += event.columns.n;
      if (count !== messages.length) throw new Error(`${protocol.name}: not as many records`);
      return count;
    };
    const title = `${protocol.name} ${dialect ?? ''}`.trim();
    return [
      { name: `${title}, ${PIECE} messages in a piece`, work: decode(pieces) },
      { name: `${title}, each by itself`, work: decode(messages) },
    ];
  });
}

/** `--rounds 7 --ms 400` */
export async function run(args: readonly string[]): Promise<void> {
  const rich = framesOf(false);
  const plain = framesOf(true);
  hold('records that the two read differently', differences(rich), { most: 0 });
  const [named = 0, columns = 0, bare = 0, npm = 0] = interleave(
    [
      { name: 'rich, named', work: ours(rich, true) },
      { name: 'rich, columns', work: ours(rich, false) },
      { name: 'plain', work: ours(plain, false) },
      { name: 'npm', work: theirs(rich) },
    ],
    numberOption(args, 'rounds', 7),
    numberOption(args, 'ms', 400),
  );
  console.log(`  12 io elements, CRC, every value named and scaled   ${short(named)} records/s of CPU`);
  console.log(`  12 io elements, CRC, into columns                   ${short(columns)} records/s`);
  console.log(`  no io elements, CRC, into columns                   ${short(bare)} records/s`);
  console.log(`  complete-teltonika-parser, 12 io elements           ${short(npm)} records/s`);
  console.log(`  ratio, both with names: ${(named / npm).toFixed(1)} (goal 8)`);
  const ways = (await Promise.all(PROTOCOLS.map(waysOf))).flat();
  const rates = interleave(ways, numberOption(args, 'rounds', 7), numberOption(args, 'ms', 400));
  ways.forEach((way, i) =>
    console.log(`  ${way.name.padEnd(50)} ${short(rates[i] ?? 0)} records/s (goal 1 M binary, 0.4 M text)`),
  );
}
