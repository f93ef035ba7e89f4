import { haversineM, isOnEarth } from './geometry.ts';
import type { RecordColumns } from './columns.ts';

/** What a record's position is worth (TRIP-027). Nothing is ever deleted for it: it is left out of distance and drawing. */
export const QUALITY = { good: 0, noFix: 1, implausible: 2 } as const;
export type Quality = (typeof QUALITY)[keyof typeof QUALITY];

/** A position as far as its quality is concerned. Coordinates 1e-7 degrees, time UTC milliseconds. */
export interface JudgedFix {
  readonly timeMs: number;
  readonly latE7: number;
  readonly lonE7: number;
  readonly speedKmh: number;
  readonly satellites: number;
  /** Horizontal dilution of precision; absent when not reported. */
  readonly hdop?: number | undefined;
  /** Radius of uncertainty in metres, as phones report it instead of satellites. */
  readonly accuracyM?: number | undefined;
  /** Two devices reported as this tracker, and no speed led here from where the one of before was. */
  readonly isContradicted?: boolean | undefined;
}

/** A place and when. Coordinates 1e-7 degrees, time UTC milliseconds. */
export interface Mark {
  readonly timeMs: number;
  readonly latE7: number;
  readonly lonE7: number;
}

/**
 * Laid beside what the tracker said of a record by whoever received it: the position is contradicted. An id of ours, far above any of a
 * vendor's, with the value 1.
 */
export const CONTRADICTED_IO = 65_200;

/** Whether record i is marked so. */
export function isContradictedAt(columns: RecordColumns, i: number): boolean {
  for (let e = columns.ioStart[i + 1]! - 1; e >= columns.ioStart[i]!; e--) if (columns.ioId[e] === CONTRADICTED_IO) return true;
  return false;
}

/** What judging one position after another has to remember. Plain data. */
export interface QualityMemory {
  readonly good: Mark | null;
  /** The newest of the positions that contradict `good` but agree among themselves, and how many they are. */
  readonly suspect: Mark | null;
  readonly suspects: number;
}

export const NOTHING_JUDGED: QualityMemory = { good: null, suspect: null, suspects: 0 };

/** Faster than anything that carries a tracker on land or water. */
const MAX_SPEED_KMH = 250;
/** Two fixes of one second may differ by this much without any speed. */
const SLACK_M = 150;
/** Dilution from which a fix says little more than the town. */
const MAX_HDOP = 15;
const MAX_ACCURACY_M = 300;
/** So many contradicting positions that agree among themselves: the remembered one was the wrong one. */
const SUSPECTS_BELIEVED = 3;

/**
 * Judges the next position and answers what to remember for the one after it. Causal on purpose: the verdict on a position never
 * changes when later ones arrive, so that distance can be counted as they come in.
 */
export function judgeFix(memory: QualityMemory, fix: JudgedFix): { quality: Quality; memory: QualityMemory } {
  if (!isOnEarth(fix.latE7, fix.lonE7) || (fix.satellites === 0 && fix.accuracyM === undefined))
    return { quality: QUALITY.noFix, memory };
  if (fix.isContradicted === true) return { quality: QUALITY.implausible, memory };
  if (fix.speedKmh > MAX_SPEED_KMH || (fix.hdop ?? 0) > MAX_HDOP || (fix.accuracyM ?? 0) > MAX_ACCURACY_M)
    return { quality: QUALITY.implausible, memory };
  const mark = { timeMs: fix.timeMs, latE7: fix.latE7, lonE7: fix.lonE7 };
  if (!memory.good || isReachable(memory.good, mark))
    return { quality: QUALITY.good, memory: { good: mark, suspect: null, suspects: 0 } };
  const suspects = memory.suspect && isReachable(memory.suspect, mark) ? memory.suspects + 1 : 1;
  if (suspects >= SUSPECTS_BELIEVED) return { quality: QUALITY.good, memory: { good: mark, suspect: null, suspects: 0 } };
  return { quality: QUALITY.implausible, memory: { good: memory.good, suspect: mark, suspects } };
}

/** Whether one of the two places can be reached from the other in the time between, whichever is the earlier one. */
export const areReachable = (a: Mark, b: Mark): boolean => (a.timeMs <= b.timeMs ? isReachable(a, b) : isReachable(b, a));

function isReachable(from: Mark, to: Mark): boolean {
  const limitM = SLACK_M + (Math.max(0, to.timeMs - from.timeMs) / 3_600_000) * MAX_SPEED_KMH * 1000;
  // A degree is at most 111.2 km: most neighbours are settled without trigonometry.
  const boxM = (Math.abs(to.latE7 - from.latE7) + Math.abs(to.lonE7 - from.lonE7)) * 0.011132;
  return boxM <= limitM || haversineM(from.latE7 / 1e7, from.lonE7 / 1e7, to.latE7 / 1e7, to.lonE7 / 1e7) <= limitM;
}

/** Judges a whole history, sorted by time: one `QUALITY` per fix. */
export function judgeFixes(fixes: readonly JudgedFix[]): Uint8Array {
  const verdicts = new Uint8Array(fixes.length);
  let memory = NOTHING_JUDGED;
  fixes.forEach((fix, i) => {
    const judged = judgeFix(memory, fix);
    verdicts[i] = judged.quality;
    memory = judged.memory;
  });
  return verdicts;
}
