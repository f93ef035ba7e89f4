import { monthsAsked, type ReportSearch, usualSpans } from './public/report-search.ts';

/** A saved filter, as the address of a report holds it; `span` in place of months that follow the calendar. */
export type PresetSearch = Readonly<Record<string, string>>;

/** How a saved filter calls a span that follows the calendar; the year so far is what an address without months means. */
const SPANS = {
  PeriodThisMonth: 'this-month',
  PeriodLastMonth: 'last-month',
  SummaryThreeMonths: 'three-months',
  SummaryThisYear: 'this-year',
  SummaryTwelveMonths: 'twelve-months',
  SummaryLastYear: 'last-year',
} as const;
export type SpanKey = keyof typeof SPANS;
const KEYS = Object.keys(SPANS) as SpanKey[];

/** Which of the usual spans the months are today; null: none. Where they are more than one, an address without months means this year. */
export function spanToday(search: Pick<ReportSearch, 'from' | 'to'>, today: string): SpanKey | null {
  if (search.from === undefined && search.to === undefined) return 'SummaryThisYear';
  const { from, to } = monthsAsked(search, today);
  return usualSpans(today).find((span) => span.from === from && span.to === to)?.key ?? null;
}

/** What is saved: the span, where the months are to follow the calendar, else the months as they are. */
export function presetOf(search: PresetSearch, today: string, isRolling: boolean): PresetSearch {
  const { from, to, ...rest } = search;
  const months = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  const key = spanToday(months, today);
  if (!isRolling || key === null) return { ...rest, ...monthsAsked(months, today) };
  return { ...rest, span: SPANS[key] };
}

/** Whether the months of a saved filter follow the calendar, and how; those of one from before there were spans stand where they are named. */
export function periodOf(
  search: PresetSearch,
  today: string,
): { readonly rolls: SpanKey } | { readonly from: string; readonly to: string } {
  const rolls = KEYS.find((key) => SPANS[key] === search['span']);
  if (rolls) return { rolls };
  const { from, to } = search;
  if (from === undefined && to === undefined) return { rolls: 'SummaryThisYear' };
  return monthsAsked({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) }, today);
}

/** What the address is to hold of a saved filter today. */
export function searchOfPreset(preset: PresetSearch, today: string): PresetSearch {
  const { span: _span, ...search } = preset;
  const period = periodOf(preset, today);
  if (!('rolls' in period) || period.rolls === 'SummaryThisYear') return search;
  const months = usualSpans(today).find(({ key }) => key === period.rolls);
  return months ? { ...search, from: months.from, to: months.to } : search;
}
