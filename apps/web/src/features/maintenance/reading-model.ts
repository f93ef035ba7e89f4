import type { OperatingDetails, Reading } from '@spora/contract/maintenance/readings';
import { instantOf } from '@spora/calendar/zones';
import { NAUTICAL_MILE_M } from '@spora/messages/format';

/** What a boat's log counts in. */
export const KM_PER_MILE_AT_SEA = NAUTICAL_MILE_M / 1000;

export const roundTo = (value: number, decimals: number): number => Math.round(value * 10 ** decimals) / 10 ** decimals;

/** A reading as it stands in its fields: texts as typed; an empty time is now. */
export interface ReadingForm {
  readonly value: string;
  readonly time: string;
}
export const EMPTY_READING: ReadingForm = { value: '', time: '' };

/** A number with comma or point and spaces between thousands; null for nothing, undefined for what is no number. */
export function readNumber(text: string): number | null | undefined {
  const trimmed = text.replace(/\s/g, '');
  if (trimmed === '') return null;
  return /^\d+([.,]\d+)?$/.test(trimmed) ? Number(trimmed.replace(',', '.')) : undefined;
}

export type ReadingFault =
  'SpecifyOdometer' | 'InvalidOdometer' | 'SpecifyOperatingTime' | 'InvalidOperatingTime' | 'InvalidTime';

interface Limits {
  readonly max: number;
  readonly missing: ReadingFault;
  readonly invalid: ReadingFault;
}
export const ODOMETER_LIMITS: Limits = { max: 9_999_999, missing: 'SpecifyOdometer', invalid: 'InvalidOdometer' };
export const HOURS_LIMITS: Limits = { max: 999_999, missing: 'SpecifyOperatingTime', invalid: 'InvalidOperatingTime' };

export type ReadingFaults = Partial<Record<'value' | 'time', ReadingFault>>;

/** The reading as it is sent, or what is wrong with it per field. */
export function readReading(
  form: ReadingForm,
  { max, missing, invalid }: Limits,
  timeZone: string,
  /** Kilometres of one that was typed. */
  km = 1,
): { body: { value: number; time?: string } } | { faults: ReadingFaults } {
  const typed = readNumber(form.value);
  const value = typed === null || typed === undefined || km === 1 ? typed : roundTo(typed * km, 1);
  const time = form.time === '' ? undefined : instantOf(form.time, timeZone);
  if (value === null || value === undefined || value > max || time === null)
    return {
      faults: {
        ...(value === null ? { value: missing } : value === undefined || value > max ? { value: invalid } : {}),
        ...(time === null ? { time: 'InvalidTime' as const } : {}),
      },
    };
  return { body: time === undefined ? { value } : { value, time } };
}

/** Whether a reading is about ten times what was expected, or a tenth of it: a digit or a decimal sign went wrong. */
export function scaleOf(value: number, expected: number | null): 'tenfold' | 'tenth' | null {
  if (expected === null || expected <= 0 || value <= 0) return null;
  const isAbout = (times: number): boolean => times > 8 && times < 12.5;
  return isAbout(value / expected) ? 'tenfold' : isAbout(expected / value) ? 'tenth' : null;
}

/** A later meter has hardly run so much since the last reading; what is more is asked about. */
const HOURS_JUMP = 200;
/** Hardly any engine has run so long. */
const HOURS_LARGE = 50_000;

type Counted = Pick<OperatingDetails, 'current_hours' | 'rows'>;
const countedRows = ({ rows }: Pick<Counted, 'rows'>) => rows.filter(({ removed_at }) => removed_at === null);

/** The newest reading that counts, and at a time that has been the newest until then. */
export const lastReading = (rows: readonly Reading[], time?: string): Reading | undefined =>
  countedRows({ rows: [...rows] }).find((row) => time === undefined || Date.parse(row.time) <= Date.parse(time));

/** The one that was saved last. */
export const savedLast = (rows: readonly Reading[]): Reading | undefined =>
  countedRows({ rows: [...rows] }).toSorted((a, b) => b.id - a.id)[0];

/** Until when a value is counted: what was read off after the newest record is as new as its reading. */
export const toldUntil = (countedUntil: string | null, rows: readonly Reading[]): string | null => {
  const read = lastReading(rows)?.time;
  return countedUntil !== null && read !== undefined && Date.parse(read) > Date.parse(countedUntil) ? read : countedUntil;
};

/** What the unit shows before a reading: now what it shows, at a time that has been what the reading before that says. Newest first. */
export const hoursBefore = (hours: Counted, time: string | undefined): number | null =>
  time === undefined ? hours.current_hours : (lastReading(hours.rows, time)?.value ?? null);

/** SRV-006: what is odd about a reading of operating hours: that they fall, leap, or are more than any engine runs. */
export function hoursWarnings(
  hours: Counted,
  { value, time }: { value: number; time: string | undefined },
): ('fall' | 'jump' | 'large')[] {
  const before = hoursBefore(hours, time);
  const after = time === undefined ? undefined : countedRows(hours).findLast((row) => Date.parse(row.time) > Date.parse(time));
  // What is read off and what is counted differ by a little.
  const falls = (before !== null && value < before - 1) || (after !== undefined && value > after.value + 1);
  if (falls) return ['fall'];
  if (before === null) return value > HOURS_LARGE ? ['large'] : [];
  return time === undefined && value > before + HOURS_JUMP ? ['jump'] : [];
}
