import { addDays, type DaySpan, monthAfter, monthOf, monthSpan, previousMonth } from '@spora/calendar/days';
import { LOG_MAX_MONTHS } from '@spora/contract/limits';
import type { AttestState } from '@spora/contract/attestation/endpoints';

/** ATT-011: a period can be attested once its last day is past. */
export const isOver = (to: string, today: string): boolean => to < today;

/**
 * ATT-011: the previous calendar month, from the day after the last attested day; what was left out before it is taken along, as far
 * back as the log is read at once. Null when all of it is attested.
 */
export function defaultPeriod(lastDay: string | null, today: string): DaySpan | null {
  const { from, to } = previousMonth(today);
  if (lastDay === null) return { from, to };
  if (lastDay >= to) return null;
  const oldest = monthSpan(monthAfter(monthOf(to), 1 - LOG_MAX_MONTHS)).from;
  const next = addDays(lastDay, 1);
  return { from: next < oldest ? oldest : next, to };
}

/** What of a span no attested period covers, in order. */
export function freeSpans(span: DaySpan, attested: readonly DaySpan[]): DaySpan[] {
  const free: DaySpan[] = [];
  let from = span.from;
  for (const taken of [...attested].sort((a, b) => a.from.localeCompare(b.from))) {
    if (taken.to < from || taken.from > span.to) continue;
    if (taken.from > from) free.push({ from, to: addDays(taken.from, -1) });
    from = addDays(taken.to, 1);
  }
  return from <= span.to ? [...free, { from, to: span.to }] : free;
}

/** What was attested of a period, and whether it was opened again. */
export interface Stamps {
  readonly user_attested_at: Date | null;
  readonly admin_attested_at: Date | null;
  readonly reopened_at: Date | null;
}

/** ATT-009, DEC-47. */
export function stateOf(stamps: Stamps): AttestState {
  if (stamps.reopened_at !== null) return 'reopened';
  if (stamps.admin_attested_at !== null) return 'admin';
  return stamps.user_attested_at === null ? 'open' : 'user';
}

/** ATT-014: when the automatic reminder goes out: in the first days of a month, in the morning of the account's zone. */
export const isReminderTime = (localTime: string): boolean => {
  const day = Number(localTime.slice(8, 10));
  const hour = Number(localTime.slice(11, 13));
  return day >= 2 && day <= 5 && hour >= 8 && hour < 18;
};
