import type { TripType } from '@spora/contract/units/endpoints';
import { useId, type ReactNode } from 'react';
import { useTripTypeText } from '../../../lib/trip-type.ts';
import { TypeMark } from '../../trips/public/type-mark.tsx';
import styles from './month-bars.module.css';

export interface MonthBar {
  readonly month: string;
  /** The sum as people read it. */
  readonly text: string;
  /** What it is made of; a part of no type is one colour of its own. */
  readonly parts: readonly { readonly type: TripType | null; readonly value: number }[];
}

/** The months beside each other as bars, each type a part of its own. A table beside it has the numbers. */
export function MonthBars(props: { title: string; months: readonly MonthBar[] }): ReactNode {
  const id = useId();
  const typeText = useTripTypeText();
  const bars = filledSpan(props.months.map((bar) => ({ ...bar, sum: bar.parts.reduce((sum, part) => sum + part.value, 0) })));
  const most = Math.max(0, ...bars.map(({ sum }) => sum));
  if (!(most > 0)) return null;
  const types = [...new Set(bars.flatMap(({ parts }) => parts.flatMap(({ type, value }) => (value > 0 ? (type ?? []) : []))))];
  return (
    <figure className={styles['figure']} aria-labelledby={id}>
      <figcaption className={styles['caption']}>
        <span id={id}>{props.title}</span>
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

/** From the first month that has something to the last: those between keep their place. */
function filledSpan<Bar extends { readonly sum: number }>(all: readonly Bar[]): readonly Bar[] {
  const isFilled = ({ sum }: Bar): boolean => sum > 0;
  return all.slice(Math.max(0, all.findIndex(isFilled)), all.findLastIndex(isFilled) + 1);
}

const Part = (props: { type: TripType | null; value: number }): ReactNode =>
  props.value > 0 && <span className={styles['part']} data-type={props.type ?? 'all'} style={{ flexGrow: props.value }} />;
