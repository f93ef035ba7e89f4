import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { ECO_KINDS, ECO_SCORE_MIN_M, type EcoKind, per100Km, type ScoreBand, sharePercent } from '@spora/contract/eco/rules';
import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { compareNames } from '@spora/messages/name-order';
import { type Gone, shownStepM } from '../../lib/measures.ts';
import { roundedTogether } from '../../lib/rounded-together.ts';
import type { PinSign } from '../../map/shapes.ts';
import type { SortOrder } from '../../ui/table.tsx';
import { askedOf, type ReportSearch } from '../reports/public/report-search.ts';
import type { EcoColumn } from './search.ts';

export type EcoReport = DataOf<'eco.green-driving'>;
export type EcoRow = EcoReport['rows'][number];
export type EcoFigures = EcoRow['total'];
export type EcoEvent = DataOf<'eco.events'>['events'][number];

/** What the report is asked for. */
export const inputOf = (search: ReportSearch, today: string): InputOf<'eco.green-driving'> => ({
  body: { ...askedOf(search, today), group_by: search.group ?? 'unit' },
});

/** What the events of a row are asked by: its unit or driver beside what the report was narrowed to. */
export function eventsInputOf(asked: {
  readonly row: EcoRow;
  readonly search: ReportSearch;
  readonly today: string;
  readonly kinds: readonly EcoKind[];
}): InputOf<'eco.events'> {
  const { row, search, today, kinds } = asked;
  const of =
    search.group === 'driver'
      ? row.id === null
        ? { driver_missing: true }
        : { driver_ids: [row.id] }
      : row.imei === null
        ? {}
        : { imeis: [row.imei] };
  return { body: { ...askedOf(search, today), ...of, ...(kinds.length > 0 ? { kinds: [...kinds] } : {}) } };
}

/** What the tracker or its speed tells of harsh driving. */
export const HARSH = ['acceleration', 'braking', 'cornering'] as const;
export const UNKNOWN = '–';
/** How a kind of event is marked, on the map and in the list. */
export const KIND_SIGN = {
  acceleration: 'speed-up',
  braking: 'slow-down',
  cornering: 'turn',
  speeding: 'gauge',
  idling: 'pause',
} as const satisfies Record<EcoKind, PinSign>;
export const BAND_TONE = { high: 'success', middle: 'warning', low: 'danger' } as const satisfies Record<ScoreBand, string>;

/** A rate per 100 km of driving that could be assessed. */
export const rateText = (count: number, distanceM: number, format: Format): string => {
  const rate = per100Km(count, distanceM);
  return rate === null ? UNKNOWN : format.number(rate, 1);
};
export const shareText = (partS: number, wholeS: number, format: Format): string => {
  const share = sharePercent(partS, wholeS);
  return share === null ? UNKNOWN : `${format.number(share, 1)} %`;
};

/** Why a row has no score; null where it has one. */
export function noScoreText(figures: EcoFigures, t: Translate): string | null {
  if (figures.score !== null) return null;
  if (isAtSea(figures)) return t('EcoNoScoreAtSea');
  return isSeldom(figures) ? t('EcoNoScoreSeldom') : t('EcoNoScoreShort', { km: ECO_SCORE_MIN_M / 1000 });
}

/** Whether a boat went all of it: how often it reports is not why it has no score. */
export const isAtSea = ({ distance_m, at_sea_m = 0 }: EcoFigures): boolean => at_sea_m > 0 && at_sea_m >= distance_m;

/** Whether it drove far enough for a score, had what it did been told often enough. */
export const isSeldom = (figures: EcoFigures): boolean => {
  const { score, distance_m, judged_m } = figures;
  return score === null && distance_m >= ECO_SCORE_MIN_M && judged_m < ECO_SCORE_MIN_M && !isAtSea(figures);
};
/** Whether score and events are of a part of the way by land only: how much of it is told beside the whole. */
export const isPartlyJudged = ({ score, judged_m, distance_m, at_sea_m = 0 }: EcoFigures): boolean =>
  score !== null && judged_m < (distance_m - at_sea_m) * NEARLY_ALL;
const NEARLY_ALL = 0.99;
/** How many rows have no score, by why: together they are all of those. */
export function withoutScore(rows: readonly EcoRow[]): { seldom: number; short: number; atSea: number } {
  const without = rows.filter((row) => !isScored(row));
  const seldom = without.filter(({ total }) => isSeldom(total)).length;
  const atSea = without.filter(({ total }) => isAtSea(total)).length;
  return { seldom, atSea, short: without.length - seldom - atSea };
}
export const isScored = ({ total }: EcoRow): boolean => total.score !== null;

