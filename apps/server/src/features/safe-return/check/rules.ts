import { DAY_MS } from '@spora/calendar/durations';
import { isContradictedAt, judgeFix, NOTHING_JUDGED, QUALITY } from '@spora/telemetry/quality';
import type { RecordColumns } from '@spora/telemetry/columns';
import { contactExpectedBy } from '../../../core/fleet/shown-state.ts';
import { type Home, isAtHome } from '../rules.ts';

/** What was on its way when the time came has arrived by then. */
export const SETTLED_AFTER_MS = 60_000;

/** So long before a check it is looked whether the unit is on its way home at all. */
export const REMINDED_BEFORE_MS = 30 * 60_000;

export interface Place {
  readonly latE7: number;
  readonly lonE7: number;
}

/** What was known of a unit at a moment. */
export interface Sighting {
  /** When it was heard of last, and where it was last believed to be; null: not at all. */
  readonly heardMs: number | null;
  readonly place: Place | null;
}

/** How far back is looked for the last position before a moment. */
export const lookBackMs = (reportIntervalS: number): number => Math.max(DAY_MS, contactExpectedBy(0, reportIntervalS));

/**
 * The last of what a unit reported, of records in order of time. A phone tells no satellites; what it reports is a position all the same.
 */
export function sightingOf(columns: RecordColumns, isPhone: boolean): Sighting {
  let memory = NOTHING_JUDGED;
  let place: Place | null = null;
  for (let i = 0; i < columns.n; i += 1) {
    const fix = {
      timeMs: columns.timeMs[i] as number,
      latE7: columns.latE7[i] as number,
      lonE7: columns.lonE7[i] as number,
      speedKmh: columns.speedKmh[i] as number,
      satellites: columns.satellites[i] as number,
      accuracyM: isPhone ? 0 : undefined,
      isContradicted: isContradictedAt(columns, i),
    };
    const judged = judgeFix(memory, fix);
    memory = judged.memory;
    if (judged.quality === QUALITY.good) place = { latE7: fix.latE7, lonE7: fix.lonE7 };
  }
  return { heardMs: columns.n === 0 ? null : (columns.timeMs[columns.n - 1] as number), place };
}

export type Verdict = { readonly result: 'home' | 'unknown' } | { readonly result: 'away'; readonly place: Place };

/**
 * SAFE-029: whether a unit was home at a moment. Of one that was silent for longer than its way of reporting explains nobody knows, wherever
 * it was before.
 */
export function verdictAt(home: Home, { heardMs, place }: Sighting, atMs: number, reportIntervalS: number): Verdict {
  if (heardMs === null || place === null || contactExpectedBy(heardMs, reportIntervalS) < atMs) return { result: 'unknown' };
  return isAtHome(home, place) ? { result: 'home' } : { result: 'away', place };
}
