import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { type Gone, goneText } from '../../lib/measures.ts';
import { Fact } from '../../ui/fact.tsx';
import styles from './eco.module.css';
import { columnsOf, type EcoFigures, type EcoReport, type EcoRow, goneOf, HARSH, isAtSea, isPartlyJudged } from './model.ts';
import { rateText, shareText, trendOf, trendText, UNKNOWN } from './model.ts';

/**
 * How far it went by land, and below it what of that was judged and what went at sea, where nothing is; of a boat alone what it went.
 * `gone`: of a row, so that the rows add up to the total.
 */
export function Distance({ figures, gone: told }: { figures: EcoFigures; gone?: Gone | undefined }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { judged_m } = figures;
  const { metres: distanceM, atSeaM } = told ?? { metres: figures.distance_m, atSeaM: figures.at_sea_m ?? 0 };
  if (isAtSea(figures)) return goneText({ metres: distanceM, atSeaM }, format);
  const gone = (metres: number, seaM: number): string => goneText({ metres, atSeaM: seaM }, format);
  return (
    <>
      {gone(distanceM - atSeaM, 0)}
      {isPartlyJudged(figures) && <span className={styles['plate']}>{t('EcoJudgedOf', { distance: format.km(judged_m) })}</span>}
      {atSeaM > 0 && <span className={styles['plate']}>{t('EcoAtSeaToo', { distance: gone(atSeaM, atSeaM) })}</span>}
    </>
  );
}

/** How long it idled; a dash, and why, where no ignition is told of. */
export function Idle({ figures }: { figures: EcoFigures }): ReactNode {
  const t = useT();
  const share = shareText(figures.idle_s, figures.engine_s, useFormat());
  if (share !== UNKNOWN) return share;
  return <Unknown why={t('EcoNoIgnition')} />;
}

/** How much better it became; a dash, and why, where that cannot be said. */
export function Trend({ trend, why }: { trend: ReturnType<typeof trendOf>; why: string }): ReactNode {
  const t = useT();
  return trend ? trendText(trend, t) : <Unknown why={why} />;
}

/** A dash that says why. */
const Unknown = ({ why }: { why: string }): ReactNode => (
  <span className={styles['unknown']} title={why}>
    <span aria-hidden>{UNKNOWN}</span>
    <span className="visually-hidden">{why}</span>
  </span>
);

/** What the table says of a row, where there is no room for it: a phone's line has but name, score, distance and trend. */
export function RowFacts({ row, report }: { row: EcoRow; report: EcoReport }): ReactNode {
  const t = useT();
  const format = useFormat();
  const columns = columnsOf(report);
  const { total } = row;
  const trend = trendText(trendOf(report.months, row.months), t);
  return (
    <dl className={styles['facts']}>
      {row.registration_number && <Fact label={t('EcoPlate')}>{row.registration_number}</Fact>}
      <Fact label={t('EcoDistance')}>
        <Distance figures={total} gone={goneOf(report).get(row)} />
      </Fact>
      {HARSH.filter((kind) => columns.has(kind)).map((kind) => (
        <Fact key={kind} label={t(`EcoPer100-${kind}`)}>
          {rateText(total[kind], total.judged_m, format)}
        </Fact>
      ))}
      {columns.has('speeding') && row.has_speed_limit && (
        <Fact label={t('EcoSpeedingShare')}>{shareText(total.speeding_s, total.driving_s, format)}</Fact>
      )}
      {columns.has('idle') && (
        <Fact label={t('EcoIdleShare')}>
          <Idle figures={total} />
        </Fact>
      )}
      {columns.has('trend') && <Fact label={t('EcoTrend')}>{trend === '' ? t('EcoNoTrend') : trend}</Fact>}
    </dl>
  );
}
