import type { RecordColumns } from '@spora/telemetry/columns';
import { CONTRADICTED_IO } from '@spora/telemetry/quality';
import type { RawIo } from '@spora/telemetry/record';
import { PROTOCOLS } from '../list.ts';
import type { IoMeaning } from './meaning.ts';
import { emptyValues, type NamedKey, type NamedValues } from './named-values.ts';

/** What a tracker's dated model family is called. */
export type ModelFamily = (typeof PROTOCOLS)[number]['families'][number]['name'];

/** What a tracker is taken for of which nobody knows better: the first family of the list. */
export const ORDINARY_FAMILY: ModelFamily = PROTOCOLS[0].families[0].name;

/** A meaning ready to run: nothing optional, so that one shape passes through the hot path. */
interface Step {
  readonly key: NamedKey;
  readonly form: 'number' | 'boolean' | 'word' | 'hex' | 'ascii' | 'list';
  readonly signed: boolean;
  readonly times: number;
  readonly per: number;
  readonly least: number;
  readonly most: number;
  readonly read: ((raw: number) => number) | undefined;
  readonly readList: ((bytes: Uint8Array) => readonly string[]) | undefined;
  readonly none: readonly number[];
  readonly words: Readonly<Record<number, string>>;
  readonly slot: number;
  readonly wins: boolean;
}

/** Of one family: id -> index in steps, 0 for ids that have no name of ours. */
interface Dictionary {
  readonly steps: readonly (Step | undefined)[];
  readonly index: Uint16Array;
}

/** What is laid beside the elements of any tracker. */
const OURS: readonly IoMeaning[] = [
  { id: CONTRADICTED_IO, name: 'No speed leads here from where another device of this number was', form: 'boolean' },
];

function compile(family: string, meanings: readonly IoMeaning[]): Dictionary {
  const steps: (Step | undefined)[] = [undefined];
  const index = new Uint16Array(65_536);
  const taken = new Set<number>();
  for (const meaning of [...meanings, ...OURS]) {
    if (taken.has(meaning.id)) throw new Error(`id ${meaning.id} has two meanings for family ${family}`);
    taken.add(meaning.id);
    if (meaning.as === undefined) continue;
    index[meaning.id] = steps.length;
    steps.push({
      key: meaning.as,
      form: meaning.form ?? 'number',
      signed: meaning.signed ?? false,
      times: meaning.times ?? 1,
      per: meaning.per ?? 1,
      least: meaning.range?.[0] ?? -Infinity,
      most: meaning.range?.[1] ?? Infinity,
      read: meaning.read,
      readList: meaning.readList,
      none: meaning.none ?? [],
      words: meaning.words ?? {},
      slot: meaning.slot ?? -1,
      wins: meaning.wins ?? false,
    });
  }
  return { steps, index };
}

const dictionaries: ReadonlyMap<string, Dictionary> = new Map(
  PROTOCOLS.flatMap(({ families }) => families.map(({ name, meanings }) => [name, compile(name, meanings)] as const)),
);
/** A family that no protocol has any more: its records keep their places and lose their names. */
const UNKNOWN = compile('unknown', []);
const dictionaryOf = (family: ModelFamily): Dictionary => dictionaries.get(family) ?? UNKNOWN;

/** The value of a numeric element, or undefined for "no value". `low` is unsigned, `width` says where its sign is. */
function numberOf(step: Step, width: number, low: number, high: number): number | undefined {
  let raw = low;
  if (width === 8) raw = high * 0x1_0000_0000 + low;
  else if (step.signed && width !== 0) raw = (low << (32 - 8 * width)) >> (32 - 8 * width);
  if (raw < step.least || raw > step.most) return undefined;
  if (step.none.length > 0 && step.none.includes(raw)) return undefined;
  if (step.read !== undefined) return step.read(raw);
  return (raw * step.times) / step.per;
}

const hexOf = (low: number, high: number) =>
  (high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')).toUpperCase();

function textOf(form: 'hex' | 'ascii', bytes: Uint8Array): string | undefined {
  let text = '';
  for (const byte of bytes) {
    if (form === 'hex') text += byte.toString(16).padStart(2, '0');
    else if (byte >= 0x20 && byte < 0x7f) text += String.fromCharCode(byte);
  }
  return text === '' ? undefined : form === 'hex' ? text.toUpperCase() : text.trim();
}

type Writable = Record<string, unknown>;

function store(out: Writable, step: Step, width: number, low: number, high: number, bytes: Uint8Array | undefined): void {
  if (step.form === 'number') {
    if (width === 0) return;
    const value = numberOf(step, width, low, high);
    if (step.slot >= 0) storeSlot(out, step, value);
    else if (value !== undefined) out[step.key] = value;
  } else if (step.form === 'boolean') {
    if (width !== 0) out[step.key] = low !== 0;
  } else if (step.form === 'word') {
    if (width === 0) return;
    const word = step.words[low];
    if (word !== undefined) out[step.key] = word;
  } else if (step.form === 'list') {
    if (width === 0 && step.readList)
      out[step.key] = [...((out[step.key] as string[] | undefined) ?? []), ...step.readList(bytes!)];
  } else if (width === 0) {
    out[step.key] = textOf(step.form, bytes!);
  } else if (low !== 0 || high !== 0) {
    // All zeros: the reader is there, no key is.
    out[step.key] = hexOf(low, high);
  }
}

function storeSlot(out: Writable, step: Step, value: number | undefined): void {
  const list = (out[step.key] ??= []) as (number | null)[];
  while (list.length <= step.slot) list.push(null);
  if (value !== undefined && (step.wins || list[step.slot] === null)) list[step.slot] = value;
}

/** Names and scales the raw io elements of a record as a tracker of this family means them. */
export function nameValues(io: readonly RawIo[], family: ModelFamily): NamedValues {
  const { steps, index } = dictionaryOf(family);
  const out = emptyValues();
  for (const element of io) {
    const step = steps[index[element.id]!];
    if (step === undefined) continue;
    if (element.width === 0) store(out, step, 0, 0, 0, element.value);
    else if (element.width === 8)
      store(out, step, 8, Number(element.value & 0xffff_ffffn), Number(element.value >> 32n), undefined);
    else store(out, step, element.width, element.value, 0, undefined);
  }
  return out;
}

/** The same for record i of columns, without an object per element. */
export function nameRecord(columns: RecordColumns, i: number, family: ModelFamily): NamedValues {
  const { steps, index } = dictionaryOf(family);
  const { ioId, ioWidth, ioLow, ioHigh } = columns;
  const out = emptyValues();
  const end = columns.ioStart[i + 1]!;
  for (let e = columns.ioStart[i]!; e < end; e++) {
    const step = steps[index[ioId[e]!]!];
    if (step === undefined) continue;
    const width = ioWidth[e]!;
    const low = ioLow[e]!;
    const high = ioHigh[e]!;
    store(out, step, width, low, high, width === 0 ? columns.ioBytes.subarray(high, high + low) : undefined);
  }
  return out;
}
