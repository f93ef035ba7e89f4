import type { RecordColumns } from '@spora/telemetry/columns';
import type { Span } from '../../core/log/spans.ts';

/** How often a unit reports while it moves and while it stands, seconds; null: too few reports to tell. */
export interface Rates {
  readonly movingS: number | null;
  readonly restingS: number | null;
}
/** Seconds between reports, while a unit moved and while it stood. */
export interface Gaps {
  readonly moving: readonly number[];
  readonly resting: readonly number[];
}

/** From so many km/h on a unit moves: below it a position only wanders. */
const MOVES_FROM_KMH = 5;
/** So many gaps tell how a unit reports; a tracker of one report a day has shown them in its first week. */
const TOLD_FROM = 3;
/** No gap counts for more than an hour: a day without coverage is not how a unit reports. */
const WEIGHT_MAX_S = 3600;

/** The gaps between records, sorted by time, that were made in one and the same activity; none that `masked` touches. */
export function gapsOf({ timeMs, speedKmh }: Pick<RecordColumns, 'timeMs' | 'speedKmh'>, masked: readonly Span[]): Gaps {
  const moving: number[] = [];
  const resting: number[] = [];
  for (let row = 1; row < timeMs.length; row++) {
    const [began, ended] = [timeMs[row - 1] as number, timeMs[row] as number];
    if (masked.some(({ fromMs, toMs }) => fromMs <= ended && toMs > began)) continue;
    const gapS = (ended - began) / 1000;
    const [before, after] = [speedKmh[row - 1] as number, speedKmh[row] as number];
    if (gapS <= 0 || before >= MOVES_FROM_KMH !== after >= MOVES_FROM_KMH) continue;
    (after >= MOVES_FROM_KMH ? moving : resting).push(gapS);
  }
  return { moving, resting };
}

/** The gap that half of the time is spent in or below, so that an hour with the engine on says less than the night. */
function usual(gaps: readonly number[]): number | null {
  if (gaps.length < TOLD_FROM) return null;
  const sorted = gaps.toSorted((a, b) => a - b);
  const half = sorted.reduce((sum, gapS) => sum + Math.min(gapS, WEIGHT_MAX_S), 0) / 2;
  let spent = 0;
  for (const gapS of sorted) {
    spent += Math.min(gapS, WEIGHT_MAX_S);
    if (spent >= half) return Math.round(gapS);
  }
  return null;
}

/** How a unit usually reports, by its gaps of some days. */
export const ratesOf = ({ moving, resting }: Gaps): Rates => ({ movingS: usual(moving), restingS: usual(resting) });
