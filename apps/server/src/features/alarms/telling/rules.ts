import { type AlarmClass, DELAYED_AFTER_S, QUIET_TIME_S, UNTOLD_AFTER_S } from '@spora/contract/alarms/kinds';

export type Telling = 'told' | 'repeat' | 'muted' | 'late';

/** The newest alarm of the same unit, kind and subject that somebody was told of. */
export interface LastTold {
  readonly atMs: number;
  /** When its message left, or the one that summed up what came after it. */
  readonly messageMs: number;
}

/**
 * ALARM-033, 034, 036: whether an alarm is told now. What came to light late is told as delayed, and a day after it was sure only written down; a
 * muted unit tells nobody, nor is what happens meanwhile summed up; within the quiet time of the last one, by what happened or by the message,
 * it is counted to that one.
 */
export function tellingOf(
  { class: of, atMs, knownMs = atMs }: { readonly class: AlarmClass; readonly atMs: number; readonly knownMs?: number },
  { nowMs, last, mutedUntilMs }: { readonly nowMs: number; readonly last: LastTold | undefined; readonly mutedUntilMs: number },
): Telling {
  if (nowMs - knownMs > UNTOLD_AFTER_S * 1000) return 'late';
  if (mutedUntilMs > nowMs) return 'muted';
  const quietMs = QUIET_TIME_S[of] * 1000;
  if (last && (Math.abs(atMs - last.atMs) < quietMs || nowMs - last.messageMs < quietMs)) return 'repeat';
  return 'told';
}

/** When an alarm was sure, which may have taken a while from when it began: a delay that was chosen, a second record that says the same. */
export const knownMsOf = (atMs: number, { known }: Readonly<Record<string, unknown>>): number =>
  typeof known === 'string' ? Date.parse(known) : atMs;

/** ALARM-034: the message says that it is late. */
export const isDelayed = (at: Date, details: Readonly<Record<string, unknown>>, noticedAt: Date): boolean =>
  noticedAt.getTime() - knownMsOf(at.getTime(), details) > DELAYED_AFTER_S * 1000;

/**
 * ALARM-036: when a function alarm is sent to somebody with quiet hours, `from` and `to` as `HH:mm` of the clock that `minuteOf` reads;
 * over midnight where `from` is the later one. Answers the minutes to wait; none outside of them.
 */
export function quietMinutesLeft(nowMinute: number, from: string, to: string): number {
  const [start, end] = [minuteOfDay(from), minuteOfDay(to)];
  const isWithin = start <= end ? nowMinute >= start && nowMinute < end : nowMinute >= start || nowMinute < end;
  return isWithin ? (end - nowMinute + 1440) % 1440 : 0;
}

const minuteOfDay = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
