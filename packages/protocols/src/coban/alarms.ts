import { PLAIN_IO } from '../avl/plain.ts';
import type { Collected } from '../framed-stream.ts';

interface Alarm {
  /** Of `cause`. */
  readonly number: number;
  /** 1 high, 2 panic. */
  readonly priority: 1 | 2;
  /** What it says of the tracker besides. */
  readonly says?: number;
}

/**
 * The words of the protocol, which has no numbers of its own. Source: GPRS data protocol of GPS102, 103 and 104; user's manual of the
 * GPS-103.
 */
const ALARMS: Readonly<Record<string, Alarm>> = {
  'help me': { number: 1, priority: 2, says: PLAIN_IO.alarmButton },
  'low battery': { number: 2, priority: 1 },
  stockade: { number: 3, priority: 1 },
  move: { number: 4, priority: 1 },
  speed: { number: 5, priority: 1, says: PLAIN_IO.overspeed },
  'door alarm': { number: 6, priority: 1 },
  'ac alarm': { number: 7, priority: 1, says: PLAIN_IO.unplugged },
  'acc alarm': { number: 8, priority: 1 },
  'sensor alarm': { number: 9, priority: 1 },
  'accident alarm': { number: 10, priority: 1 },
  'bonnet alarm': { number: 11, priority: 1 },
  'footbrake alarm': { number: 12, priority: 1 },
};

/** How each stands in a raw view. */
export const ALARM_WORDS: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(ALARMS).map(([word, { number }]) => [number, word]),
);

/** The alarm of a word; undefined for a report that is none. */
export const alarmOf = (word: string): Alarm | undefined => (Object.hasOwn(ALARMS, word) ? ALARMS[word] : undefined);

/** Tells what an alarm says beside its position. */
export function collectAlarm({ number, says }: Alarm, speedKmh: number, out: Collected): void {
  if (says !== undefined) out.element(says, 1, says === PLAIN_IO.overspeed ? Math.min(0xff, speedKmh) : 1);
  out.element(PLAIN_IO.cause, 1, number);
}
