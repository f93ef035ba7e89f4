import type { TripType } from '@spora/contract/units/endpoints';
import { useId, type ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useTripTypeText } from '../../lib/trip-type.ts';
import { useUser } from '../../lib/session-context.tsx';
import { TypeMark } from '../trips/public/type-mark.tsx';
import { measureText, partsOf, textOf, type SummaryReport, type SummarySearch } from './summary-model.ts';
import styles from './summary-bars.module.css';

/** REP-009: the months beside each other as bars, of what is shown, each type a part of its own. The table below has the numbers. */
export function SummaryBars(props: { report: SummaryReport; search: SummarySearch }): ReactNode {
  const { months, totals, currency } = props.report;
  const measure = props.search.measure ?? 'distance';
  const id = useId();
  const t = useT();
  const format = useFormat();
  const typeText = useTripTypeText();
  const otherName = useUser().OtherTripType;
  const all = totals.months.map((figures, i) => {
    const parts = partsOf(measure, figures);
    return {
      month: months[i] ?? '',
      parts,
      sum: parts.reduce((sum, part) => sum + part.value, 0),
      text: textOf(measure, figures, format, currency),
    };
  });
  const bars = drivenSpan(all);
  const most = Math.max(0, ...bars.map(({ sum }) => sum));
  if (!(most > 0)) return null;
  const types = [...new Set(bars.flatMap(({ parts }) => parts.flatMap(({ type }) => type ?? [])))];
  return (
    <figure className={styles['figure']} aria-labelledby={id}>
      <figcaption className={styles['caption']}>
        <span id={id}>{t('SummaryPerMonth', { measure: measureText(measure, otherName, t) })}</span>
        {types.length > 1 && (
          <span className={styles['legend']}>
            {types.map((type) => (
              <span key={type}>
                <TypeMark type={type} /> {typeText(type)}
              </span>
            ))}
          </span>
        )}
      </figcaption>
      <div className={styles['bars']} aria-hidden="true">
        {bars.map(({ month, parts, sum, text }) => (
          <div key={month} className={styles['column']}>
            <span className={styles['value']}>{text}</span>
            <span className={styles['bar']} style={{ height: `${(sum / most) * 100}%` }}>
              {parts.map(({ type, value }) => (
                <Part key={type ?? 'all'} type={type} value={value} />
              ))}
            </span>
            <span className={styles['month']}>{month}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}

/** From the first month in which something was driven to the last: those between keep their place. */
function drivenSpan<Bar extends { readonly sum: number }>(all: readonly Bar[]): readonly Bar[] {
  const isDriven = ({ sum }: Bar): boolean => sum > 0;
  return all.slice(Math.max(0, all.findIndex(isDriven)), all.findLastIndex(isDriven) + 1);
}

const Part = (props: { type: TripType | null; value: number }): ReactNode =>
  props.value > 0 && <span className={styles['part']} data-type={props.type ?? 'all'} style={{ flexGrow: props.value }} />;
