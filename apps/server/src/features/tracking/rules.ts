import type { LiveUnit, NO_POSITION_REASONS } from '@spora/contract/tracking/endpoints';

/** MAP-033: why a unit has no position to show; null when it has one. */
export function noPositionReason(unit: {
  kind: string;
  hasContact: boolean;
  hasPosition: boolean;
}): (typeof NO_POSITION_REASONS)[number] | null {
  if (unit.hasPosition) return null;
  if (unit.kind === 'sensor') return 'bluetooth-only';
  return unit.hasContact ? 'no-fix' : 'never-connected';
}

/**
 * MAP-031, MAP-032: a unit in somebody else's private use, or (MAP-004) hidden from administrators. Its place is withheld with all that
 * was measured there. Of private use it is told neither whether the unit is on its way nor when it reported.
 */
export const withoutPlace = (
  { place: _named, state_may_be_older: _stood, ...unit }: LiveUnit,
  reason: 'private' | 'hidden',
): LiveUnit => ({
  ...unit,
  position: null,
  no_position_reason: reason,
  address: null,
  address_is_approximate: true,
  ...(reason === 'private' ? STILL : {}),
});

const STILL = { state: 'parked', state_since: null, contact_expected_by: null, last_contact: null } as const;

/**
 * A gap is drawn dashed when the unit was silent this long, or reported without a position for so long as in a tunnel, and had moved this
 * far meanwhile (MAP-029).
 */
export const GAP = { silentMs: 150_000, blindMs: 30_000, movedM: 300 } as const;

/**
 * Whether a stretch between consecutive points must not look like a known route. `movedM` measures it, when it is long enough;
 * `isBlind`: records without a position lie in it.
 */
export const isGap = ({ fromMs, toMs }: Span, isBlind: boolean, movedM: () => number): boolean =>
  toMs - fromMs > (isBlind ? GAP.blindMs : GAP.silentMs) && movedM() > GAP.movedM;

/** Half-open spans of milliseconds. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** True when the instant lies in one of the spans, which are sorted and do not overlap. */
export function isInSpans(spans: readonly Span[], timeMs: number): boolean {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (!span) return false;
    if (timeMs < span.fromMs) high = middle - 1;
    else if (timeMs >= span.toMs) low = middle + 1;
    else return true;
  }
  return false;
}
