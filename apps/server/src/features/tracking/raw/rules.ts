import type { RAW_QUALITIES } from '@spora/contract/tracking/endpoints';
import { type ModelFamily, nameRecord, ORDINARY_FAMILY } from '@spora/protocols/avl/names';
import type { RecordColumns } from '@spora/telemetry/columns';
import { judgeFix, NOTHING_JUDGED, QUALITY } from '@spora/telemetry/quality';
import { fixAt } from '../history/rules.ts';
import { isInSpans, type Span } from '../rules.ts';

/** UNIT-017: a record as somebody reads it who looks for a fault. Absent and null: the tracker did not say. */
export interface RawPosition {
  readonly timeMs: number;
  readonly lat: number;
  readonly lon: number;
  readonly speedKmh: number;
  readonly headingDeg: number;
  readonly satellites: number;
  readonly ignition: boolean | null;
  /** The vehicle's voltage; of a tracker without a supply its own battery's. */
  readonly voltageV: number | null;
  /** Inputs 1 to 4 as `1`, `0` or `-`. */
  readonly inputs: string;
  readonly quality: (typeof RAW_QUALITIES)[number];
}

const QUALITY_NAMES = { [QUALITY.good]: 'good', [QUALITY.noFix]: 'no-fix', [QUALITY.implausible]: 'implausible' } as const;
const inputText = (isOn: boolean | undefined): string => (isOn === undefined ? '-' : isOn ? '1' : '0');

/**
 * The records after an instant, in order of time, without those of masked spans. Each is judged with all that was told before it, so
 * that a page begins as the one before it ended. `families` are in order of time; before the first, the first holds.
 */
export function* rawPositions(
  columns: RecordColumns,
  masked: readonly Span[],
  families: readonly { readonly sinceMs: number; readonly family: ModelFamily }[],
  afterMs = -Infinity,
): Generator<RawPosition> {
  let memory = NOTHING_JUDGED;
  let at = 0;
  for (let i = 0; i < columns.n; i += 1) {
    const fix = fixAt(columns, i);
    if (isInSpans(masked, fix.timeMs)) {
      memory = NOTHING_JUDGED;
      continue;
    }
    const verdict = judgeFix(memory, fix);
    memory = verdict.memory;
    while ((families[at + 1]?.sinceMs ?? Infinity) <= fix.timeMs) at += 1;
    if (fix.timeMs <= afterMs) continue;
    const named = nameRecord(columns, i, families[at]?.family ?? ORDINARY_FAMILY);
    yield {
      timeMs: fix.timeMs,
      lat: fix.latE7 / 1e7,
      lon: fix.lonE7 / 1e7,
      speedKmh: fix.speedKmh,
      headingDeg: columns.headingDeg[i] ?? 0,
      satellites: fix.satellites,
      ignition: named.ignition ?? null,
      voltageV: named.externalVoltageV ?? named.batteryVoltageV ?? null,
      inputs: [named.input1, named.input2, named.input3, named.input4].map(inputText).join(''),
      quality: QUALITY_NAMES[verdict.quality],
    };
  }
}

/** The first of them that make a page, and whether more follow; records of one instant are never parted. */
export function firstPage(positions: Iterable<RawPosition>, size: number): { page: RawPosition[]; hasMore: boolean } {
  const page: RawPosition[] = [];
  for (const position of positions) {
    if (page.length >= size && position.timeMs !== page.at(-1)?.timeMs) return { page, hasMore: true };
    page.push(position);
  }
  return { page, hasMore: false };
}

/** Comma-separated with a header row and a byte order mark, so that spreadsheets read it as UTF-8. A hidden speed is an empty cell. */
export function* writeRawCsv(positions: Iterable<RawPosition>, hidesSpeed: boolean): Generator<string> {
  yield '\ufefftime_utc,latitude,longitude,speed_kmh,heading_deg,satellites,ignition,voltage_v,input1,input2,input3,input4,quality\r\n';
  for (const p of positions) {
    const inputs = [...p.inputs].map((input) => (input === '-' ? '' : input)).join(',');
    const ignition = p.ignition === null ? '' : p.ignition ? '1' : '0';
    yield `${new Date(p.timeMs).toISOString()},${p.lat.toFixed(7)},${p.lon.toFixed(7)},${hidesSpeed ? '' : p.speedKmh},${p.headingDeg},${p.satellites},${ignition},${p.voltageV ?? ''},${inputs},${p.quality}\r\n`;
  }
}
