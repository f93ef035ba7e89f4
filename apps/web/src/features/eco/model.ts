import type { DataOf, InputOf } from '@spora/contract/endpoint-map';
import { ECO_SCORE_MIN_M, type EcoKind, per100Km, type ScoreBand, sharePercent } from '@spora/contract/eco/rules';
import type { Format } from '@spora/messages/format';
import type { Translate } from '@spora/messages/translate';
import { csvText } from '../../lib/csv.ts';
import { askedOf, readReportSearch, type ReportSearch } from '../reports/public/report-search.ts';

export type EcoReport = DataOf<'eco.green-driving'>;
export type EcoRow = EcoReport['rows'][number];
export type EcoFigures = EcoRow['total'];
export type EcoEvent = DataOf<'eco.events'>['events'][number];
export type EcoSettingsData = DataOf<'eco.settings'>;

export const GROUPS = ['unit', 'driver'] as const;
export type Group = (typeof GROUPS)[number];

/** What the address holds (NAV-037); what is as usual is left out. */
export interface EcoSearch extends ReportSearch {
  readonly group?: Group;
}

/** Reads the address; what makes no sense in it counts as left out. */
export const readEcoSearch = (search: Record<string, unknown>): EcoSearch => ({
  ...(search['group'] === 'driver' ? { group: 'driver' } : {}),
  ...readReportSearch(search),
});

/** What the report is asked for. */
export const inputOf = (search: EcoSearch, today: string): InputOf<'eco.green-driving'> => ({
  body: { ...askedOf(search, today), group_by: search.group ?? 'unit' },
});

/** What the events of a row are asked by: its unit or driver beside what the report was narrowed to. */
export function eventsInputOf(asked: {
  readonly row: EcoRow;
  readonly search: EcoSearch;
  readonly today: string;
  readonly kind: EcoKind | null;
}): InputOf<'eco.events'> {
  const { row, search, today, kind } = asked;
  const of =
    search.group === 'driver'
      ? row.id === null
        ? { driver_missing: true }
        : { driver_ids: [row.id] }
      : row.imei === null
        ? {}
        : { imeis: [row.imei] };
  return { body: { ...askedOf(search, today), ...of, ...(kind ? { kinds: [kind] } : {}) } };
}

export const UNKNOWN = '–';
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
export function noScoreText({ score, distance_m, judged_m }: EcoFigures, t: Translate): string | null {
  if (score !== null) return null;
  return distance_m >= ECO_SCORE_MIN_M && judged_m < ECO_SCORE_MIN_M
    ? t('EcoNoScoreSeldom')
    : t('EcoNoScoreShort', { km: ECO_SCORE_MIN_M / 1000 });
}

/** From the first month with a score to the last: how much better, and since when; null with fewer than two. */
export function trendOf(months: readonly string[], figures: readonly EcoFigures[]): { points: number; since: string } | null {
  const scored = figures.flatMap(({ score }, i) => (score === null ? [] : [{ score, month: months[i] ?? '' }]));
  const [first, last] = [scored[0], scored.at(-1)];
  return first && last && first !== last ? { points: last.score - first.score, since: first.month } : null;
}

export function trendText(trend: { points: number; since: string } | null, t: Translate): string {
  if (!trend) return '';
  const { points, since: month } = trend;
  if (points === 0) return t('EcoTrendSame', { month });
  return points > 0 ? t('EcoTrendUp', { points, month }) : t('EcoTrendDown', { points: -points, month });
}

export type EcoColumn = 'name' | 'score' | 'distance' | 'acceleration' | 'braking' | 'cornering' | 'speeding' | 'idle' | 'trend';

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

/** Rows in order of a column, those without a figure last; trips without a driver at the very end. */
export function inOrder(report: EcoReport, order: EcoColumn | `-${EcoColumn}`): readonly EcoRow[] {
  const isDown = order.startsWith('-');
  const column = (isDown ? order.slice(1) : order) as EcoColumn;
  return report.rows.toSorted((a, b) => {
    const nobody = Number(a.id === null) - Number(b.id === null);
    if (nobody !== 0) return nobody;
    const byName = a.name.localeCompare(b.name, 'sv');
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

const RATES = ['acceleration', 'braking', 'cornering', 'speeding', 'idling'] as const;

/** REP-013: every row, in all and by month, as a file. */
export function ecoFile(report: EcoReport, group: Group, t: Translate, format: Format): string {
  const number = (value: number | null, decimals: number): string =>
    value === null ? '' : format.decimal(value.toFixed(decimals));
  const line = (name: string, plate: string, month: string, figures: EcoFigures, hasLimit: boolean): string[] => [
    name,
    plate,
    month,
    number(figures.score, 0),
    figures.band === null ? '' : t(`EcoBand-${figures.band}`),
    number(figures.trips, 0),
    number(figures.distance_m / 1000, 1),
    number(figures.judged_m / 1000, 1),
    ...RATES.map((kind) =>
      kind === 'speeding' && !hasLimit
        ? ''
        : number(per100Km(figures[kind], kind === 'speeding' || kind === 'idling' ? figures.distance_m : figures.judged_m), 2),
    ),
    hasLimit ? number(sharePercent(figures.speeding_s, figures.driving_s), 1) : '',
    number(sharePercent(figures.idle_s, figures.engine_s), 1),
  ];
  const all = t('EcoTotal');
  return csvText([
    [
      t(group === 'unit' ? 'EcoUnit' : 'EcoDriver'),
      t('EcoPlate'),
      t('EcoMonth'),
      t('EcoScore'),
      t('EcoBand'),
      t('EcoTrips'),
      `${t('EcoDistance')} (km)`,
      `${t('EcoJudgedDistance')} (km)`,
      ...RATES.map((kind) => t(`EcoPer100-${kind}`)),
      `${t('EcoSpeedingShare')} (%)`,
      `${t('EcoIdleShare')} (%)`,
    ],
    ...report.rows.flatMap((row) => {
      const name = row.id === null ? t('EcoNoDriver') : row.name;
      const plate = row.registration_number ?? '';
      return [
        ...row.months.map((figures, i) => line(name, plate, report.months[i] ?? '', figures, row.has_speed_limit)),
        line(name, plate, all, row.total, row.has_speed_limit),
      ];
    }),
    line(
      all,
      '',
      all,
      report.totals.total,
      report.rows.some((row) => row.has_speed_limit),
    ),
    [t('EcoFormula')],
    [t('EcoZoneNote', { zone: report.time_zone })],
  ]);
}
