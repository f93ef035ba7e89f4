import type { DaysOffOfYear } from '@spora/contract/days-off/endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { useSend } from '../../lib/send-context.tsx';
import frame from '../../ui/section.module.css';
import { SelectField } from '../../ui/select-field.tsx';
import { DayOffForm } from './day-off-form.tsx';
import { DaysOffTable } from './days-off-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { daysOffQuery } from './queries.ts';
import styles from '../../ui/settings.module.css';

/** TRIP-036: on which days of a year no working hours count, and what the account makes of them. */
export function DaysOffScreen(): ReactNode {
  const [year, setYear] = useState<number | undefined>();
  const query = useQuery({ ...daysOffQuery(useSend(), year), placeholderData: keepPreviousData });
  return <Loaded query={query}>{(data) => <Year data={data} year={year ?? data.year} onYear={setYear} />}</Loaded>;
}

function Year({ data, year, onYear }: { data: DaysOffOfYear; year: number; onYear: (year: number) => void }): ReactNode {
  const t = useT();
  const [first, last] = [data.first_day, data.last_day].map((day) => Number(day.slice(0, 4))) as [number, number];
  return (
    <div className={styles['screen']}>
      <section className={frame['section']}>
        <p className={frame['soft']}>
          {t('DaysOffLead')} {t(`DaysOffCountry-${data.country as 'se' | 'no' | 'gb'}`)}
        </p>
        <div className={styles['narrow']}>
          <SelectField label={t('DaysOffYear')} value={String(year)} onChange={(event) => onYear(Number(event.target.value))}>
            {Array.from({ length: last - first + 1 }, (_, i) => first + i).map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </SelectField>
        </div>
        <DaysOffTable data={data} />
        {data.can.edit && <DayOffForm data={data} />}
      </section>
    </div>
  );
}
