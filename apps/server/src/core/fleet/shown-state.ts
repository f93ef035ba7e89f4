import { HOUR_MS } from '@spora/calendar/durations';
import type { UnitState } from '@spora/contract/tracking/endpoints';

/** What the projector stores; the rest of MAP-019 is laid over it when read. */
export type StoredState = 'moving' | 'stopped' | 'parked';

/** MAP-019: silent for more than this many of its own reporting intervals beyond the one that was due. */
const LATE_INTERVALS = 2;

/**
 * As long as this everybody is waited for: a tunnel, a garage or a restart of the tracker costs a unit that reports by the minute several
 * reports, and it would be called without contact and taken back again. Longer than an age says "just now".
 */
const LEAST_PATIENCE_MS = HOUR_MS / 6;

/** The instant (ms) after which a unit that stays silent is shown as no-contact, from its own way of reporting. */
export function contactExpectedBy(lastContactMs: number, reportIntervalS: number): number {
  return lastContactMs + Math.max(LEAST_PATIENCE_MS, reportIntervalS * 1000 * (1 + LATE_INTERVALS));
}

/** The state to show at `nowMs`; silence wins over what the unit last said of itself. */
export function shownState(stored: StoredState, expectedByMs: number, nowMs: number): UnitState {
  return nowMs > expectedByMs ? 'no-contact' : stored;
}

/** What is laid over what a unit does (MAP-019). */
export type UnitMark = Extract<UnitState, 'theft' | 'locked' | 'pending'>;

/** Theft mode is shown before all else; a lock and a change that waits only while the unit does not move, so that who drives is seen to. */
export function markedState(state: UnitState, mark: UnitMark | null): UnitState {
  if (mark === 'theft') return 'theft';
  return mark !== null && state !== 'moving' && state !== 'no-contact' ? mark : state;
}