/** From the first month with a score to the last: how much better, and since when; null with fewer than two. */
export function trendOf(months: readonly string[], figures: readonly EcoFigures[]): { points: number; since: string } | null {
  const scored = figures.flatMap(({ score }, i) => (score === null ? [] : [{ score, month: months[i] ?? '' }]));
  const [first, last] = [scored[0], scored.at(-1)];
  return first && last && first !== last ? { points: last.score - first.score, since: first.month } : null;
}

/** The trend of all of them, where the same ones have a score in both months: else it would tell who came and who went. */
export function totalTrendOf({ months, rows, totals }: EcoReport): ReturnType<typeof trendOf> {
  const scored = totals.months.flatMap(({ score }, i) => (score === null ? [] : [i]));
  const [first = 0, last = 0] = [scored[0], scored.at(-1)];
  const hasIn = (row: EcoRow, month: number): boolean => (row.months[month]?.score ?? null) !== null;
  return rows.every((row) => hasIn(row, first) === hasIn(row, last)) ? trendOf(months, totals.months) : null;
}

/** What the points below 100 are for, the most first; empty where none were lost. */
export function lostText({ lost }: EcoFigures, t: Translate, format: Format): string {
  if (lost === null) return '';
  const parts = ECO_KINDS.filter((kind) => lost[kind] >= LOST_LEAST).toSorted((a, b) => lost[b] - lost[a]);
  return parts.map((kind) => `${t(`EcoKind-${kind}`)} ${format.number(lost[kind], 1)}`).join(', ');
}
/** Less is nought with one decimal. */
const LOST_LEAST = 0.05;

export function trendText(trend: { points: number; since: string } | null, t: Translate): string {
  if (!trend) return '';
  const { points, since: month } = trend;
  if (points === 0) return t('EcoTrendSame', { month });
  return points > 0 ? t('EcoTrendUp', { points, month }) : t('EcoTrendDown', { points: -points, month });
}

/** What each row went, rounded as it is told and so that the rows add up to the total, by land and at sea. */
export function goneOf({ rows }: EcoReport): ReadonlyMap<EcoRow, Gone> {
  const atSea = roundedTogether(
    rows.map(({ total }) => total.at_sea_m ?? 0),
    shownStepM('boat'),
  );
  const byLand = roundedTogether(
    rows.map(({ total }) => total.distance_m - (total.at_sea_m ?? 0)),
    shownStepM('vehicle'),
  );
  return new Map(rows.map((row, i) => [row, { metres: (byLand[i] ?? 0) + (atSea[i] ?? 0), atSeaM: atSea[i] ?? 0 }] as const));
}

const valueOf = (column: Exclude<EcoColumn, 'name'>, row: EcoRow, months: readonly string[]): number | null => {
  const { total } = row;
  switch (column) {
    case 'score':
      return total.score;
    case 'distance':
      return total.distance_m;
    case 'speeding':
      return row.has_speed_limit ? sharePercent(total.speeding_s, total.driving_s) : null;
    case 'idle':
      return sharePercent(total.idle_s, total.engine_s);
    case 'trend':
      return trendOf(months, row.months)?.points ?? null;
    default:
      return per100Km(total[column], total.judged_m);
  }
};

/** The columns in which somebody has a figure: one of dashes alone tells nothing. */
export function columnsOf({ rows, months }: EcoReport): ReadonlySet<EcoColumn> {
  const always: readonly EcoColumn[] = ['name', 'score', 'distance'];
  const others = ['acceleration', 'braking', 'cornering', 'speeding', 'idle', 'trend'] as const;
  return new Set([...always, ...others.filter((column) => rows.some((row) => valueOf(column, row, months) !== null))]);
}

/** Rows in order of a column, those without a figure last; trips without a driver at the very end. */
export function inOrder(report: EcoReport, order: SortOrder<EcoColumn>): readonly EcoRow[] {
  const isDown = order.startsWith('-');
  const column = (isDown ? order.slice(1) : order) as EcoColumn;
  return report.rows.toSorted((a, b) => {
    const nobody = Number(a.id === null) - Number(b.id === null);
    if (nobody !== 0) return nobody;
    const byName = compareNames(a.name, b.name);
    if (column === 'name') return isDown ? -byName : byName;
    const [x, y] = [valueOf(column, a, report.months), valueOf(column, b, report.months)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || byName;
    return (isDown ? y - x : x - y) || byName;
  });
}

/** What an event came to: how hard, how fast or how long. */
export function eventText({ kind, value, limit, duration_s }: EcoEvent, t: Translate, format: Format): string {
  const unit = kind === 'speeding' ? format.speed : (ms2: number) => `${format.number(ms2, 1)} m/s²`;
  const parts = kind === 'idling' || value === null ? [] : [unit(value)];
  if (limit !== null) parts.push(t('EcoLimitOf', { limit: unit(limit) }));
  if (duration_s !== null && (kind === 'idling' || kind === 'speeding')) parts.push(format.duration(duration_s));
  return parts.join(', ');
}
