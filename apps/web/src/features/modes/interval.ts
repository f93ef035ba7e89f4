import type { ModeData } from '@spora/contract/modes/endpoints';
import { type Mode, MODE_FACTS } from '@spora/contract/modes/modes';

/** How often somebody would say that a unit reports: some seconds, minutes or hours apart. */
interface Interval {
  readonly unit: 's' | 'min' | 'h';
  readonly count: number;
}

/** A tracker that is told to report each minute is a little early now and then. */
const NEARLY_A_MINUTE_S = 50;
/** Up to here minutes are counted, from here on told by the five. */
const COUNTED_MIN = 10;
const byFive = (value: number): number => Math.max(5, Math.round(value / 5) * 5);

/** A learned interval is never round: 8.7 s is every 10 seconds, 57 s every minute, 59 minutes every hour. */
export function roundInterval(seconds: number): Interval {
  const inSeconds = byFive(seconds);
  if (inSeconds < NEARLY_A_MINUTE_S) return { unit: 's', count: inSeconds };
  const minutes = seconds / 60;
  const inMinutes = minutes > COUNTED_MIN ? byFive(minutes) : Math.max(1, Math.round(minutes));
  if (inMinutes < 60) return { unit: 'min', count: inMinutes };
  return { unit: 'h', count: Math.max(1, Math.round(minutes / 60)) };
}

const SECONDS = { s: 1, min: 60, h: 3600 } as const;

/** What is said of it, in seconds again. */
export function secondsOf(seconds: number): number {
  const { unit, count } = roundInterval(seconds);
  return count * SECONDS[unit];
}

type Than = 'more' | 'less' | 'same';
const than = (nextS: number, nowS: number | null): Than | null => {
  if (nowS === null) return null;
  const [next, now] = [secondsOf(nextS), secondsOf(nowS)];
  return next === now ? 'same' : next < now ? 'more' : 'less';
};

/**
 * How often a unit reports while it stands, seconds: as it was set from here, else as it usually does, else by its newest reports; null:
 * nobody knows. What a card, a dialog and a warning say of it is this.
 */
export const restingNow = ({ current, rates, interval_s }: Pick<ModeData, 'current' | 'rates' | 'interval_s'>): number | null =>
  current?.resting_s ?? rates?.resting_s ?? interval_s;

/** Whether a unit in this mode reports more often than now, while it moves and while it stands; null: how it does now nobody knows. */
export function compared(
  mode: Mode,
  { current, rates }: Pick<ModeData, 'current' | 'rates'>,
): { readonly moving: Than | null; readonly resting: Than | null } {
  const next = MODE_FACTS[mode];
  return {
    moving: than(next.movingS, (current && MODE_FACTS[current.mode].movingS) ?? rates?.moving_s ?? null),
    resting: than(next.stillS, current?.resting_s ?? rates?.resting_s ?? null),
  };
}
