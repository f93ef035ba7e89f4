import type { DaySpan } from '@spora/calendar/days';
import { freeSpans } from '../rules.ts';

/** A day's sums of one driver and unit; metres. */
export interface SummedDay {
  readonly unit_id: number;
  readonly member_id: number | null;
  readonly day: string;
  readonly trips: number;
  readonly distance_m: number;
  readonly business_m: number;
  readonly private_m: number;
  readonly other_m: number;
}

export interface Sums {
  readonly trips: number;
  readonly distance_m: number;
  readonly business_m: number;
  readonly private_m: number;
  readonly other_m: number;
}

/** The sums of days; metres. */
export function sumOf(days: readonly Sums[]): Sums {
  const sum = (field: keyof Sums) => days.reduce((total, day) => total + day[field], 0);
  return {
    trips: sum('trips'),
    distance_m: sum('distance_m'),
    business_m: sum('business_m'),
    private_m: sum('private_m'),
    other_m: sum('other_m'),
  };
}

/**
 * The parts of a month that a driver has not attested of a unit, with what was driven in each. Days that came into an attested period
 * afterwards belong to that period and are answered apart (`late`).
 */
export function openParts<D extends { readonly day: string }>(
  month: DaySpan,
  attested: readonly DaySpan[],
  days: readonly D[],
): { parts: (DaySpan & { days: D[] })[]; late: D[] } {
  const parts = freeSpans(month, attested)
    .map((span) => ({ ...span, days: days.filter(({ day }) => day >= span.from && day <= span.to) }))
    .filter((part) => part.days.length > 0);
  const open = new Set(parts.flatMap((part) => part.days));
  return { parts, late: days.filter((day) => !open.has(day)) };
}

/** What of an attestation says whose driving of which days it was. */
interface AttestedDays {
  readonly unit_id: number;
  readonly member_id: number | null;
  readonly from_day: string;
  readonly to_day: string;
  readonly reopened_at: Date | null;
}

/** ATT-013: the last attestation of days of a part that was opened again; the part is then not only open. */
export const beforeIn = <Line extends AttestedDays>(
  lines: readonly Line[],
  { unitId, memberId }: { readonly unitId: number; readonly memberId: number | null },
  part: DaySpan,
): Line | undefined =>
  lines.findLast(
    (line) =>
      line.reopened_at !== null &&
      line.unit_id === unitId &&
      line.member_id === memberId &&
      line.from_day <= part.to &&
      line.to_day >= part.from,
  );
