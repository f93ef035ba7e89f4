import { ProtocolError } from '@spora/protocols/protocol';
import { PROTOCOLS, type ProtocolUnderTest } from '@spora/protocols/testing-protocols';
import type { PositionRecord, RawIo } from '@spora/telemetry/record';
import { seededRandom, syntheticDrive } from '@spora/telemetry/testing-drive';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { hold, numberOption, short } from './measure.ts';

export const title = 'Mutated frames, half with a repaired checksum: no uncaught error, memory bounded';
export const small = ['--count', '6000'];

setFlagsFromString('--expose-gc');
/** Memory is counted after a full collection: what is left then has leaked or is held. */
const collectGarbage = runInNewContext('gc') as () => void;

const MB = 1_048_576;
const SEEDS = 64;

/** Messages of every size, with what the codec can hold. */
function seedsOf(protocol: ProtocolUnderTest, random: () => number): Uint8Array[] {
  const drive = syntheticDrive(4000);
  return Array.from({ length: SEEDS }, (_, i) => {
    const count = Math.min(protocol.maxRecords, 1 + Math.floor(random() ** 3 * 25));
    const records = drive
      .slice(i * 40, i * 40 + count)
      .map((record): PositionRecord => ({ ...record, io: [...record.io, ...extraIo(protocol, random)] }));
    return protocol.encode(records);
  });
}

function extraIo(protocol: ProtocolUnderTest, random: () => number): RawIo[] {
  if (protocol.codec === undefined || random() < 0.7) return [];
  const wide: RawIo = { id: 78, width: 8, value: 0xab00_1234_5678_9abcn };
  return protocol.codec === '8E' ? [wide, { id: 385, width: 0, value: new Uint8Array(Math.floor(random() * 60)) }] : [wide];
}

const NASTY = [0x00, 0x01, 0x7f, 0x80, 0xff];

function mutate(seed: Uint8Array, random: () => number): Uint8Array {
  const pick = (below: number) => Math.floor(random() * below);
  let bytes = seed.slice();
  for (let changes = 1 + pick(4); changes > 0; changes--) {
    const at = pick(bytes.length);
    const kind = random();
    if (kind < 0.45) bytes[at] = NASTY[pick(NASTY.length)]!;
    else if (kind < 0.75) bytes[at]! ^= 1 << pick(8);
    else if (kind < 0.85) bytes = bytes.slice(0, Math.max(1, at));
    else if (kind < 0.95) bytes.copyWithin(pick(bytes.length), at, Math.min(bytes.length, at + 1 + pick(16)));
    else bytes = Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(Math.max(0, at - pick(20)))]);
  }
  return bytes;
}

interface Outcome {
  readonly accepted: number;
  readonly refused: number;
  readonly records: number;
  readonly grownMb: number;
  readonly perSecond: number;
}

/** @throws whatever a decoder threw that is not a ProtocolError, with the frame in hexadecimal */
function fuzz(protocol: ProtocolUnderTest, count: number, seed: number): Outcome {
  const random = seededRandom(seed);
  const seeds = seedsOf(protocol, random);
  let accepted = 0;
  let refused = 0;
  let records = 0;
  let grown = 0;
  let base = 0;
  const every = Math.min(10_000, Math.ceil(count / 4));
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    const mutated = mutate(seeds[i % SEEDS]!, random);
    const message = i % 2 === 0 ? protocol.repair(mutated) : mutated;
    try {
      const got = protocol.open().push(message).length;
      if (got > 0) accepted++;
      records += got;
    } catch (cause) {
      if (!(cause instanceof ProtocolError)) {
        throw new Error(`${protocol.name}: not a ProtocolError for ${Buffer.from(message).toString('hex')}`, { cause });
      }
      refused++;
    }
    if (i % every !== 0 && i !== count - 1) continue;
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    if (i === 0) base = heapUsed + arrayBuffers;
    else grown = Math.max(grown, heapUsed + arrayBuffers - base);
  }
  return { accepted, refused, records, grownMb: grown / MB, perSecond: (count / (performance.now() - start)) * 1000 };
}

/** `--count 1000000` per protocol, `--seed 1` */
export async function run(args: readonly string[]): Promise<void> {
  const count = numberOption(args, 'count', 1_000_000);
  const seed = numberOption(args, 'seed', 1);
  for (const protocol of Object.values(PROTOCOLS)) {
    const { accepted, refused, records, grownMb, perSecond } = fuzz(protocol, count, seed);
    console.log(
      `  ${protocol.name.padEnd(24)} ${short(count)} frames (${short(perSecond)}/s): ${short(refused)} refused, ${short(accepted)} held records (${short(records)}), ` +
        `memory +${grownMb.toFixed(1)} MB (goal 32)`,
    );
    hold('MB that the hostile frames leave behind', grownMb, { most: 32 });
    hold('frames refused', refused, { least: 1 });
    hold('frames that held records', accepted, { least: 1 });
  }
}
