import { ProtocolError } from '@spora/protocols/protocol';
import { PROTOCOLS } from '@spora/protocols/list';
import { protocolsUnderTest, type ProtocolUnderTest } from '@spora/protocols/testing-protocols';
import { seededRandom } from '@spora/telemetry/testing-drive';
import fc from 'fast-check';
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

/** Messages of every size, with what the protocol can hold. */
function seedsOf(protocol: ProtocolUnderTest, seed: number, random: () => number): Uint8Array[] {
  const drawn = fc.sample(protocol.anyRecords, { numRuns: SEEDS * 8, seed }).filter((records) => records.length > 0);
  return Array.from({ length: SEEDS }, (_, i) => {
    const parts = 1 + Math.floor(random() ** 3 * 6);
    const records = Array.from({ length: parts }, (_part, k) => drawn[(i + k * SEEDS) % drawn.length] ?? []).flat();
    return protocol.encode(records.slice(0, protocol.maxRecords));
  });
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

/** The fault again, with where it came from: while millions are refused nobody asks that of each. */
function tracedOf(protocol: ProtocolUnderTest, message: Uint8Array, fault: unknown): Error {
  Error.stackTraceLimit = 30;
  let cause = fault;
  try {
    protocol.open().push(message);
  } catch (again) {
    cause = again;
  }
  return new Error(`${protocol.name}: not a ProtocolError for ${Buffer.from(message).toString('hex')}`, { cause });
}

/** @throws whatever a decoder threw that is not a ProtocolError, with the frame in hexadecimal */
function fuzz(protocol: ProtocolUnderTest, count: number, seed: number): Outcome {
  const random = seededRandom(seed);
  const seeds = seedsOf(protocol, seed, random);
  let accepted = 0;
  let refused = 0;
  let records = 0;
  let grown = 0;
  let base = 0;
  const every = Math.max(Math.min(10_000, Math.ceil(count / 4)), Math.ceil(count / 100));
  const start = performance.now();
  for (let i = 0; i < count; i++) {
    const mutated = mutate(seeds[i % SEEDS]!, random);
    const message = i % 2 === 0 ? protocol.repair(mutated) : mutated;
    try {
      const got = protocol.open().push(message).length;
      if (got > 0) accepted++;
      records += got;
    } catch (cause) {
      if (!(cause instanceof ProtocolError)) throw tracedOf(protocol, message, cause);
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

/** `--count 10000000` for each way of each protocol, `--seed 1`, `--only 5`: the fifth way of the list alone */
export async function run(args: readonly string[]): Promise<void> {
  const count = numberOption(args, 'count', 10_000_000);
  const seed = numberOption(args, 'seed', 1);
  const only = numberOption(args, 'only', 0);
  const ways = await Promise.all(PROTOCOLS.map(protocolsUnderTest));
  Error.stackTraceLimit = 0;
  for (const [i, protocol] of ways.flat().entries()) {
    if (only !== 0 && only !== i + 1) continue;
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
