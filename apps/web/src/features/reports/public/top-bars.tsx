import type { TripType } from '@spora/contract/units/endpoints';
import { useId, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useMedia } from '../../../lib/use-media.ts';
import { TypeLegend } from './type-legend.tsx';
import styles from './top-bars.module.css';

/** So many stand beside the months without being higher than these. */
const MOST = 5;

/** So near the longest nobody sees a difference. */
const ALIKE_SHARE = 0.95;

export interface TopBar {
  readonly key: string | number;
  readonly name: string;
  readonly value: number;
  /** The value as people read it. */
  readonly text: string;
  /** What it is made of, in the colours of the types; nothing: one colour of no type. */
  readonly parts?: readonly { readonly type: TripType | null; readonly value: number }[];
}

/**
 * Whose share was the largest, beside the months; of one alone there is nothing to compare. The table has all of them. On a phone the months
 * are picture enough, where there are any: `isAlone` says that there are none, and that nothing but this explains the colours. `isOfDifference`: bars that are
 * all alike say nothing.
 */
export function TopBars(props: { title: string; of: readonly TopBar[]; isAlone?: boolean; isOfDifference?: boolean }): ReactNode {
  const t = useT();
  const isPhone = !useMedia('(min-width: 768px)');
  const id = useId();
  const all = props.of.filter(({ value }) => value > 0).toSorted((a, b) => b.value - a.value);
  const most = all[0]?.value ?? 0;
  if (all.length < 2 || (isPhone && !props.isAlone)) return null;
  const shown = all.slice(0, MOST);
  if (props.isOfDifference && (shown.at(-1)?.value ?? 0) > most * ALIKE_SHARE) return null;
  return (
    <figure className={styles['top']} aria-labelledby={id}>
      <figcaption className={styles['caption']}>
        <span id={id}>{props.title}</span>
        {props.isAlone && <TypeLegend of={shown.flatMap(({ parts = [] }) => parts)} />}
        {all.length > MOST && <span className={styles['of']}>{t('SummaryTopOf', { count: MOST, total: all.length })}</span>}
      </figcaption>
      <ol className={styles['rows']}>
        {shown.map(({ key, name, value, text, parts = [] }) => (
          <li key={key} className={styles['row']}>
            <span>{name}</span>{' '}
            <span aria-hidden="true">
              <span className={styles['bar']} style={{ width: `${(value / most) * 100}%` }}>
                {parts.map(
                  ({ type, value: part }) =>
                    type !== null &&
                    part > 0 && <span key={type} className={styles['part']} data-type={type} style={{ flexGrow: part }} />,
                )}
              </span>
            </span>{' '}
            <span className={styles['value']}>{text}</span>
          </li>
        ))}
      </ol>
    </figure>
  );
}
