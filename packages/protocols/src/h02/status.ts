import { PLAIN_IO } from '../avl/plain.ts';
import type { Collected } from '../framed-stream.ts';

/**
 * The 32 bits that end a position; a 0 says that what the bit is called is so, but for the ignition. Source: H02
 * protocol document ("vehicle_status"), held against captures.
 */
const NO_SHOCK = 1;
const NO_BUTTON = 1 << 1;
const NO_OVERSPEED = 1 << 2;
const IGNITION = 1 << 10;
const NO_BUTTON_2 = 1 << 18;
const NO_POWER_CUT = 1 << 19;

export interface Status {
  readonly priority: number;
  readonly isCause: boolean;
}

const QUIET: Status = { priority: 0, isCause: false };
const ALARM: Status = { priority: 1, isCause: true };
const PANIC: Status = { priority: 2, isCause: true };

const isButton = (status: number) => (status & NO_BUTTON) === 0 || (status & NO_BUTTON_2) === 0;

/** What of a status made the tracker report; a power cut lasts, so that it is told but no cause. */
export function judgeStatus(status: number): Status {
  if (isButton(status)) return PANIC;
  return (status & NO_SHOCK) === 0 || (status & NO_OVERSPEED) === 0 ? ALARM : QUIET;
}

/** The elements of the record added last. */
export function collectStatus(status: number, speedKmh: number, out: Collected): void {
  out.element(PLAIN_IO.ignition, 1, (status & IGNITION) === 0 ? 0 : 1);
  out.element(PLAIN_IO.alarmButton, 1, isButton(status) ? 1 : 0);
  out.element(PLAIN_IO.unplugged, 1, (status & NO_POWER_CUT) === 0 ? 1 : 0);
  if ((status & NO_OVERSPEED) === 0) out.element(PLAIN_IO.overspeed, 2, speedKmh);
  if (judgeStatus(status).isCause) out.element(PLAIN_IO.cause, 4, status >>> 0);
}

/** The status that says so much and nothing else. */
export const statusOf = (told: { readonly ignition: number; readonly button: number; readonly powerCut: number }): number =>
  (0xffff_ffff &
    (told.ignition === 0 ? ~IGNITION : -1) &
    (told.button === 0 ? -1 : ~NO_BUTTON) &
    (told.powerCut === 0 ? -1 : ~NO_POWER_CUT)) >>>
  0;
