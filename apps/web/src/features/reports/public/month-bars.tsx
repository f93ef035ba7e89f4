import type { TripType } from '@spora/contract/units/endpoints';
import { useId, type ReactNode } from 'react';
import styles from './month-bars.module.css';
import { MONTHS_IN_FULL, MonthName } from './month-name.tsx';
import { PartsText } from './parts-text.tsx';
import { TypeLegend } from './type-legend.tsx';

export interface MonthBar {
  readonly month: string;
  /** The sum as people read it. */
  readonly text: string;
  /** What it is made of; a part of no type is one colour of its own. */
  readonly parts: readonly { readonly type: TripType | null; readonly value: number }[];
}

/** Charts that tell the same of different things stand beside each other, where there is room, and take less height. */
export const MonthCharts = (props: { children: ReactNode }): ReactNode => (
  <div className={styles['charts']}>{props.children}</div>
);

const sumOf = ({ parts }: MonthBar): number => parts.reduce((sum, part) => sum + part.value, 0);

/** From the first month in which something was. */
const fromFirst = (months: readonly MonthBar[]): readonly MonthBar[] => {
  const first = months.findIndex((bar) => sumOf(bar) > 0);
  return first < 0 ? [] : months.slice(first);
};

/** Whether there is anything to compare: a bar alone tells what the sum does. */
export const hasBars = (months: readonly MonthBar[]): boolean => fromFirst(months).length > 1;

/**
 * The months beside each other, from the first in which something was, with a bar of which each type is a part of its own; a month in which
 * nothing was keeps its place among them; of one month alone there is nothing to compare. It stands among `MonthCharts`, as wide as there is room. A table beside it has the numbers.
 */
export function MonthBars(props: {
  title: string;
  months: readonly MonthBar[];
  /** What the part of no type is called where it stands among types. */
  restName?: string;
  /** How much of each type there is in all: then the legend says it, and nothing above it needs to. */
  amountOf?: (type: TripType | null) => string;
}): ReactNode {
  const id = useId();
  if (!hasBars(props.months)) return null;
  const bars = fromFirst(props.months).map((bar) => ({ ...bar, sum: sumOf(bar) }));
  const most = Math.max(...bars.map(({ sum }) => sum));
  const isMany = bars.length > MONTHS_IN_FULL;
  const highest = bars.findIndex(({ sum }) => sum === most);
  return (
    <figure className={styles['figure']} aria-labelledby={id}>
      <figcaption className={styles['caption']}>
        <span id={id}>{props.title}</span>
        <TypeLegend of={bars.flatMap(({ parts }) => parts)} restName={props.restName} amountOf={props.amountOf} />
      </figcaption>
      <div
        className={styles['bars']}
        data-many={isMany}
        data-two-lines={bars.some(({ text }) => text.includes(' · '))}
        aria-hidden="true"
      >
        {bars.map(({ month, parts, sum, text }, i) => (
          <div key={month} className={styles['column']} data-highest={i === highest}>
            <span className={styles['value']}>
              <span>{sum > 0 && <PartsText text={text} />}</span>
            </span>
            <span className={styles['bar']} style={{ height: `${(sum / most) * 100}%` }}>
              {parts.map(({ type, value }) => (
                <Part key={type ?? 'rest'} kind={type ?? (props.restName === undefined ? 'all' : 'rest')} value={value} />
              ))}
            </span>
            <span className={styles['month']}>
              <MonthName month={month} isFirst={i === 0} isOfMany={isMany} />
            </span>
          </div>
        ))}
      </div>
    </figure>
  );
}

const Part = (props: { kind: TripType | 'all' | 'rest'; value: number }): ReactNode =>
  props.value > 0 && <span className={styles['part']} data-type={props.kind} style={{ flexGrow: props.value }} />;
