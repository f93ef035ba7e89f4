import type { DaysOffOfYear } from '@spora/contract/days-off/endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ADDRESSES } from '../../lib/addresses.ts';
import { useT } from '../../lib/i18n.tsx';
import { PageLink } from '../../lib/page-link.tsx';
import { useSend } from '../../lib/send-context.tsx';
import frame from '../../ui/section.module.css';
import { SelectField } from '../../ui/select-field.tsx';
import { DayOffForm } from './day-off-form.tsx';
import { DaysOffTable } from './days-off-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { daysOffQuery } from './queries.ts';
import styles from '../../ui/settings.module.css';

/** TRIP-036: on which days of a year no working hours count, and what the account makes of them; `note` is what else there is to say. */
export function DaysOffScreen({ note }: { note?: ReactNode }): ReactNode {
  const [year, setYear] = useState<number | undefined>();
  const query = useQuery({ ...daysOffQuery(useSend(), year), placeholderData: keepPreviousData });
  return <Loaded query={query}>{(data) => <Year data={data} year={year ?? data.year} onYear={setYear} note={note} />}</Loaded>;
}

function Year(props: { data: DaysOffOfYear; year: number; onYear: (year: number) => void; note: ReactNode }): ReactNode {
  const { data, year, onYear } = props;
  const t = useT();
  // What has just been added is in sight, also among days that have been.
  const [added, setAdded] = useState('');
  const [first, last] = [data.first_day, data.last_day].map((day) => Number(day.slice(0, 4))) as [number, number];
  const [past, coming] = [data.days.filter(({ day }) => day < data.today), data.days.filter(({ day }) => day >= data.today)];
  return (
    <div className={styles['screen']}>
      <section className={frame['section']}>
        <p className={frame['soft']}>{t('DaysOffLead')}</p>
        <p className={frame['soft']}>
          {t(`DaysOffCountry-${data.country as 'se' | 'no' | 'gb'}`)} {t('DaysOffNoAbsence')}
        </p>
        <p>
          {t('DaysOffUnits', { count: data.units_with_hours })} <PageLink to={ADDRESSES.units}>{t('DaysOffUnitsLink')}</PageLink>
        </p>
        {props.note}
        {data.can.edit && <DayOffForm data={data} onAdded={setAdded} />}
        <div className={styles['narrow']}>
          <SelectField label={t('DaysOffYear')} value={String(year)} onChange={(event) => onYear(Number(event.target.value))}>
            {Array.from({ length: last - first + 1 }, (_, i) => first + i).map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </SelectField>
        </div>
        {coming.length > 0 && <DaysOffTable label={t('DaysOffOf', { year: String(data.year) })} data={data} days={coming} />}
        {past.length > 0 && (
          <details
            key={data.year}
            open={coming.length === 0 || past.some(({ day }) => day === added)}
            className={styles['history']}
          >
            <summary>{t('DaysOffPastDays', { count: past.length })}</summary>
            <DaysOffTable label={t('DaysOffPastOf', { year: String(data.year) })} data={data} days={past} />
          </details>
        )}
      </section>
    </div>
  );
}
