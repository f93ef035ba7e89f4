import { useState, type ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Table } from '../../ui/table.tsx';
import { type BenefitRow, type BenefitYear, isForecast, isMuchPrivate, reached } from './benefit-model.ts';
import styles from './summary.module.css';

/** REP-011: the calendar years against the line, where there is one: those that come near it or drive privately, the others when asked for. */
export function Years({ rows }: { rows: readonly BenefitRow[] }): ReactNode {
  const t = useT();
  const format = useFormat();
  const years = rows.flatMap((row) =>
    row.years.flatMap((year) => (year.line_km !== null && year.business_m + year.private_m > 0 ? [{ row, year }] : [])),
  );
  const [isWhole, setWhole] = useState(false);
  const near = years.filter(({ year }) => isForecast(year) || isMuchPrivate(year) || year.private_m > 0);
  const rest = near.length === 0 ? 0 : years.length - near.length;
  const [limit] = years.flatMap(({ year: { private_occasions_max: trips, private_km_max: km } }) =>
    trips === null || km === null ? [] : [{ trips, km: format.number(km) }],
  );
  if (years.length === 0) return null;
  return (
    <section>
      <h2 className={styles['heading']}>{t('BenefitYears')}</h2>
      <Table
        label={t('BenefitYears')}
        head={
          <>
            <th scope="col">{t('SummaryGroup-driver')}</th>
            <th scope="col">{t('SummaryGroup-unit')}</th>
            <th scope="col">{t('BenefitYear')}</th>
            <th scope="col" data-kind="number">
              {t('BenefitBusinessSoFar')}
            </th>
            <th scope="col">{t('BenefitLine')}</th>
            <th scope="col" data-kind="number">
              {t('BenefitForecast')}
            </th>
            <th scope="col" data-kind="number">
              {t('BenefitPrivateSoFar')}
            </th>
          </>
        }
      >
        {(isWhole || rest === 0 ? years : near).map(({ row, year }) => (
          <YearLine key={`${row.driver_id} ${row.unit_id} ${year.year}`} row={row} year={year} />
        ))}
      </Table>
      {rest > 0 && (
        <Button look="quiet" className={styles['rest']} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('BenefitHideYears') : t('BenefitShowYears', { count: rest })}
        </Button>
      )}
      <p className={styles['note']}>
        {limit && t('BenefitSlight', limit)} {t('BenefitForecastNote')}
      </p>
    </section>
  );
}

function YearLine({ row, year }: { row: BenefitRow; year: BenefitYear }): ReactNode {
  const t = useT();
  const format = useFormat();
  const line = year.line_km ?? 0;
  const trips =
    year.private_occasions_max === null ? String(year.private_trips) : `${year.private_trips} / ${year.private_occasions_max}`;
  const limit = year.private_km_max === null ? '' : ` / ${format.km(year.private_km_max * 1000)}`;
  return (
    <tr>
      <th scope="row">{row.driver_id === null ? t('SummaryNoDriver') : row.driver}</th>
      <td data-label={t('SummaryGroup-unit')}>{row.unit}</td>
      <td data-label={t('BenefitYear')}>{year.year}</td>
      <td data-kind="number" data-label={t('BenefitBusinessSoFar')}>
        {format.km(year.business_m)}
      </td>
      <td data-label={t('BenefitLine')}>
        <meter
          className={styles['meter']}
          min={0}
          max={1}
          value={reached(year) ?? 0}
          aria-label={t('BenefitReached', { km: format.number(year.business_m / 1000), line: format.number(line) })}
        />{' '}
        {format.km(line * 1000)}
      </td>
      <td data-kind="number" data-label={t('BenefitForecast')}>
        {format.km(year.forecast_m)}
        <span className={styles['plate']}>{t(isForecast(year) ? 'BenefitWillReach' : 'BenefitWillNotReach')}</span>
      </td>
      <td data-kind="number" data-label={t('BenefitPrivateSoFar')}>
        {format.km(year.private_m)}
        {limit}
        <span className={styles['plate']}>{t('BenefitOccasions', { trips })}</span>
        {isMuchPrivate(year) && <Badge tone="warning">{t('BenefitMuchPrivate')}</Badge>}
      </td>
    </tr>
  );
}
